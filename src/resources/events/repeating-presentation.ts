import { findStored, lastWall } from '../../recurrence/index.ts'
import { dayOf } from '../../time/index.ts'
import type { OccurrenceCounts, OccurrenceTime, SeriesState, View } from '../resource.ts'
import { overridesOf } from './inheritance.ts'
import type { EventItem } from './item.ts'

/** The part of an event representation that concerns recurrence; empty for single events (interface: Series). */

const occurrence = (one: OccurrenceTime | undefined, { links }: View) =>
  one === undefined
    ? null
    : { id: one.id, start_date: one.start_date, rest_url: `${links.rest}/events/${one.id}` }

function seriesFacts({ row }: EventItem, state: SeriesState, view: View) {
  const first = { start: state.starts, timezone: row.timezone, allDay: row.all_day === 1 }
  const recurrence = findStored(state.recurrence, first)
  return {
    total: state.total,
    first: occurrence(state.first, view),
    last: occurrence(state.last, view),
    next: occurrence(state.upcoming[0], view),
    previous: occurrence(state.previous, view),
    until: (recurrence && lastWall(recurrence, first)) ?? null,
    exceptions: (recurrence?.excluded.length ?? 0) + state.overridden,
    horizon: dayOf(state.horizon),
    ...(state.splitFrom === null ? {} : { split_from: state.splitFrom }),
  }
}

export function presentRepeating(item: EventItem, view: View): Record<string, unknown> {
  const { row, series } = item
  if (row.recurrence_id !== null) return { recurrence_id: row.recurrence_id, overrides: overridesOf(row) }
  return series === undefined
    ? {}
    : { recurrence: series.recurrence.split('\n').filter(Boolean), series: seriesFacts(item, series, view) }
}

/** The representation after a write, with the numbers of changed occurrences. */
export const withCounts = (
  body: Record<string, unknown>,
  changed: OccurrenceCounts,
): Record<string, unknown> => ({
  ...body,
  series: { ...(body.series as Record<string, unknown> | undefined), changed },
})
