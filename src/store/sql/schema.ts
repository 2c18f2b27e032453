import type { Generated } from 'kysely'
import type { ResourceName, TextTableName } from '../../resources/kinds.ts'

/** Boolean stored as 0 or 1, because both databases store integers identically. */
type Flag = number

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
  /** Non-zero if it is in no list: see resources/events/listing.ts. */
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

/** Number of visible events that link to a target; derived, see event-counts.ts. An empty language stands for all. */
export interface EventCountTable {
  kind: LinkKind
  target: number
  language: string
  n: number
}

/**
 * What a version of the data has changed, written by triggers: see changes/tracking.ts. An empty resource stands for a
 * version without visible changes, `*` for changes that triggers did not record.
 */
export interface ChangeTable {
  version: number
  resource: ResourceName | '' | '*'
  id: number
  /** For an event: what it counted for before, see event-counts.ts. */
  former: string | null
  /** The state of the resource before, see tracking.ts; null if it did not exist. */
  former_state: string | null
}

/** What happened to which resource, in the order of commits: see changes/change-feed.ts. */
export interface ChangeFeedTable {
  seq: number
  version: number
  kind: ResourceName
  id: number
  former_state: string | null
  state: string | null
  modified: number
  /** When the change was committed; determines when it is deleted. */
  recorded: number
  /** The lineage of the database that wrote it, which may not be this one. */
  lineage: number
}

/** A single row: see store/lineage.ts. */
interface LineageTable {
  id: number
}

/** A published event rendered for anonymous readers in one language; derived, see store/documents. */
export interface EventDocumentTable {
  id: number
  language: string
  /** The rendering it belongs to; documents of other renderings are never read. */
  rendering: number
  /** The language of its text, which is another one if that translation is missing. */
  text_language: string
  /** All languages in which the event has texts, separated by spaces. */
  languages: string
  /** 1 if a password protects single reads. */
  has_password: Flag
  text: string
  json_ld: string
}

/** Code and settings that render documents: see documents/fingerprint.ts. */
interface RenderingTable {
  id: number
  fingerprint: string
  /** 1 once every published event has documents of this rendering. */
  is_complete: Flag
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

/** Work that follows from a write and is done at least once: see store/jobs.ts. */
export interface JobTable {
  kind: string
  target: number
  /** When it is due; while it is running, when its lease expires. */
  due: number
  attempts: number
}

/** Receivers of changes: see webhooks/. Lists are separated by spaces; an empty one stands for everything. */
export interface WebhookTable {
  id: Generated<number>
  url: string
  kinds: string
  actions: string
  languages: string
  /** `whsec_…` in plain text, because deliveries are signed with it. */
  secret: string
  /** JSON of the links in representations, as in the request that wrote the webhook. */
  links: string
  /** The last change of the feed that was processed. */
  position: number
  created: number
  /** Since when every attempt has failed. */
  failing: number | null
  /** When it was switched off because of failures. */
  disabled: number | null
  active: Flag
}

/** A change to be sent to a webhook. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  /** The `webhook-id`, by which receivers recognize repetitions. */
  message: string
  webhook: number
  body: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  created: number
  /** When the next attempt is due; null once it is settled. */
  due: number | null
  /** The result of the last attempt. */
  response: string | null
}

export interface UserTable {
  id: Generated<number>
  username: string
  /** The username without case. */
  username_key: string
  name: string
  email: string
  role: string
  registered: number
}

export interface ApplicationPasswordTable {
  uuid: string
  user_id: number
  name: string
  /** argon2id of the password, SHA-256 of the token; neither is stored itself. */
  password_hash: string
  token_hash: string
  created: number
  expires: number | null
  /** Null if it was never used. */
  last_used: Generated<number | null>
}

/** A version of a resource: see store/history. */
export interface HistoryTable {
  kind: ResourceName
  id: number
  version: number
  at: number
  /** The author; 0 if unknown. */
  author: number
  language: string
  action: 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'
  /** The version whose state it restored. */
  restored: number | null
  note: string | null
  /** JSON object: the fields that it changed, with their former values. */
  former: string
}

