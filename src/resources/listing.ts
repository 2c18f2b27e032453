import type { Expression, Kysely, SqlBool } from 'kysely'
import type { OptionalCaller } from '../identity/roles.ts'
import type { EventIndex, Narrowing } from '../store/event-index/index.ts'
import type { Dialect } from '../store/sql/dialects/dialect.ts'
import type { Database, LinkKind } from '../store/sql/schema.ts'
import type { Instant } from '../time/index.ts'
import type { Parameters, Site, Values } from './parameter.ts'

/** How lists are declared and read: filters, order, pages. */

/** The caller and languages of a read. */
export interface Reader {
  readonly site: Site
  readonly caller: OptionalCaller
  /** The effective language. */
  readonly language: string
  /** The language that a list is restricted to, if `ml_language` was sent without `ml_fallback=original`. */
  readonly onlyIn: string | undefined
  /** The language sent as `ml_language`; `search` covers only this one. */
  readonly named: string | undefined
  /** Days before today at which the default window starts; 0 if absent. */
  readonly daysBack?: number | undefined
  /** Whether `context=edit` was sent. */
  readonly isForEditing?: boolean
  /** Whether events with a password are left out, because their pages do not open without it. */
  readonly onlyOpen?: boolean
}

/** Context of a filter besides its value. */
export interface ListContext extends Reader {
  readonly dialect: Dialect
  readonly db: Kysely<Database>
}

/** Context of filters that the event index evaluates. */
export interface IndexContext extends ListContext {
  readonly index: EventIndex
}

export type Condition = Expression<SqlBool>

type Handled = 'page' | 'per_page' | 'ml_language' | 'ml_fallback' | 'order' | 'orderby'

type Filter<L extends Parameters, K extends keyof L, Context, Result> = (
  value: NonNullable<Values<L>[K]>,
  context: Context,
  all: Values<L>,
) => Result

/** How a list parameter filters: an SQL condition, or undefined for none. */
interface SqlFilter<L extends Parameters, K extends keyof L> {
  readonly sql: Filter<L, K, ListContext, Condition | undefined>
}

/** A filter that the event index may evaluate too; `'database'` means that it cannot. */
export interface IndexedFilter<L extends Parameters, K extends keyof L> extends SqlFilter<L, K> {
  readonly index: 'database' | Filter<L, K, IndexContext, Narrowing | 'database' | Promise<Narrowing>>
}

type Narrowed<L extends Parameters> = Exclude<keyof L, Handled>

/** One filter for each list parameter; a missing one does not compile. */
export type Filters<L extends Parameters> = { readonly [K in Narrowed<L>]: SqlFilter<L, K> }

/** Both filters for each list parameter; a missing one does not compile. */
export type IndexedFilters<L extends Parameters> = { readonly [K in Narrowed<L>]: IndexedFilter<L, K> }

/** A parameter that does not filter by itself. */
export const neutral = { sql: () => undefined, index: () => ({}) } as const

export interface Paging {
  readonly page: number
  readonly perPage: number
}

export interface Page {
  readonly ids: readonly number[]
  /** Number of items on all pages. */
  readonly total: number
}

export interface ListPlan {
  /** Values after applying defaults and the effects of parameters on each other. */
  readonly values: Readonly<Record<string, unknown>>
  /** The effective parameters, for `rest_url`. */
  readonly shown: Readonly<Record<string, string>>
  /** End of the default window; undefined if another end was requested. */
  readonly defaultEnd?: Instant
  /** The instant that the list was computed for, if its content depends on the current time. */
  readonly asOf?: Instant
}

export interface Indexed<L extends Parameters> {
  /** Whether the list is limited to what every visitor sees, which is the content of the index. */
  isPublic(values: Values<L>, reader: Reader): boolean
  /** The direction, if the list has the order of the index; otherwise the index provides only the total. */
  direction(values: Values<L>): 'asc' | 'desc' | undefined
  /** The direction, if the list is ordered by end; the index sorts by end only if there are few matches. */
  directionByEnd(values: Values<L>): 'asc' | 'desc' | undefined
  /** How the reader narrows the list, whatever is sent. */
  narrowedFor(reader: Reader): Narrowing
  /** Prefixes of the names of linked targets; undefined if the index does not know which of them the caller may see. */
  namesOf(kind: LinkKind, reader: Reader): readonly string[] | undefined
}

export type Order = readonly [expression: Expression<unknown>, direction: 'asc' | 'desc']
