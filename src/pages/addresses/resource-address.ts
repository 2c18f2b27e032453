import { percentDecoded } from '../../text/percent-decoding.ts'
import { queryOf } from './addresses.ts'
import type { Filters } from '../filters/filters.ts'
import { pathOf } from '../parts/entry.ts'
import type { Redirect } from '../page.ts'
import type { WholeEvent } from '../parts/shown.ts'

/** URLs of the pages of events, venues and organizers. */

/** The path of the page of a resource in each language that it has a text in. */
export const addressesOf = (
  shown: { readonly translations?: WholeEvent['translations'] },
  filters: Filters,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shown.translations ?? {}).map(([language, { url }]) => [
      language,
      `${pathOf(url)}${queryOf(filters)}`,
    ]),
  )

/** Redirects to the canonical URL, for example after a change of slug or because of a missing slash. */
export const redirectFrom = (pathname: string, url: string, filters: Filters): Redirect | undefined =>
  decoded(pathname) === decoded(pathOf(url)) ? undefined : { location: `${url}${queryOf(filters)}` }

/** Leaves what is not valid as it is. */
export const decoded = (path: string): string => percentDecoded(path) ?? path
