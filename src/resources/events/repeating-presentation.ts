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

function readRule({ row }: Pick<EventItem, 'row'>, state: SeriesState) {
  const first = { start: state.starts, timezone: row.timezone, allDay: row.all_day === 1 }
  const recurrence = findStored(state.recurrence, first)
  return { recurrence, until: recurrence && lastWall(recurrence, first) }
}

const rules = new WeakMap<SeriesState, ReturnType<typeof readRule>>()

/** Read once for a representation and its JSON-LD, because finding the last of hundreds of dates takes milliseconds. */
function ruleOf(item: Pick<EventItem, 'row'>, state: SeriesState): ReturnType<typeof readRule> {
  const rule = rules.get(state) ?? readRule(item, state)
  rules.set(state, rule)
  return rule
}

/** The last date of a series; undefined if it goes on for ever, or farther than its dates have been made. */
export function lastDateOf(item: Pick<EventItem, 'row'>, state: SeriesState): OccurrenceTime | undefined {
  const { until } = ruleOf(item, state)
  return until === undefined || until > state.horizon ? undefined : state.last
}

function seriesFacts(item: EventItem, state: SeriesState, view: View) {
  const { recurrence, until } = ruleOf(item, state)
  return {
    total: state.total,
    first: occurrence(state.first, view),
    last: occurrence(state.last, view),
    next: occurrence(state.upcoming[0], view),
    previous: occurrence(state.previous, view),
    until: until ?? null,
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
