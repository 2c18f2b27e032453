import type { TSchema } from './json-schema.ts'
import type { Kysely, RawBuilder, Selectable } from 'kysely'
import type {
  Database,
  EntryColumns,
  ImageTable,
  LinkKind,
  TermColumns,
  TextColumns,
} from '../store/sql/schema.ts'
import type { ValidationError } from '../errors.ts'
import type { OptionalCaller, OwnedEntry, ResourceFamily } from '../identity/roles.ts'
import type { LocalizableMessage } from '../locales/sentence.ts'
import type { Recurrence } from '../recurrence/index.ts'
import type { Instant, Wall } from '../time/index.ts'
import type { InheritedField } from './events/inheritance.ts'
import type { Kind, ResourceName, TextTableName } from './kinds.ts'
import type { Condition, Filters, Indexed, ListContext, ListPlan, Order, Reader } from './listing.ts'
import type { Parameters, Site, Values } from './parameter.ts'
import type { Trx } from '../store/sql/write-queue.ts'

export type { ResourceName }

/** The mount-dependent parts of a response, mainly base URLs of links (interface: Base URL and mounts). */
export interface Links {
  /** `https://host/fr/api/cal/events/v1`, without a trailing slash. */
  readonly rest: string
  /** `https://host`: base URL of the pages. */
  readonly site: string
  /** `https://host/media`: base URL of image files. */
  readonly media: string
  /** `host/path`, as in `global_id`, with the prefix and without the mount. */
  readonly host: string
  /** Whether author IDs are strings, as on aliases. */
  readonly hasTextAuthors: boolean
}

/** Context of a presentation besides the item itself. */
export interface View {
  readonly links: Links
  /** The effective language. */
  readonly language: string
  /** The languages of the site, the default first; texts in other languages are not linked. */
  readonly languages: readonly string[]
  /** Path prefix of page URLs. */
  readonly prefix: string
  readonly timezone: string
  readonly currency: {
    readonly symbol: string
    readonly position: 'prefix' | 'postfix'
    readonly code?: string | undefined
  }
  readonly caller: OptionalCaller
  /** Single reads include `json_ld`. */
  readonly isSingle: boolean
  /** Whether the request contained the correct password of the event. */
  readonly isUnlocked: boolean
  /** Whether it is read with `context=edit`. */
  readonly isForEditing: boolean
  /**
   * Set if parts that change independently of the item are rendered as slots, to be filled on reading
   * (json-template.ts).
   */
  readonly hasSlots?: true
}

export interface Translation {
  readonly slug: string | null
  readonly title: string
  readonly modified: Instant
  /**
   * Fields of the original that changed after the translation was written; undefined if none did, empty if it is
   * unknown which.
   */
  readonly outdatedFields: readonly string[] | undefined
}

/** An ancestor in a tree, with the slugs used in page URLs: that of the original, and that of each language. */
export interface Above {
  readonly slug: string
  readonly slugs: Readonly<Record<string, string>>
}

/** One resource as read from the database, its text chosen for a language (interface: Reading in a language). */
export interface Item<Row = AnyRow, Text = AnyText> {
  readonly id: number
  readonly row: Row
  readonly text: Text
  readonly language: string
  readonly isFallback: boolean
  /** Fields with a text in the language asked for, without what falls back. */
  readonly ownFields: readonly string[]
  readonly translations: Readonly<Record<string, Translation>>
  readonly links: Readonly<Partial<Record<LinkKind, readonly Item[]>>>
  /** IDs of linked resources, if only those were read. */
  readonly targets?: Readonly<Partial<Record<LinkKind, readonly number[]>>>
  readonly image?: Selectable<ImageTable> | undefined
  /** Number of visible events; terms only. */
  readonly count: number
  /** Ancestors from the root down, for resources that form a tree and have a page. */
  readonly ancestors?: readonly Above[] | undefined
  /** Present for series. */
  readonly series?: SeriesState | undefined
}

/** An occurrence as referenced by its series. */
export interface OccurrenceTime {
  readonly id: number
  readonly start_date: Wall
  readonly end_date: Wall
  readonly end_utc: Instant
}

/** An occurrence that has not ended. Those that override nothing differ from their series in their dates alone. */
export interface UpcomingOccurrence extends OccurrenceTime {
  readonly start_utc: Instant
  readonly previous_start: string | null
  /** The occurrence itself, if it has fields of its own: its times, status, title, website and venues. */
  readonly own: Item | undefined
}

