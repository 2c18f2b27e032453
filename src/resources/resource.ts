import type { TSchema } from './json-schema.ts'
import type { Expression, Kysely, RawBuilder, Selectable, SqlBool, Transaction } from 'kysely'
import type { EventIndex, Narrowing } from '../store/event-index/index.ts'
import type { Dialect } from '../store/sql/dialects/dialect.ts'
import type {
  Database,
  EntryColumns,
  ImageTable,
  LinkKind,
  TermColumns,
  TextColumns,
  TextTableName,
} from '../store/sql/schema.ts'
import type { ValidationError } from '../errors.ts'
import type { OptionalCaller, ResourceFamily } from '../identity/roles.ts'
import type { LocalizableMessage } from '../locales/sentence.ts'
import type { Recurrence } from '../recurrence/index.ts'
import type { Instant, Wall } from '../time/index.ts'
import type { InheritedField } from './events/inheritance.ts'
import type { Kind, ResourceName } from './kinds.ts'
import type { Parameters, Site, Values } from './parameter.ts'

export type { ResourceName }

/** What a response takes from the mount that the request came in on, above all where links lead (interface: Base URL and mounts). */
export interface Links {
  /** `https://host/fr/api/cal/events/v1`, without a slash at the end. */
  readonly rest: string
  /** `https://host`: the pages of the site. */
  readonly site: string
  /** `https://host/media`: the files of images. */
  readonly media: string
  /** `host/path`, as in `global_id`. */
  readonly host: string
  /** Whether IDs of authors are strings, as on aliases. */
  readonly hasTextAuthors: boolean
}

/** What a presentation needs besides the item itself. */
export interface View {
  readonly links: Links
  /** The effective language. */
  readonly language: string
  /** Those of the site, its default first: texts in others are not linked. */
  readonly languages: readonly string[]
  /** What stands before the addresses of pages. */
  readonly prefix: string
  readonly timezone: string
  readonly currency: {
    readonly symbol: string
    readonly position: 'prefix' | 'postfix'
    readonly code?: string | undefined
  }
  readonly caller: OptionalCaller
  /** Single reads carry `json_ld`. */
  readonly isSingle: boolean
  /** The right password of the event came with the request. */
  readonly isUnlocked: boolean
  /** What changes without the item is a slot, which is filled when the document is read: see json-template.ts. */
  readonly hasSlots?: true
}

export interface Translation {
  readonly slug: string | null
  readonly title: string
  readonly modified: Instant
  /** Fields of the original that have changed since; undefined if none, empty if nobody knows which. */
  readonly outdatedFields: readonly string[] | undefined
}

/** What stands above an item in its tree, as its page names it: the slug of the original, and of each language. */
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
  readonly translations: Readonly<Record<string, Translation>>
  readonly links: Readonly<Partial<Record<LinkKind, readonly Item[]>>>
  /** Where the links lead, where only that was read. */
  readonly targets?: Readonly<Partial<Record<LinkKind, readonly number[]>>>
  readonly image?: Selectable<ImageTable> | undefined
  /** Published visible events, for terms. */
  readonly count: number
  /** From the top down, for what has a page of its own in a tree. */
  readonly ancestors?: readonly Above[] | undefined
  /** Of an event that repeats. */
  readonly series?: SeriesState | undefined
}

/** One occurrence of a series, as the series names it. */
export interface OccurrenceTime {
  readonly id: number
  readonly start_date: Wall
  readonly end_date: Wall
  readonly end_utc: Instant
}

/** What is known of a series besides its event, as somebody may see it (interface: Series). */
export interface SeriesState {
  /** Lines of RFC 5545. */
  readonly recurrence: string
  /** Local times of the first occurrence as they were sent, also where the clock skips them. */
  readonly starts: Wall
  readonly ends: Wall
  readonly splitFrom: number | null
  readonly horizon: Wall
  readonly total: number
  readonly first: OccurrenceTime | undefined
  readonly last: OccurrenceTime | undefined
  readonly previous: OccurrenceTime | undefined
  /** The first ones that are not over. */
  readonly upcoming: readonly OccurrenceTime[]
  /** How many occurrences have something of their own. */
  readonly overridden: number
  /** When the next one is over, and another is the next. */
  readonly changesAt: Instant | undefined
}

export type AnyRow = Selectable<EntryColumns | TermColumns> & Readonly<Record<string, unknown>>
export type AnyText = Pick<Selectable<TextColumns>, 'slug'> & Readonly<Record<string, unknown>>

export type ItemOf<Row, Text> = Item<
  Selectable<Row>,
  Omit<Selectable<Text>, keyof TextColumns> & { slug: string | null }
>

/** Columns to write: what is absent stays as it is. */
export interface Draft {
  readonly row: Readonly<Record<string, unknown>>
  readonly text: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Partial<Record<LinkKind, readonly LinkTarget[]>>>
  readonly image?: number | string | null | undefined
  readonly repeating?: Repeating
}

