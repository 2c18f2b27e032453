import type { Query } from '../../service/service.ts'
import type { Self } from '../../service/types.ts'
import type { KindTable } from './declaration.ts'

/** The state of a table is in its URL: `?view=drafts&status=draft&search=choir&sort=-modified&page=2`. */

export const perPage = 50

/** The address without empty settings, such as those of a form sent by GET or of a link written by hand: they set nothing. */
export const withoutEmpty = (address: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...address].filter(([, value]) => value !== ''))

/** The URL parameters that change the list; the others select the view and the page. */
export function settingsOf(address: URLSearchParams): [name: string, value: string][] {
  const settings = [...address].filter(([name]) => name !== 'view' && name !== 'page')
  return settings.sort(([one], [other]) => (one < other ? -1 : 1))
}

const textOf = (settings: [string, string][]) => new URLSearchParams(settings).toString()

/** Identifies what a list contains, in whatever order. */
export const filtersOf = (address: URLSearchParams): string =>
  textOf(settingsOf(address).filter(([name]) => name !== 'sort'))

export const isSameList = (one: URLSearchParams, other: URLSearchParams): boolean =>
  textOf(settingsOf(one)) === textOf(settingsOf(other))

/** Whether the URL is a predefined view without further settings. */
export const isPlainView = ({ views }: KindTable, address: URLSearchParams): boolean =>
  views.some(({ settings }) => isSameList(new URLSearchParams(settings), address))

export interface Sorting {
  readonly orderby: string
  readonly isDescending: boolean
}

export function sortingOf(table: KindTable, address: URLSearchParams): Sorting {
  const sort = address.get('sort') ?? table.sort
  return { orderby: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }
}

/**
 * The API query, without page and language. Users without the permission to edit others' entries see only their own.
 */
export function queryOf(table: KindTable, address: URLSearchParams, self: Self): Query {
  const filters = table.filters
    .filter(({ name }) => address.has(name))
    .map((filter) => filter.query(address.get(filter.name)!, self))
  const { orderby, isDescending } = sortingOf(table, address)
  const search = address.get('search')
  return {
    ...table.query,
    ...(table.hasAuthors && !self.capabilities.edit_others ? { author: self.id } : {}),
    ...Object.assign({}, ...filters),
    ...(search === null ? {} : { search }),
    orderby: orderby === 'tree' ? 'name' : orderby,
    order: isDescending ? 'desc' : 'asc',
  }
}
