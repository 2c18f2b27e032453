import type { Query } from '../../service/service.ts'
import type { Self } from '../../service/types.ts'
import type { KindTable } from './declaration.ts'

/** What a table shows is in its address: `?view=drafts&status=draft&search=choir&sort=-modified&page=2`. */

export const perPage = 50

/** Of the address, what changes the list; the rest names the view and the page. */
export function settingsOf(address: URLSearchParams): [name: string, value: string][] {
  const settings = [...address].filter(([name]) => name !== 'view' && name !== 'page')
  return settings.sort(([one], [other]) => (one < other ? -1 : 1))
}

const textOf = (settings: [string, string][]) => new URLSearchParams(settings).toString()

export const isSameList = (one: URLSearchParams, other: URLSearchParams): boolean =>
  textOf(settingsOf(one)) === textOf(settingsOf(other))

/** Whether it is a view that the table comes with, and nothing was set besides. */
export const isPlainView = ({ views }: KindTable, address: URLSearchParams): boolean =>
  views.some(({ settings }) => isSameList(new URLSearchParams(settings), address))

/** The address with one setting changed; a changed list begins with its first page. */
export function withSetting(
  address: URLSearchParams,
  name: string,
  value: string | undefined,
): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('page')
  if (value === undefined || value === '') next.delete(name)
  else next.set(name, value)
  return next
}

export interface Sorting {
  readonly orderby: string
  readonly isDescending: boolean
}

export function sortingOf(table: KindTable, address: URLSearchParams): Sorting {
  const sort = address.get('sort') ?? table.sort
  return { orderby: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }
}

export const pageOf = (address: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(address.get('page') ?? 1)) || 1)

/** What is asked of the API, without page and language. People see what they may edit: without that right, what is theirs. */
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
