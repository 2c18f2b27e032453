import { clockIn, dayOf, wallClock } from '../../parts/dates.ts'
import { isElsewhere, later } from '../../parts/wall-clock.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { dayAfter, dayLength } from '../../../../src/time/days.ts'

const own = [
  'id',
  'title',
  'url',
  'status',
  'event_status',
  'hide_from_listings',
  'all_day',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'timezone',
  'author',
  'modified_utc',
  'cost',
  'language',
  'original_language',
  'recurrence_id',
  'overrides',
  'post_parent',
] as const

/** The fields of an event that the board uses. */
export type BoardEvent = Pick<CalendarEvent, (typeof own)[number] | 'categories' | 'venue' | 'translations'>

/** The `_fields` parameter for lists, because a month of complete events is large. */
export const boardFields = (languages: readonly string[]): string =>
  [
    ...own,
    ...['id', 'name', 'hue'].map((field) => `categories.${field}`),
    'venue.id',
    'venue.venue',
    ...languages.map((language) => `translations.${language}.is_outdated`),
  ]
    .map((field) => `events.${field}`)
    .join(',')

export const isOccurrence = ({ recurrence_id }: BoardEvent): boolean => recurrence_id !== undefined

/** The position of an event on the board, in site time. */
export interface Placing {
  readonly start: string
  /** The exclusive end. */
  readonly end: string
  /** Displayed as a bar: all-day events, and those that last 24 hours or longer. */
  readonly isBar: boolean
}

export function createClock(timezone: string) {
  const at = clockIn(timezone)
  const isThere = (event: BoardEvent) => isElsewhere(event, timezone)
  const local = (event: BoardEvent): readonly [start: string, end: string] =>
    isThere(event)
      ? [at(wallClock(event.utc_start_date)), at(wallClock(event.utc_end_date))]
      : [event.start_date, event.end_date]
  return {
    now: () => at(new Date()),
    isElsewhere: isThere,
    place(event: BoardEvent): Placing {
      const [start, end] = local(event)
      const isBar = event.all_day || wallClock(end).getTime() - wallClock(start).getTime() >= dayLength
      if (!isBar) return { start, end: end === start ? later(end, 1_800_000) : end, isBar }
      return { start: `${dayOf(start)} 00:00:00`, end: `${dayAfter(dayOf(end), 1)} 00:00:00`, isBar }
    },
  }
}

export type Clock = ReturnType<typeof createClock>

/** Shifts start and end by the given durations, in the event's own zone and in UTC. */
export const shifted = (event: BoardEvent, startMs: number, endMs: number): BoardEvent => ({
  ...event,
  start_date: later(event.start_date, startMs),
  end_date: later(event.end_date, endMs),
  utc_start_date: later(event.utc_start_date, startMs),
  utc_end_date: later(event.utc_end_date, endMs),
})

export const lengthOf = ({ start_date, end_date }: BoardEvent): number =>
  wallClock(end_date).getTime() - wallClock(start_date).getTime()