/** What a write says of repeating (interface: Series). */
export interface Repeating {
  /** Undefined if it stays as it is; null if the repeating ends. */
  readonly recurrence: Recurrence | null | undefined
  /** Local times of the first occurrence. */
  readonly starts: Wall
  readonly ends: Wall
  /** The fields that occurrences have of their series, and that the write has set. */
  readonly written: readonly string[]
  /** Those that an occurrence is to have of its series again. */
  readonly inherited: readonly InheritedField[]
  /** Whether occurrences that are over change too. */
  readonly reachesPast: boolean
}

/** What a write has done to the occurrences of a series. */
export interface OccurrenceCounts {
  readonly kept: number
  readonly moved: number
  readonly created: number
  readonly trashed: number
  /** Of those that stay, how many have fields of their own. */
  readonly overridden: number
  /** How many are over, and stay as they were. */
  readonly past: number
}

/** What a link leads to: something that is there, or something that is made in the same transaction. */
export type LinkTarget =
  number | { readonly resource: ResourceName; readonly values: Readonly<Record<string, unknown>> }

/** What a write knows besides the values sent. */
export interface Writing {
  readonly site: Site
  readonly caller: OptionalCaller
  readonly language: string
  /** The item as it was; absent on create. */
  readonly former?: Item
  /** Whether translations stay up to date, whatever changes in the original. */
  readonly isMinor?: boolean
}

/** Who reads, and in which languages. */
export interface Reader {
  readonly site: Site
  readonly caller: OptionalCaller
  /** The effective language. */
  readonly language: string
  /** The language that a list is narrowed to: named by `ml_language`, without `ml_fallback=original`. */
  readonly onlyIn: string | undefined
  /** The language that was named; `search` looks only into that one. */
  readonly named: string | undefined
  /** How many days before today the default window begins; 0 if absent. */
  readonly daysBack?: number | undefined
}

/** What a filter knows besides its value. */
export interface ListContext extends Reader {
  readonly dialect: Dialect
  readonly db: Kysely<Database>
}

/** The same, for filters that the event index answers. */
export interface IndexContext extends ListContext {
  readonly index: EventIndex
}

export type Condition = Expression<SqlBool>

/** IDs of a parameter, and their expected resource. */
export interface GivenIds {
  readonly name: string
  readonly kind: Kind
  readonly ids: readonly number[]
}

/** What checks of parameters ask the database; a fault is set under the parameter's name. */
export interface Lookup {
  readonly db: Kysely<Database>
  /** Which of these ids exist, by kind. */
  readonly existing: (given: readonly GivenIds[]) => Promise<ReadonlyMap<Kind, ReadonlySet<number>>>
  readonly site: Site
  readonly caller: OptionalCaller
  readonly errors: Map<string, ValidationError>
  /** What an update is about, where that is known. */
  readonly targetId?: number | undefined
}

type Handled = 'page' | 'per_page' | 'ml_language' | 'ml_fallback' | 'order' | 'orderby'

type Filter<L extends Parameters, K extends keyof L, Context, Result> = (
  value: NonNullable<Values<L>[K]>,
  context: Context,
  all: Values<L>,
) => Result

/** How a list parameter narrows: as a condition of SQL, or not at all. */
interface SqlFilter<L extends Parameters, K extends keyof L> {
  readonly sql: Filter<L, K, ListContext, Condition | undefined>
}

/** The same for what the event index holds; `'database'` says that the index cannot answer it. */
export interface IndexedFilter<L extends Parameters, K extends keyof L> extends SqlFilter<L, K> {
  readonly index: 'database' | Filter<L, K, IndexContext, Narrowing | 'database' | Promise<Narrowing>>
}

type Narrowed<L extends Parameters> = Exclude<keyof L, Handled>

/** One filter for each list parameter: leave one out and it does not compile. */
export type Filters<L extends Parameters> = { readonly [K in Narrowed<L>]: SqlFilter<L, K> }

/** Both ways to answer each list parameter: leave one out and it does not compile. */
export type IndexedFilters<L extends Parameters> = { readonly [K in Narrowed<L>]: IndexedFilter<L, K> }

/** A parameter that narrows nothing by itself. */
export const neutral = { sql: () => undefined, index: () => ({}) } as const

export interface Paging {
  readonly page: number
  readonly perPage: number
}

export interface Page {
  readonly ids: readonly number[]
  /** How many match in all. */
  readonly total: number
}

