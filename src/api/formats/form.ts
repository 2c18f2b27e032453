import type { Schedule, Timetable } from '../../store/index.ts'
import type { Instant } from '../../time/index.ts'
import type { FormOfAnswer } from '../operation.ts'

/** The fields that forms take from the representations of the API. */

export type LinkedData = Readonly<Record<string, unknown>>

interface FeedTerm {
  readonly name: string
}

export interface FeedVenue {
  readonly id: number
  readonly status: string
  readonly date_utc: string
  readonly modified_utc: string
  readonly url: string
  readonly language: string
  readonly venue: string
  readonly description?: string
  readonly phone?: string
  readonly website?: string
  readonly json_ld?: LinkedData
  readonly address?: string
  readonly zip?: string
  readonly city?: string
  readonly stateprovince?: string
  readonly country?: string
  readonly geo_lat?: number
  readonly geo_lng?: number
}

interface FeedOrganizer {
  readonly organizer: string
  readonly email?: string
}

export interface FeedEvent {
  readonly id: number
  readonly status: string
  readonly date_utc: string
  readonly modified_utc: string
  readonly url: string
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly image: false | { readonly url: string }
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly cost: string
  readonly website: string
  readonly categories: readonly FeedTerm[]
  readonly tags: readonly FeedTerm[]
  readonly venue: FeedVenue | readonly FeedVenue[]
  readonly organizer: readonly FeedOrganizer[]
  readonly event_status: string
  readonly language: string
  readonly json_ld?: LinkedData
  readonly post_parent: number
  /** Of occurrences: where their series has placed them. */
  readonly recurrence_id?: string
}

export const venuesOf = ({ venue }: Pick<FeedEvent, 'venue'>): readonly FeedVenue[] =>
  Array.isArray(venue) ? (venue as readonly FeedVenue[]) : [venue as FeedVenue]

/** A venue on one line: its name and its address. */
export const addressOf = ({ venue, address, zip, city, country }: FeedVenue): string =>
  [venue, address, [zip, city].filter((one) => one).join(' '), country].filter((part) => part).join(', ')

/** A resource of a feed: its representation as JSON text, and read. */
export interface FeedItem<Shown = unknown> {
  readonly text: string
  readonly shown: Shown
}

/** A series of a feed, with when it takes place. */
export interface FeedSeries<Shown = unknown> {
  readonly timetable: Timetable
  readonly shown: Shown
}

/** What is written, in whichever form. */
export interface Feed<Shown = unknown> {
  /** What the site is called. */
  readonly title: string
  readonly language: string
  readonly timezone: string
  /** Where this feed is, and the pages that show the same. */
  readonly self: string
  readonly home: string
  /** The host in identifiers that never change. */
  readonly host: string
  readonly now: Instant
  /** Where the list ends that nobody has given an end. */
  readonly defaultEnd?: Instant | undefined
  /** Whether it is one resource that was asked for by itself. */
  readonly isSingle: boolean
  /** Batch after batch, each read when it is asked for. */
  items(): AsyncIterable<readonly FeedItem<Shown>[]>
  /** When the events take place, batch after batch. */
  schedules(): AsyncIterable<readonly Schedule[]>
  /** These series, batch after batch; those that visitors do not see are left out. */
  series(ids: readonly number[]): AsyncIterable<readonly FeedSeries<Shown>[]>
}

/** A form of lists besides JSON (interface: Feeds and exports). */
export interface Form extends FormOfAnswer {
  /** How many days before today its default window begins. */
  readonly daysBack?: number
  /** Whether it has what its caller may read; others have what is published, whoever asks. */
  readonly followsRights?: true
  /** Whether it is made of the structured data that single reads carry. */
  readonly isOfLinkedData?: true
  /** Whether a single series has its occurrences with it. */
  readonly hasOccurrences?: true
  /** The whole body. */
  write(feed: Feed<never>): AsyncIterable<string>
}

/** Calendars and readers keep what is just over, and learn of what was cancelled. */
export const feedDaysBack = 60
