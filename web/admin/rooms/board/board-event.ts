import { dayOf, wallClock } from '../../parts/dates.ts'
import type { CalendarEvent, Self, Status, Venue } from '../../service/types.ts'
import { addDays, later } from './days.ts'

/** What the board knows of an event. */
export type BoardEvent = Pick<
  CalendarEvent,
  | 'id'
  | 'title'
  | 'url'
  | 'status'
  | 'event_status'
  | 'hide_from_listings'
  | 'all_day'
  | 'start_date'
  | 'end_date'
  | 'utc_start_date'
  | 'utc_end_date'
  | 'timezone'
  | 'author'
  | 'modified_utc'
  | 'categories'
  | 'venue'
  | 'cost'
  | 'language'
  | 'original_language'
  | 'translations'
  | 'recurrence_id'
  | 'overrides'
  | 'post_parent'
>

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
] as const satisfies readonly (keyof BoardEvent)[]

/** For `_fields` of a list, because a month of whole events is large. */
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

/** Contributors keep to what is their own and not yet published (interface: Roles). */
export function mayChange({ id, capabilities }: Self, { author, status }: BoardEvent): boolean {
  if (capabilities.edit_others) return true
  const isPublic = (['publish', 'future'] satisfies Status[] as Status[]).includes(status)
  return author === id && (capabilities.publish || !isPublic)
}

export const isOccurrence = ({ recurrence_id }: BoardEvent): boolean => recurrence_id !== undefined

export const venuesOf = ({ venue }: BoardEvent): readonly Venue[] =>
  [venue as Venue | readonly Venue[]].flat()

export const placeOf = (event: BoardEvent): string =>
  venuesOf(event)
    .map(({ venue: name }) => name)
    .join(', ')

const dayMs = 86_400_000

/** Where an event stands on the board, on the clock of the site. */
export interface Placing {
  readonly start: string
  /** The first moment that is no longer part of it. */
  readonly end: string
  /** Bars over whole days: all-day events, and those that last 24 hours or longer. */
  readonly isBar: boolean
}

export function createClock(timezone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  /** The wall clock of the site at a moment. */
  const at = (moment: Date) => format.format(moment).replace(',', '')
  const isElsewhere = (event: BoardEvent) => !event.all_day && event.timezone !== timezone
  const local = (event: BoardEvent): readonly [start: string, end: string] =>
    isElsewhere(event)
      ? [at(wallClock(event.utc_start_date)), at(wallClock(event.utc_end_date))]
      : [event.start_date, event.end_date]
  return {
    now: () => at(new Date()),
    /** Whether its times are those of another zone. All-day events lie on their calendar days everywhere. */
    isElsewhere,
    place(event: BoardEvent): Placing {
      const [start, end] = local(event)
      const isBar = event.all_day || wallClock(end).getTime() - wallClock(start).getTime() >= dayMs
      if (!isBar) return { start, end: end === start ? later(end, 1_800_000) : end, isBar }
      return { start: `${dayOf(start)} 00:00:00`, end: `${addDays(dayOf(end), 1)} 00:00:00`, isBar }
    },
  }
}

export type Clock = ReturnType<typeof createClock>

/** Start and end, each so much later, in its own zone and in UTC. */
export const shifted = (event: BoardEvent, startMs: number, endMs: number): BoardEvent => ({
  ...event,
  start_date: later(event.start_date, startMs),
  end_date: later(event.end_date, endMs),
  utc_start_date: later(event.utc_start_date, startMs),
  utc_end_date: later(event.utc_end_date, endMs),
})

export const lengthOf = ({ start_date, end_date }: BoardEvent): number =>
  wallClock(end_date).getTime() - wallClock(start_date).getTime()
