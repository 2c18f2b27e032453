/**
 * The properties of representations that the administration uses (interface: Events, Venues, Organizers, Categories,
 * Administration).
 */

export const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type Kind = (typeof kinds)[number]

/** Categories and tags: they have no status, and those without events are listed only on request. */
export const isTerm = (kind: string): boolean => kind === 'categories' || kind === 'tags'

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
export type EventStatus = 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled' | 'moved-online'

export interface Translation {
  readonly title: string
  readonly modified_utc: string
  readonly is_outdated?: boolean
  readonly outdated_fields?: readonly string[]
}

export interface Translated {
  readonly language: string
  readonly original_language: string
  /** The fields that the language itself has; told to those who may edit. */
  readonly own_fields?: readonly string[]
  readonly translations: Readonly<Record<string, Translation>>
}

/** Fields of all five kinds. */
export interface Resource extends Translated {
  readonly id: number
  readonly slug: string
  readonly description: string
  readonly url: string
}

export interface Post extends Resource {
  readonly author: number
  readonly status: Status
  readonly modified_utc: string
  readonly website?: string
  readonly excerpt?: string
  readonly image?: StoredImage | false
}

export interface Term extends Resource {
  readonly name: string
  readonly count: number
  readonly parent?: number
  readonly hue?: number
}

export interface Venue extends Post {
  readonly venue: string
  readonly address?: string
  readonly city?: string
  readonly zip?: string
  readonly geo_lat?: number
  readonly geo_lng?: number
}

export interface Organizer extends Post {
  readonly organizer: string
  readonly email?: string
  readonly phone?: string
}

/** A date of a series, as the series names it. */
interface SeriesDate {
  readonly id: number
}

export interface Series {
  readonly total: number
  readonly next?: SeriesDate | null
  readonly previous?: SeriesDate | null
  readonly exceptions?: number
  readonly changed?: Readonly<
    Record<'kept' | 'moved' | 'created' | 'trashed' | 'overridden' | 'past', number>
  >
}

export interface CalendarEvent extends Post {
  readonly title: string
  readonly all_day: boolean
  /** Local time in `timezone`, `2027-03-02 19:00:00`. */
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly cost: string
  readonly hide_from_listings: boolean
  readonly featured: boolean
  readonly sticky: boolean
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly tickets: readonly Ticket[]
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
  readonly venue: Venue | readonly Venue[]
  readonly organizer: readonly Organizer[]
  readonly event_status: EventStatus
  readonly post_parent: number
  readonly recurrence?: readonly string[]
  readonly recurrence_id?: string
  readonly overrides?: readonly string[]
  readonly series?: Series
}

export interface Ticket {
  readonly name: string
  readonly price?: string | number
  readonly currency?: string
  readonly url?: string
  readonly availability?: 'in_stock' | 'sold_out' | 'pre_order'
  readonly valid_from?: string
  readonly valid_until?: string
}

export interface StoredImage {
  readonly id: number
  readonly url: string
  readonly alt?: string
}

export type Role = 'subscriber' | 'contributor' | 'author' | 'editor' | 'administrator'

export interface User {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email?: string
  readonly role: Role
}

export type Capability =
  | 'create_events'
  | 'publish'
  | 'edit_others'
  | 'manage_categories'
  | 'manage_tags'
  | 'upload_media'
  | 'manage_users'

/** The user who is signed in. */
export interface Self extends User {
  readonly capabilities: Readonly<Record<Capability, boolean>>
}

export interface Session {
  readonly csrf_token: string
  readonly user: Self
}

export interface Language {
  readonly code: string
}
