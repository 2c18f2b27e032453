import { queryOf } from './addresses.ts'
import type { Filters } from '../filters/filters.ts'
import { pathOf } from '../parts/entry.ts'
import type { Redirect } from '../page.ts'
import type { WholeEvent } from '../parts/shown.ts'

/** Where the page of an event, a venue or an organizer is. */

/** Where the page of a resource is in each language that it has a text in. */
export const addressesOf = (
  shown: { readonly translations?: WholeEvent['translations'] },
  filters: Filters = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shown.translations ?? {}).map(([language, { url }]) => [
      language,
      `${pathOf(url)}${queryOf(filters)}`,
    ]),
  )

/** Sends readers to the one right address: another slug, another case, a missing slash. */
export const redirectFrom = (pathname: string, url: string, filters: Filters = {}): Redirect | undefined =>
  decoded(pathname) === decoded(pathOf(url)) ? undefined : { location: `${url}${queryOf(filters)}` }

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