/** The state of a series besides its event, as visible to the caller (interface: Series). */
export interface SeriesState {
  /** Lines of RFC 5545. */
  readonly recurrence: string
  /** Local times of the first occurrence as sent, even if the clock skips them. */
  readonly starts: Wall
  readonly ends: Wall
  readonly splitFrom: number | null
  readonly horizon: Wall
  readonly total: number
  readonly first: OccurrenceTime | undefined
  readonly last: OccurrenceTime | undefined
  readonly previous: OccurrenceTime | undefined
  /** The next occurrences that have not ended. */
  readonly upcoming: readonly UpcomingOccurrence[]
  /** Number of occurrences with overrides. */
  readonly overridden: number
  /** When an occurrence last ended, so that others became the previous and the next. */
  readonly changedAt: Instant | undefined
  /** When an occurrence will next end. */
  readonly changesAt: Instant | undefined
}

export type AnyRow = Selectable<EntryColumns | TermColumns> & Readonly<Record<string, unknown>>
export type AnyText = Pick<Selectable<TextColumns>, 'slug'> & Readonly<Record<string, unknown>>

export type ItemOf<Row, Text> = Item<
  Selectable<Row>,
  Omit<Selectable<Text>, keyof TextColumns> & { slug: string | null }
>

/** Columns to write; absent ones are unchanged. */
export interface Draft {
  readonly row: Readonly<Record<string, unknown>>
  readonly text: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Partial<Record<LinkKind, readonly LinkTarget[]>>>
  readonly image?: number | string | null | undefined
  readonly repeating?: Repeating
}

/** The recurrence part of a write (interface: Series). */
export interface Repeating {
  /** Undefined to leave it unchanged; null to end the recurrence. */
  readonly recurrence: Recurrence | null | undefined
  /** Local times of the first occurrence. */
  readonly starts: Wall
  readonly ends: Wall
  /** The written fields that occurrences inherit from their series. */
  readonly written: readonly string[]
  /** The fields that an occurrence is to inherit from its series again. */
  readonly inherited: readonly InheritedField[]
  /** Whether past occurrences are changed too. */
  readonly reachesPast: boolean
  /** Whether occurrences keep their IDs also on other days, to which they move with the start of their series. */
  readonly takesOver: boolean
}

/** Numbers of occurrences affected by a write to their series. */
export interface OccurrenceCounts {
  readonly kept: number
  readonly moved: number
  readonly created: number
  readonly trashed: number
  /** Remaining occurrences with overrides. */
  readonly overridden: number
  /** Past occurrences, left unchanged. */
  readonly past: number
}

/** The row of an item that somebody owns. */
export const ownedOf = ({ row }: Pick<Item, 'row'>) => row as unknown as OwnedEntry

export const noOccurrences: OccurrenceCounts = {
  kept: 0,
  moved: 0,
  created: 0,
  trashed: 0,
  overridden: 0,
  past: 0,
}

/** The target of a link: an existing resource, or one created in the same transaction. */
export type LinkTarget =
  | number
  | { readonly resource: ResourceName; readonly values: Readonly<Record<string, unknown>> }

/** Context of a write besides the values sent. */
export interface Writing {
  readonly site: Site
  readonly caller: OptionalCaller
  readonly language: string
  /** The item before the write; absent on create. */
  readonly former?: Item
  /** Whether the change is minor, so that translations are not marked as outdated. */
  readonly isMinor?: boolean
  /** Whether links that the caller is not shown remain if exactly those that are shown are sent back. */
  readonly keepsHiddenLinks?: boolean
}

/** IDs of a parameter, and their expected resource. */
export interface GivenIds {
  readonly name: string
  readonly kind: Kind
  readonly ids: readonly number[]
}

/** Database access for parameter checks; an error is stored under the parameter's name. */
export interface Lookup {
  readonly db: Kysely<Database>
  /** Which of these IDs exist, by kind. */
  readonly existing: (given: readonly GivenIds[]) => Promise<ReadonlyMap<Kind, ReadonlySet<number>>>
  readonly site: Site
  readonly caller: OptionalCaller
  readonly errors: Map<string, ValidationError>
  /** The ID of the resource to update, if known. */
  readonly targetId?: number | undefined
}

export interface Resource<
  F extends Parameters = Parameters,
  L extends Parameters = Parameters,
  I extends Item = Item,