export interface ListPlan {
  /** Values after defaults and after what parameters do to each other. */
  readonly values: Readonly<Record<string, unknown>>
  /** The parameters in effect, as `rest_url` names them. */
  readonly shown: Readonly<Record<string, string>>
  /** Where the default window ends; undefined if it was asked for another end. */
  readonly defaultEnd?: Instant
  /** The instant that the list is of, if it becomes another one as time passes; otherwise undefined. */
  readonly asOf?: Instant
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
  /** The field that names a resource: title, venue, organizer, name. */
  readonly titleField: string
  /** Fields kept per language, besides the slug. */
  readonly translated: readonly string[]
  /** Parameters of a create; an update takes them without requirements and defaults. */
  readonly fields: F
  /** Columns that are computed as a row is read, such as what it inherits from other rows. */
  readonly derivedColumns?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Parameters of creates, of updates and of deletes, besides the fields. */
  readonly createParameters?: Parameters
  readonly updateParameters?: Parameters
  readonly deleteParameters?: Parameters
  /** Parameters that only a create takes. */
  readonly onlyOnCreate?: readonly string[]
  /** Fields that an update by slug does not take. */
  readonly notBySlug?: readonly string[]
  /** Whether discovery tells the slug of an update by slug as the optional field, not as the one of the path. */
  readonly isSlugOptional?: true
  /** Of fields that are stored in another form than they are sent: how they are sent. */
  readonly sentAs?: Readonly<Record<string, (stored: never) => unknown>>
  /** Fields that mean something only together. */
  readonly sentTogether?: readonly string[]
  readonly readParameters?: Parameters
  readonly listParameters: L
  /** What the database or the rights of others say of the values sent. */
  check?(values: Values<F>, lookup: Lookup): Promise<void>
  /** Parameters that break a right of the asker, with a sentence each. */
  breaches?(values: Values<F>, caller: OptionalCaller, former?: I): Record<string, LocalizableMessage>
  /** The values as columns; throws `ValidationError` parts where they contradict each other. */
  draft(values: Values<F>, writing: Writing): Draft
  /** Texts that `search` looks into. */
  searched(row: I['row'], text: I['text']): readonly (string | null)[]
  /** What only the database can judge in a list's parameters. */
  checkList?(values: Values<L>, lookup: Lookup): Promise<void>
  plan?(values: Values<L>, reader: Reader): ListPlan
  /** When the last of what a list may hold is over, of parameters after `plan`; Infinity if it has no end. */
  endOfList?(values: Values<L>): Instant
  readonly filters: Filters<L>
  /** Columns to order by; the last decides. */
  order(values: Values<L>, context: ListContext): readonly Order[]
  /** Whether something is visible in this list at all, besides the filters. */
  visible?(values: Values<L>, context: ListContext): readonly Condition[]
  /** Present where the filters have an answer of the event index too. */
  readonly indexed?: Indexed<L>
  /** Whether items may be series. */
  readonly repeats?: true
  /** What was sent to an occurrence, as it is meant for the whole series. */
  forSeries?(values: Values<F>, occurrence: I, series: I): Values<F>
  /** Whether items are rendered when they are written, and stored as documents. */
  readonly hasDocuments?: true
  /** What stands above each of these, where they form a tree. */
  above?(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Above[]>>
  /** What a write has to look at, or to keep besides, in the same transaction. */
  beforeWrite?(trx: Transaction<Database>, draft: Draft, former?: I): Promise<void>
  afterWrite?(trx: Transaction<Database>, id: number, draft: Draft): Promise<void>
  beforeRemove?(trx: Transaction<Database>, item: I): Promise<void>
  present(item: I, view: View): Record<string, unknown>
  /** As JSON-LD has it, inside others. */
  linkedData?(item: I, view: View): Record<string, unknown>
  /** The representation inside an event. */
  presentLinked?(item: I, view: View): Record<string, unknown>
  /** The schemas of what `present` and `presentLinked` give. */
  readonly representation: TSchema
  /** The representation after a write, with what became of the occurrences. */
  presentCounts?(body: Record<string, unknown>, changed: OccurrenceCounts): Record<string, unknown>
  readonly linkedRepresentation?: TSchema
  /** Schemas that the representation refers to by name, and that no other has. */
  readonly representationParts?: Readonly<Record<string, TSchema>>
  /** Kinds of link that lead from this resource, and to which one. */
  readonly links?: Readonly<Record<LinkKind, ResourceName>>
  /** The kind of link by which events lead here. */
  readonly linkedAs?: LinkKind
}

export interface Indexed<L extends Parameters> {
  /** Whether the list holds what the index holds: what every visitor sees. */
  isPublic(values: Values<L>, reader: Reader): boolean
  /** The direction, if the list is ordered as the index is; otherwise the index knows only the total. */
  direction(values: Values<L>): 'asc' | 'desc' | undefined
  /** The direction, if the list is ordered by when events end, which the index does where there are few. */
  directionByEnd(values: Values<L>): 'asc' | 'desc' | undefined
  /** How the index names what events link to, as far as the caller is told; undefined if it does not know that. */
  namesOf(kind: LinkKind, reader: Reader): readonly string[] | undefined
}

export type Order = readonly [expression: Expression<unknown>, direction: 'asc' | 'desc']

/** Checks a declaration against its own parameters and gives it the shape that all five share. */
export const defineResource = <F extends Parameters, L extends Parameters, I>(
  declaration: Resource<F, L, I & Item>,
): Resource => declaration as unknown as Resource
