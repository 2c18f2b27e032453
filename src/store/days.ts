import type { Page } from '../resources/listing.ts'
import type { Instant } from '../time/index.ts'
import {
  conditionsOf,
  directionOf,
  indexQueryOf,
  planned,
  type Listing,
  type ListSource,
  type PlannedList,
} from './list.ts'
import { selectRanges } from './sql/ranges.ts'

/** A period that includes its start but not its end. */
export interface TimeRange {
  readonly from: Instant
  readonly to: Instant
}

/** Any bound disables the default window, so one is added for planning and removed afterwards. */
function plannedWithoutWindow(source: ListSource, listing: Listing): PlannedList {
  const bound = { instant: 0 }
  const list = planned(source, { ...listing, values: { ...listing.values, starts_after: bound } })
  return { ...list, plan: { ...list.plan, values: { ...list.plan.values, starts_after: undefined } } }
}

/** For each range, the first events of the list that start in it, and their total number: the days of a month view. */
export async function listDays(
  source: ListSource,
  listing: Listing,
  ranges: readonly TimeRange[],
  limit: number,
): Promise<readonly Page[]> {
  if (ranges.length === 0) return []
  const { index, db } = source
  const list = plannedWithoutWindow(source, listing)
  const query = directionOf(list) === undefined ? undefined : await indexQueryOf(list, index)
  if (query !== undefined)
    return index!.selectEach(
      query,
      ranges.map(({ from, to }) => ({ startFrom: from, startTo: to })),
      { offset: 0, limit },
    )
  const order = listing.resource.order(listing.values, list.context)
  return selectRanges(db, { conditions: conditionsOf(list), order, ranges, limit })
}
