import type { Kind } from '../../service/types.ts'

/** Where each table was left, so that a form leads back to the same rows. */

const searches = new Map<Kind, string>()

export const rememberList = (kind: Kind, address: URLSearchParams): void => {
  searches.set(kind, String(address))
}

/** The address of the table, with the filters and the page that it had. */
export function listOf(kind: Kind): string {
  const search = searches.get(kind) ?? ''
  return search === '' ? `/${kind}` : `/${kind}?${search}`
}
