import type { Generated } from 'kysely'
import type { ResourceName, TextTableName } from '../../resources/kinds.ts'

/** Boolean stored as 0 or 1, because both databases store integers identically. */
type Flag = number

/**
 * Text of one resource in one language. A field that is null here is read from the original language (interface: Reading in a language).
 * `live` is 0 while the resource is in the trash: then its slug is free for others.
 */
export interface TextColumns {
  text_id: Generated<number>
  id: number
  language: string
  slug: string | null
  live: Flag
  modified: number
  /**
   * Fields of the original that have changed since this translation was last written, separated by blanks; null if it is
   * up to date, empty if nobody knows which.
   */
  outdated_fields: string | null
  /** Folded text that `search` looks into. */
  search: string
  /** Folded name, for ordering. */
  sort: string
}

/** In which languages a resource has texts. */
interface LanguageColumns {
  original_language: string
  /** All of them, each between blanks: ` de fr `. It says what the texts say, where indexes of lists can hold it. */
  languages: string
}

/** What events, venues and organizers have in common; instants are whole seconds since the epoch. */
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
  /** Why it is in no list: see resources/events/listing.ts. */
  hide_from_listings: number
  sticky: Flag
  featured: Flag
  post_parent: number
  /** Of an occurrence: the local time at which the rule of its series, which is its parent, has placed it. */
  recurrence_id: string | null
  /** Of an occurrence: the fields that are its own and not those of its series, each between blanks: ` title title@fr `. */
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
  /** Its start before that was last changed after publication: a day, or a time with its UTC offset (RFC 3339). */
  previous_start: string | null
}

/** What makes an event a series: when its occurrences are (interface: Series). */
export interface SeriesTable {
  id: number
  /** Lines of RFC 5545, each on its own. */
  recurrence: string
  /** Local times of the first occurrence as they were sent, also where the clock skips them. */
  starts: string
  ends: string
  /** The series that this one was split from. */
  split_from: number | null
  /** Up to which local time there are occurrences. */
  horizon: string
  /** When the next of them is to be made; null if all are. */
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
  /** One of the ten colours of pages; null: that of the parent. */
  hue: number | null
}

export interface TermTextTable extends TextColumns {
  name: string | null
  /** The name without case: two terms under one parent never share it. */
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
  /** Of the event, so that a list of one target is one range of an index; derived, see event-counts.ts. */
  visible: Flag
  start_utc: number
  end_utc: number
}

/** How many visible events link to a target; derived, see event-counts.ts. An empty language stands for all of them. */
export interface EventCountTable {
  kind: LinkKind
  target: number
  language: string
  n: number
}

/**
 * What a version of the data has changed, written by triggers: see changes/tracking.ts. An empty resource stands for a
 * version that changed nothing anybody is shown, `*` for more than triggers have seen.
 */
export interface ChangeTable {
  version: number
  resource: ResourceName | '' | '*'
  id: number
  /** Of an event: what it counted for before, see event-counts.ts. */
  former: string | null
  /** What the resource was before, see tracking.ts; null if there was none. */
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
  /** When the change was committed, for the day on which it is forgotten. */
  recorded: number
}

/** A published event rendered for anonymous readers in one language; derived, see store/documents. */
export interface EventDocumentTable {
  id: number
  language: string
  /** What rendered it; documents of another rendering are never read. */
  rendering: number
  /** The language of its text, which is another one if that translation is missing. */
  text_language: string
  /** All that it has texts in, separated by blanks. */
  languages: string
  /** 1 if a password protects single reads. */
  has_password: Flag
  text: string
  json_ld: string
}

/** What renders documents: see documents/fingerprint.ts. */
interface RenderingTable {
  id: number
  fingerprint: string
  /** 1 once every published event has documents of it. */
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
  /** What the names of all its files begin with; null for a link. */
  name: string | null
  /** The file of the whole picture; null for a link. */
  file: string | null
  /** JSON object: language → alternative text, the original first. */
  alt: string
  /** The point that thumbnails are cropped around, from 0 to 1. */
  focus_x: number
  focus_y: number
  /** ThumbHash of the picture in base64, which is shown until it is loaded. */
  placeholder: string | null
}

/** Work that is done after the write that asked for it, at least once: see store/jobs.ts. */
export interface JobTable {
  kind: string
  target: number
  /** When it is to be done; while somebody does it, when that is given up. */
  due: number
  attempts: number
}

