import { translate } from '../../locales/index.ts'
import type { EventStatus } from '../../resources/events/matter.ts'
import type { Schedule, Timetable } from '../../store/index.ts'
import type { Instant } from '../../time/index.ts'
import type { AlternativeForm } from '../operation.ts'

/** The fields of representations that forms read. */

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
  readonly status: string
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
  readonly hide_from_listings: boolean
  readonly featured: boolean
  readonly sticky: boolean
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly tickets: readonly { readonly availability: string }[]
  readonly event_status: EventStatus
  readonly language: string
  readonly json_ld?: LinkedData
  readonly post_parent: number
  /** Of occurrences: their original date in the series. */
  readonly recurrence_id?: string
  /** Whether it has a password; told only to those who edit it. */
  readonly protected?: true
}

export const venuesOf = ({ venue }: Pick<FeedEvent, 'venue'>): readonly FeedVenue[] =>
  Array.isArray(venue) ? (venue as readonly FeedVenue[]) : [venue as FeedVenue]

/** Name and address of a venue on one line. */
export const addressOf = ({ venue, address, zip, city, country }: FeedVenue): string =>
  [venue, address, [zip, city].filter((one) => one).join(' '), country].filter((part) => part).join(', ')

export const isOnline = ({ event_status }: Pick<FeedEvent, 'event_status'>): boolean =>
  event_status === 'moved-online'

export const addressesOf = (event: FeedEvent): string => venuesOf(event).map(addressOf).join('; ')

/** Where to go on one line, which is not the venue that an event has left. */
export const locationOf = (event: FeedEvent): string =>
  isOnline(event) ? translate('Online', event.language) : addressesOf(event)

/** A resource in a feed: its representation as JSON text, and parsed. */
export interface FeedItem<Shown = unknown> {
  readonly text: string
  readonly shown: Shown
}

export interface FeedSeries<Shown = unknown> {
  readonly timetable: Timetable
  readonly shown: Shown
}

/** The contents of a feed, independent of its form. */
export interface Feed<Shown = unknown> {
  /** Name of the site. */
  readonly title: string
  readonly language: string
  readonly timezone: string
  /** URLs of the feed itself and of the pages with the same contents. */
  readonly self: string
  readonly home: string
  /** The host in permanent identifiers. */
  readonly host: string
  readonly now: Instant
  /** Where the list ends by default; undefined if the request specifies an end. */
  readonly defaultEnd?: Instant | undefined
  /** Whether it contains a single resource, requested individually. */
  readonly isSingle: boolean
  /** The items in batches, each read when it is needed. */
  items(): AsyncIterable<readonly FeedItem<Shown>[]>
  /** The schedules of the events, in batches. */
  schedules(): AsyncIterable<readonly Schedule[]>
  /** The given series, in batches; those that visitors cannot see are skipped. */
  series(ids: readonly number[]): AsyncIterable<readonly FeedSeries<Shown>[]>
}

/** A form of lists besides JSON (interface: Feeds and exports). */
export interface Form extends AlternativeForm {
  /** How many days before today its default window begins. */
  readonly daysBack?: number
  /**
   * Whether it contains everything that the caller may read, and says what of it has a password; other forms contain only
   * public data.
   */
  readonly followsRights?: true
  /** Whether it is written from the structured data of single reads. */
  readonly isOfLinkedData?: true
  /** Whether a single series is written with its occurrences. */
  readonly hasOccurrences?: true
  /** Writes the whole body. */
  write(feed: Feed<never>): AsyncIterable<string>
}

/**
 * Default windows of feeds begin this many days back, so that clients keep recent events and notice late cancellations.
 */
export const feedDaysBack = 60