/** The password with which a person signs in with a browser; it is valid for nothing else. */
interface UserPasswordTable {
  user_id: number
  /** argon2id */
  password_hash: string
  changed: number
}

/** A link with which a person sets a password, usable once. */
interface PasswordLinkTable {
  /** SHA-256 of the token, as for every token here. */
  token_hash: string
  user_id: number
  expires: number
}

/** Consecutive wrong passwords for one username, whether it exists or not. */
interface SignInFailureTable {
  /** SHA-256, because people sometimes enter their password as the username. */
  name_hash: string
  failures: number
  last: number
}

/** A token held by a browser: of a session, or of an earlier sign-in. */
interface BrowserTokenTable {
  token_hash: string
  user_id: number
  expires: number
}

/** Actions on accounts, and permanent deletions; see identity/audit-log.ts. */
export interface AuditLogTable {
  id: Generated<number>
  at: number
  action: string
  /** Null if nobody was signed in. */
  user_id: number | null
  /** The username at that time, or the one that was tried. */
  username: string
  target_kind: string | null
  target_id: number | null
  target_name: string | null
  address: string
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

/** A file or a feed that was previewed, and possibly imported. */
export interface ImportTable {
  id: Generated<number>
  format: string
  /** The origin of the records, which identifies them together with their own IDs. */
  source: string
  /** Null if a file was uploaded. */
  url: string | null
  policy: 'overwrite' | 'keep_local' | 'create_only'
  /** The status of created resources. */
  status: string
  /** The language of texts that do not specify one. */
  language: string
  /** JSON object: fields by columns. */
  mapping: string
  /** JSON: the languages to read from a site; null for all. */
  languages: string | null
  state: 'preview' | 'running' | 'done' | 'failed' | 'undone'
  /** JSON: what is wrong with the source as a whole. */
  fault: string | null
  author: number
  created: number
  finished: number | null
  /** A cron expression. */
  schedule: string | null
  due: number | null
  /** The scheduled import that created this one. */
  scheduled_by: number | null
  /** JSON: the highest ID of each sequence at the source; null if created resources get new IDs. */
  last_ids: string | null
}

/** A record of an import: the planned action, and the outcome. */
export interface ImportRowTable {
  import: number
  position: number
  line: number
  external_id: string
  kind: ResourceName
  /** A note concerns the source itself. */
  action: 'create' | 'change' | 'skip' | 'fail' | 'note'
  /** JSON: see importing/reasons.ts. */
  reasons: string
  /** JSON of the record as it is sent to the API; empty if it could not be read. */
  record: string
  /** The ID of the resource here. */
  target: number | null
  /** Null until the row has been processed. */
  outcome: 'written' | 'skipped' | 'failed' | 'undone' | 'left' | null
  /** JSON: the versions before and after, and what undoing needs besides; see importing/write.ts. */
  written: string | null
}

/** The resource that came from a record of a source. */
export interface ImportedTable {
  source: string
  external_id: string
  kind: ResourceName
  target: number
  /** The record as it was last read. */
  record: string
  /** The version of the target after its last import. */
  version: number
  /** Names of fields that were edited here and are not overwritten. */
  edited: string
  /** JSON: see importing/known-occurrences.ts; null if it was last imported before this was stored. */
  occurrences: string | null
}

interface SettingTable {
  name: string
  value: string
}

/** E-mail to be sent by the job of the same number. */
interface MailTable {
  id: Generated<number>
  /** JSON: see store/mails.ts. */
  message: string
  /** The event that it is about. */
  event: number | null
  created: number
}

/** A record that was left out of an import with a schedule. */
interface ImportLeftOutTable {
  import: number
  external_id: string
}

/** Cached responses of a source that has not been read to its end. */
export interface ImportPageTable {
  source: string
  address: string
  body: string
  fetched: number
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