/** Whom changes are sent to: see webhooks/. Lists are separated by blanks; an empty one stands for everything. */
export interface WebhookTable {
  id: Generated<number>
  url: string
  kinds: string
  actions: string
  languages: string
  /** `whsec_…`, as it is: what is sent is signed with it. */
  secret: string
  /** JSON of the links that representations have; those of the request that has written the webhook. */
  links: string
  /** The last change of the feed that was looked at. */
  position: number
  created: number
  /** Since when every attempt has failed. */
  failing: number | null
  /** When it was switched off because it failed. */
  disabled: number | null
  active: Flag
}

/** A change that is sent to a webhook. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  webhook: number
  body: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  created: number
  /** When it is sent next; null once that is settled. */
  due: number | null
  /** What came of the last attempt. */
  response: string | null
}

export interface UserTable {
  id: Generated<number>
  username: string
  /** The user name without case. */
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
  /** Who made it; 0 if nobody knows. */
  author: number
  language: string
  action: 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'
  /** The version that it brought back. */
  restored: number | null
  note: string | null
  /** JSON object: the fields that it changed, with their values before. */
  former: string
}

/** The password of a person, for signing in with a browser; it opens nothing else. */
interface UserPasswordTable {
  user_id: number
  /** argon2id */
  password_hash: string
  changed: number
}

/** A link by which a person sets a password, once. */
interface PasswordLinkTable {
  /** SHA-256 of the token, as of every token here. */
  token_hash: string
  user_id: number
  expires: number
}

/** Wrong passwords in a row for one name, whether somebody has it or not. */
interface SignInFailureTable {
  /** SHA-256, because people type passwords where the name belongs. */
  name_hash: string
  failures: number
  last: number
}

/** A token that a browser has: of a session, or of having been let in before. */
interface BrowserTokenTable {
  token_hash: string
  user_id: number
  expires: number
}

/** Who did what to accounts, and what was deleted for good; see identity/audit-log.ts. */
export interface AuditLogTable {
  id: Generated<number>
  at: number
  action: string
  /** Null if nobody was signed in. */
  user_id: number | null
  /** The name as it was then, or as it was tried. */
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

/** Answers of writes that carried an `Idempotency-Key`, for a day. */
interface IdempotencyKeyTable {
  account: number
  key: string
  /** Digest of what was asked under the key. */
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

/** Texts that are settled once and never change, such as the host in the UIDs of calendars. */
interface SettledTextTable {
  name: string
  value: string
}

/** A file or a feed that was looked at, and then imported or not. */
export interface ImportTable {
  id: Generated<number>
  format: string
  /** What the records belong to: they are known by this and their own id. */
  source: string
  /** Null if a file was uploaded. */
  url: string | null
  policy: 'overwrite' | 'keep_local' | 'create_only'
  /** That of what is created. */
  status: string
  /** Of texts that do not name one. */
  language: string
  /** JSON object: fields by columns. */
  mapping: string
  state: 'preview' | 'running' | 'done' | 'failed' | 'undone'
  /** JSON of what is wrong with the whole of it. */
  fault: string | null
  author: number
  created: number
  finished: number | null
  /** A cron expression. */
  schedule: string | null
  due: number | null
  /** The import whose schedule made this one. */
  scheduled_by: number | null
  /** JSON: the highest id at the source of each sequence; null if what is made gets ids of its own. */
  last_ids: string | null
}

/** A record of an import: what is to become of it, and what has. */
export interface ImportRowTable {
  import: number
  position: number
  line: number
  external_id: string
  kind: ResourceName
  /** A note says something of the source itself. */
  action: 'create' | 'change' | 'skip' | 'fail' | 'note'
  /** JSON: see importing/reasons.ts. */
  reasons: string
  /** JSON of what was read, as it is sent to the API; empty where nothing could be. */
  record: string
  /** The id of what it is here. */
  target: number | null
  /** Null for as long as it has not been written. */
  outcome: 'written' | 'skipped' | 'failed' | 'undone' | 'left' | null
  /** JSON: the versions of what was written, before and after. */
  written: string | null
}

/** What came from a record of a source. */
export interface ImportedTable {
  source: string
  external_id: string
  kind: ResourceName
  target: number
  /** What was read last. */
  record: string
  /** Of the target, after it was imported last. */
  version: number
  /** Names of fields that were edited here and keep what they have. */
  edited: string
}

interface SettingTable {
  name: string
  value: string
}

/** E-mail that is to be sent; the job of the same number does it. */
interface MailTable {
  id: Generated<number>
  /** JSON: see store/mails.ts. */
  message: string
  /** The event that it tells of. */
  event: number | null
  created: number
}

/** Answers of a source that is not read to its end yet. */
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
  event_documents: EventDocumentTable
  renderings: RenderingTable
  images: ImageTable
  jobs: JobTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  imports: ImportTable
  import_rows: ImportRowTable
  imported: ImportedTable
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

export type { TextTableName }
