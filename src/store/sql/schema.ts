import type { Generated } from 'kysely'
import type {
  ApplicationPasswordTable,
  AuditLogTable,
  BrowserTokenTable,
  PasswordLinkTable,
  SignInFailureTable,
  UserPasswordTable,
  UserTable,
} from './schema/accounts.ts'
import type {
  ImportLeftOutTable,
  ImportPageTable,
  ImportRowTable,
  ImportTable,
  ImportedTable,
} from './schema/imports.ts'
import type { ChangeFeedTable, ChangeTable, HistoryTable, LineageTable } from './schema/changes.ts'
import type { EventCountTable, EventDocumentTable, RenderingTable } from './schema/derived.ts'
import type { JobTable, MailTable, WebhookDeliveryTable, WebhookTable } from './schema/work.ts'

/** Boolean stored as 0 or 1, because both databases store integers identically. */
export type Flag = number

/**
 * Text of one resource in one language. A field that is null falls back to the original language
 * (interface: Reading in a language). `live` is 0 while the resource is in the trash, which frees its slug for others.
 */
export interface TextColumns {
  text_id: Generated<number>
  id: number
  language: string
  slug: string | null
  live: Flag
  modified: number
  /**
   * Fields of the original that have changed since this translation was last written, separated by spaces; null if it
   * is up to date, empty if the fields are unknown.
   */
  outdated_fields: string | null
  /** Normalized text for `search`. */
  search: string
  /** Normalized name, for ordering. */
  sort: string
}

/** The languages in which a resource has texts. */
interface LanguageColumns {
  original_language: string
  /**
   * All of them, each between spaces: ` de fr `. Duplicated from the texts, so that indexes of lists can include it.
   */
  languages: string
}

/** Columns that events, venues and organizers share; instants are whole seconds since the epoch. */
export interface EntryColumns extends LanguageColumns {
  id: number
  author: number
  status: string
  date: number
  modified: number
  image: number | null
}

export interface EventTable extends EntryColumns {
  timezone: string
  all_day: Flag
  /** Local time in `timezone` is authoritative; the instants next to it are what lists compare: see time/all-day.ts. */
  start_date: string
  end_date: string
  start_utc: number
  end_utc: number
  show_map: Flag
  show_map_link: Flag
  /** Non-zero if it is in no list: see resources/events/hide-from-listings.ts. */
  hide_from_listings: number
  sticky: Flag
  featured: Flag
  post_parent: number
  /** For an occurrence: the local time that the rule of its series, which is its parent, yields for it. */
  recurrence_id: string | null
  /** For an occurrence: the fields that it overrides, each between spaces: ` title title@fr `. */
  overrides: string
  event_status: string
  /** JSON list of tickets. */
  tickets: string
  ticketed: Flag
  /** Whether the cost of the original is zero; null if it has no amounts. */
  is_free: Flag | null
  /** Whether all prices of the tickets that are left are zero, which counts where `is_free` is null; null if none has a price. */
  has_free_tickets: Flag | null
  password: string | null
  /** How often its time, place or status has changed: SEQUENCE of RFC 5545. */
  sequence: number
  /** Its previous start, if it was rescheduled after publication: a day, or a time with its UTC offset (RFC 3339). */
  previous_start: string | null
}

/** The rule that makes an event a series (interface: Series). */
export interface SeriesTable {
  id: number
  /** Lines of RFC 5545, separated by newlines. */
  recurrence: string
  /** Local times of the first occurrence as they were sent, even if the clock skips them. */
  starts: string
  ends: string
  /** The series that this one was split from. */
  split_from: number | null
  /** The local time up to which occurrences exist. */
  horizon: string
  /** When the next occurrence has to be created; null if all of them exist. */
  due: number | null
}

export interface EventTextTable extends TextColumns {
  title: string | null
  description: string | null
  excerpt: string | null
  website: string | null
  cost: string | null
}

export interface VenueTable extends EntryColumns {
  zip: string | null
  phone: string | null
  show_map: Flag
  show_map_link: Flag
  geo_lat: number | null
  geo_lng: number | null
}