> {
  readonly name: ResourceName
  readonly singular: Kind
  readonly family: ResourceFamily
  readonly identifiedBy: readonly ('id' | 'slug')[]
  readonly texts: TextTableName
  /** The field that contains the title or name: title, venue, organizer, name. */
  readonly titleField: string
  /** Fields stored per language, besides the slug. */
  readonly translated: readonly string[]
  /** Parameters of a create; an update accepts them without requirements and defaults. */
  readonly fields: F
  /** Columns computed when a row is read, for example values inherited from other rows. */
  readonly derivedColumns?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Parameters of creates, of updates and of deletes, besides the fields. */
  readonly createParameters?: Parameters
  readonly updateParameters?: Parameters
  readonly deleteParameters?: Parameters
  /** Parameters accepted only by creates. */
  readonly onlyOnCreate?: readonly string[]
  /** Fields not accepted by an update by slug. */
  readonly notBySlug?: readonly string[]
  /** Whether discovery declares `slug` of an update by slug as the optional field instead of the path parameter. */
  readonly isSlugOptional?: true
  /** Converts stored values to the form in which they are sent, where the two differ. */
  readonly sentAs?: Readonly<Record<string, (stored: never) => unknown>>
  /** Fields that are valid only in combination. */
  readonly sentTogether?: readonly string[]
  readonly readParameters?: Parameters
  readonly listParameters: L
  /** Validation that needs the database or depends on the permissions of the caller. */
  check?(values: Values<F>, lookup: Lookup): Promise<void>
  /** Parameters that require a permission the caller does not have, each with a message. */
  breaches?(values: Values<F>, caller: OptionalCaller, former?: I): Record<string, LocalizableMessage>
  /** Converts values to columns; throws `InvalidParts` if they contradict each other. */
  draft(values: Values<F>, writing: Writing): Draft
  /** Texts covered by `search`. */
  searched(row: I['row'], text: I['text']): readonly (string | null)[]
  /** Validation of list parameters that needs the database. */
  checkList?(values: Values<L>, lookup: Lookup): Promise<void>
  plan?(values: Values<L>, reader: Reader): ListPlan
  /** The latest instant that a list can contain, from the parameters after `plan`; Infinity if unbounded. */
  endOfList?(values: Values<L>): Instant
  readonly filters: Filters<L>
  /** Columns to order by; the last one is unique. */
  order(values: Values<L>, context: ListContext): readonly Order[]
  /** Which items the list may contain at all, regardless of the filters. */
  visible?(values: Values<L>, context: ListContext): readonly Condition[]
  /** Present if the event index can evaluate the filters. */
  readonly indexed?: Indexed<L>
  /** Whether items may be series. */
  readonly repeats?: true
  /** Converts values sent to an occurrence into values for its series. */
  forSeries?(values: Values<F>, occurrence: I, series: I): Values<F>
  /** The values for a series that the occurrence they were sent to needs as well. */
  forOccurrence?(values: Values<F>, occurrence: I): Values<F> | undefined
  /** Whether items are rendered on write and stored as documents. */
  readonly hasDocuments?: true
  /** The ancestors of each of these, for resources that form a tree. */
  above?(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Above[]>>
  /** Hooks for additional checks and data, run in the transaction of the write. */
  beforeWrite?(trx: Trx, draft: Draft, former?: I): Promise<void>
  afterWrite?(trx: Trx, id: number, draft: Draft): Promise<void>
  beforeRemove?(trx: Trx, item: I): Promise<void>
  present(item: I, view: View): Record<string, unknown>
  /** The JSON-LD of the item inside that of another. */
  linkedData?(item: I, view: View): Record<string, unknown>
  /** The representation inside an event. */
  presentLinked?(item: I, view: View): Record<string, unknown>
  /** Schemas of the results of `present` and `presentLinked`. */
  readonly representation: TSchema
  /** The representation after a write, with the numbers of changed occurrences. */
  presentCounts?(body: Record<string, unknown>, changed: OccurrenceCounts): Record<string, unknown>
  readonly linkedRepresentation?: TSchema
  /** Schemas referenced by the representation of this resource only. */
  readonly representationParts?: Readonly<Record<string, TSchema>>
  /** The kinds of link from this resource, with their target resources. */
  readonly links?: Readonly<Partial<Record<LinkKind, ResourceName>>>
  /** The kind of link from events to this resource. */
  readonly linkedAs?: LinkKind
}

/** Checks a declaration against its own parameters and gives it the shape that all five share. */
export const defineResource = <F extends Parameters, L extends Parameters, I>(
  declaration: Resource<F, L, I & Item>,
): Resource => declaration as unknown as Resource
