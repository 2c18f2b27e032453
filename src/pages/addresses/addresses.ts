import type { Filters } from '../filters/filters.ts'

/** Paths of the pages in one language; filters are added as a query string. */
export interface Addresses {
  /** `/fr`, or with the prefix `/fr/agenda`: precedes the path of every page. */
  readonly base: string
  list(filters?: Filters): string
  month(month: string, filters?: Filters): string
  week(week: string, filters?: Filters): string
  day(day: string, filters?: Filters): string
  map(filters?: Filters): string
  search(filters?: Filters): string
  embed(): string
  category(path: string, filters?: Filters): string
  categories(): string
  /** The page at a path such as `venue/town-hall`. */
  at(path: string, filters?: Filters): string
}

/** Leaves commas and slashes unencoded, which a query string allows (RFC 3986 3.4), because they are easier to read. */
const encodeValue = (text: string) =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%20', '+')

export function queryOf(filters: Readonly<Record<string, string | undefined>> = {}): string {
  const pairs = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${name}=${encodeValue(value!)}`).join('&')}`
}

export function addressesAt(base: string): Addresses {
  const at = (path: string, filters?: Filters) => `${base}/${path}${queryOf(filters)}`
  return {
    base,
    at: (path, filters) => at(`${encodeURI(path)}/`, filters),
    list: (filters) => at('', filters),
    month: (month, filters) => at(`month/${month}/`, filters),
    week: (week, filters) => at(`week/${week}/`, filters),
    day: (day, filters) => at(`day/${day}/`, filters),
    map: (filters) => at('map/', filters),
    search: (filters) => at('search/', filters),
    embed: () => at('embed/'),
    category: (path, filters) => at(`events/category/${encodeURI(path)}/`, filters),
    categories: () => at('events/category/'),
  }
}
