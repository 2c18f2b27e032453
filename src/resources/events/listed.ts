import { sql, type SqlBool } from 'kysely'
import { mayEditAny, mayEditOthers } from '../../identity/roles.ts'
import { any, isAmong } from '../conditions.ts'
import { isEditable } from '../event-visibility.ts'
import type { Values } from '../parameter.ts'
import type { Condition, Reader } from '../listing.ts'
import { seriesListings, shownListings, shownSeries } from './hide-from-listings.ts'
import type { listParameters } from './schema.ts'

type ListValues = Pick<Values<typeof listParameters>, 'context' | 'include' | 'series'>

const listing = sql.ref('events.hide_from_listings')

/** Those that are not hidden, and all of them. */
const listedEvents = {
  shown: sql<SqlBool>`events.hide_from_listings = 0`,
  all: sql<SqlBool>`events.hide_from_listings in (0, 1)`,
}
const listedSeries = { shown: isAmong(listing, shownSeries), all: isAmong(listing, seriesListings) }
const listedOnce = {
  shown: isAmong(listing, shownListings),
  all: isAmong(listing, [0, 1, ...seriesListings]),
}

/**
 * Hidden events and hidden series are listed only for callers who may edit and ask for them (interface: Event filters).
 */
export function isListed({ context, include, series }: ListValues, reader: Reader): Condition[] {
  if (series === 'texts') return [isAmong(listing, shownListings)]
  const listed = series === 'only' ? listedSeries : series === 'once' ? listedOnce : listedEvents
  const asksAll = (context === 'edit' || include !== undefined) && mayEditAny(reader.caller)
  if (!asksAll) return [listed.shown]
  if (mayEditOthers(reader.caller)) return [listed.all]
  return [listed.all, any([listed.shown, isEditable(reader)])]
}