export interface VenueTextTable extends TextColumns {
  venue: string | null
  description: string | null
  excerpt: string | null
  website: string | null
  address: string | null
  city: string | null
  country: string | null
  province: string | null
  state: string | null
  stateprovince: string | null
}

export interface OrganizerTable extends EntryColumns {
  phone: string | null
  email: string | null
}

export interface OrganizerTextTable extends TextColumns {
  organizer: string | null
  description: string | null
  excerpt: string | null
  website: string | null
}

export interface TermColumns extends LanguageColumns {
  id: number
  modified: number
}

interface CategoryTable extends TermColumns {
  parent: number
  /** One of the ten colours of pages; null inherits that of the parent. */
  hue: number | null
}

export interface TermTextTable extends TextColumns {
  name: string | null
  /** The name without case, which is unique among the terms of one parent. */
  name_key: string | null
  description: string | null
}

/** Every category with each of its ancestors and itself. */
interface CategoryTreeTable {
  ancestor: number
  descendant: number
}

export type LinkKind = 'categories' | 'tags' | 'venue' | 'organizer'

export interface EventLinkTable {
  event_id: number
  kind: LinkKind
  position: number
  target: number
  /** Duplicated from the event, so that a list of one target is one range of an index; derived, see event-counts.ts. */
  visible: Flag
  start_utc: number
  end_utc: number
}

export interface ImageTable {
  id: number
  /** Where it is linked or was fetched from; empty if it was uploaded. */
  url: string
  extension: string
  width: number | null
  height: number | null
  filesize: number | null
  /** JSON object: name → size, see resources/images.ts. */
  sizes: string
  /** Who uploaded it; 0 for a link. */
  author: number
  created: number
  /** The common prefix of the names of its files; null for a link. */
  name: string | null
  /** That of the file that was uploaded or is linked; null if its name says nothing, or was not recorded. */
  slug: string | null
  /** The file of the whole picture; null for a link. */
  file: string | null
  /** JSON object: language → alternative text, the original first. */
  alt: string
  /** The point that thumbnails are cropped around, from 0 to 1. */
  focus_x: number
  focus_y: number
  /** ThumbHash of the picture in base64, shown while it is loading. */
  placeholder: string | null
}

/** One sequence for events, venues, organizers and images, another for the terms (interface: Routes). */
interface IdTable {
  id: Generated<number>
  kind: string
}

/** Responses to writes with an `Idempotency-Key`, stored for a day. */
interface IdempotencyKeyTable {
  account: number
  key: string
  /** Digest of the request, and the role of its caller. */
  request: string
  created: number
  status: number
  location: string | null
  language: string | null
  body: string
}

interface StateTable {
  name: string
  value: number
}

/** Texts that are stored once and never change, such as the host in the UIDs of calendars. */
interface SettledTextTable {
  name: string
  value: string
}

interface SettingTable {
  name: string
  value: string
}

export interface Database {
  mails: MailTable
  state: StateTable
  settings: SettingTable
  settled_texts: SettledTextTable
  idempotency_keys: IdempotencyKeyTable
  entry_ids: IdTable
  term_ids: IdTable
  events: EventTable
  series: SeriesTable
  event_texts: EventTextTable
  event_links: EventLinkTable
  venues: VenueTable
  venue_texts: VenueTextTable
  organizers: OrganizerTable
  organizer_texts: OrganizerTextTable
  categories: CategoryTable
  category_texts: TermTextTable
  category_tree: CategoryTreeTable
  tags: TermColumns
  tag_texts: TermTextTable
  event_counts: EventCountTable
  changes: ChangeTable
  change_feed: ChangeFeedTable
  lineage: LineageTable
  event_documents: EventDocumentTable
  renderings: RenderingTable
  images: ImageTable
  jobs: JobTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  imports: ImportTable
  import_rows: ImportRowTable
  imported: ImportedTable
  import_left_out: ImportLeftOutTable
  import_pages: ImportPageTable
  users: UserTable
  application_passwords: ApplicationPasswordTable
  user_passwords: UserPasswordTable
  password_links: PasswordLinkTable
  sign_in_failures: SignInFailureTable
  sessions: BrowserTokenTable
  known_browsers: BrowserTokenTable
  audit_log: AuditLogTable
  history: HistoryTable
}
