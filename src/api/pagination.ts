import type { Paging } from '../resources/listing.ts'
import type { Resource } from '../resources/resource.ts'
import type { OperationRequest } from './operation.ts'

/** Totals, and page links that preserve all parameters in effect (interface: Pages). */

export interface Pagination extends Paging {
  readonly total: number
}

const formatParameter = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.join(',')
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** The parameters in effect, in the order of their declaration, formatted for a URL. */
export function parametersInEffect(
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  dates: Readonly<Record<string, string>>,
): [string, string][] {
  return Object.keys(resource.listParameters)
    .filter((name) => name !== 'page' && name !== 'per_page')
    .flatMap((name) => {
      const text = dates[name] ?? formatParameter(values[name])
      return text === undefined ? [] : [[name, text] as [string, string]]
    })
}

export const requestedPage = (
  { page, per_page }: { readonly page?: number | null; readonly per_page?: number | null },
  { site }: Pick<OperationRequest, 'site'>,
): Paging => ({ page: page ?? 1, perPage: per_page ?? site.perPage })

export const totalPages = ({ total, perPage }: Pagination): number => Math.ceil(total / perPage)

/** The parameters of a list that its page links preserve; those without a value were not sent. */
type ListFilters = Readonly<Record<string, unknown>>

/** A query string in which every parameter is preceded by an ampersand. */
function queryStringOf(filters: ListFilters): string {
  const sent = Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value == null ? [] : [[name, String(value)]],
  )
  return sent.length === 0 ? '' : `&${new URLSearchParams(sent)}`
}

/** The pages of the list at `address`, which has no query string yet. */
function pageLinks(address: string, paging: Pagination, filters: ListFilters) {
  const { page, perPage } = paging
  const last = Math.max(1, totalPages(paging))
  const others = queryStringOf(filters)
  const at = (number: number) => `${address}?page=${number}&per_page=${perPage}${others}`
  return {
    self: at(page),
    first: at(1),
    last: at(last),
    ...(page < last ? { next: at(page + 1) } : {}),
    ...(page > 1 ? { prev: at(Math.min(page - 1, last)) } : {}),
  }
}

type PageLinks = ReturnType<typeof pageLinks>

/** All headers together have to fit into the 4 KiB that a proxy such as nginx has for them by default. */
const maxLinkHeader = 3000

const relations = [
  ['first', 'prev', 'next', 'last'],
  ['prev', 'next'],
] as const

/** Links as far as there is room for them: a filter may name a thousand IDs. The body has the pages around this one anyway. */
function linkHeader(links: PageLinks): { link?: string } {
  const link = relations
    .map((some) =>
      some.flatMap((rel) => (links[rel] === undefined ? [] : [`<${links[rel]}>; rel="${rel}"`])).join(', '),
    )
    .find(({ length }) => length <= maxLinkHeader)
  return link ? { link } : {}
}

/** The same header for a form that has no envelope: without it, clients would have to know how pages are addressed. */
export const pageLinkHeader = (
  address: string,
  paging: Pagination,
  filters: ListFilters,
): Record<string, string> => ({ ...linkHeader(pageLinks(address, paging, filters)) })

/** Totals as headers; on an alias also under the names that clients of The Events Calendar expect. */
export const totalHeaders = (
  paging: Pagination,
  { mount }: Pick<OperationRequest, 'mount'>,
): Record<string, string> => {
  const [total, pages] = [String(paging.total), String(totalPages(paging))]
  return {
    'x-total': total,
    'x-total-pages': pages,
    ...(mount.isAlias ? { 'x-tec-total': total, 'x-tec-totalpages': pages } : {}),
  }
}

/** A list that is an array, as in WordPress, has no room for totals and links. */
export function arrayHeaders(
  { mount }: Pick<OperationRequest, 'mount'>,
  address: string,
  paging: Pagination,
  filters: ListFilters,
): Record<string, string> {
  const totals = totalHeaders(paging, { mount })
  return {
    ...totals,
    'x-wp-total': totals['x-total']!,
    'x-wp-totalpages': totals['x-total-pages']!,
    ...pageLinkHeader(address, paging, filters),
  }
}

/** The items under their name. */
type ListedItems = Readonly<Record<string, readonly unknown[]>>

const envelope = (items: ListedItems, paging: Pagination, links: PageLinks) => ({
  ...items,
  rest_url: links.self,
  ...(links.next === undefined ? {} : { next_rest_url: links.next }),
  ...(links.prev === undefined ? {} : { previous_rest_url: links.prev }),
  total: paging.total,
  total_pages: totalPages(paging),
})

/** The envelope of a page, with totals and links also as headers; `path` is below the mount. */
export function presentPage(
  request: Pick<OperationRequest, 'links' | 'mount'>,
  path: string,
  items: ListedItems,
  paging: Pagination,
  filters: ListFilters = {},
) {
  const links = pageLinks(`${request.links.rest}/${path}/`, paging, filters)
  return {
    body: envelope(items, paging, links),
    headers: { ...totalHeaders(paging, request), ...linkHeader(links) },
  }
}
