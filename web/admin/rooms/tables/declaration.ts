import type { ReactNode } from 'react'
import type { Dates } from '../../parts/dates.ts'
import type { Text, Words } from '../../locales/index.ts'
import type { Query } from '../../service/service.ts'
import type { CalendarEvent, EventStatus, Kind, Self, Status, Term, Translated } from '../../service/types.ts'
import type { SentBack } from '../../app/sent-back.ts'
import type { Titled } from '../../parts/titles.ts'
import type { Operation } from './operations.ts'

/** The declaration of the table of a kind; everything else is common to the five kinds. */

/** Fields that every row has. */
export interface Row extends Translated, Pick<Titled, 'title' | 'name'> {
  readonly id: number
  readonly url: string
  readonly author?: number
  readonly status?: Status
  readonly modified_utc?: string
  readonly event_status?: EventStatus
  readonly hide_from_listings?: boolean
  readonly recurrence?: readonly string[]
  // The name of a venue or organizer, or the links of an event.
  readonly venue?: CalendarEvent['venue'] | string
  readonly organizer?: CalendarEvent['organizer'] | string
}

/** Data shared by the cells. */
export interface Shared {
  readonly t: Words
  readonly dates: Dates
  readonly languages: readonly string[]
  /** The time zone of the site. */
  readonly timezone: string
  readonly categories: ReadonlyMap<number, Term>
  /** Empty if the caller may not read their names. */
  readonly users: ReadonlyMap<number, string>
  readonly sentBack: SentBack
}

export interface Column<T extends Row = Row> {
  readonly id: string
  readonly name: Text
  /** The value of `orderby` for this column. */
  readonly orderby?: string
  readonly className?: string
  /** Hidden by default. */
  readonly isExtra?: boolean
  /** Needs the names of users. */
  readonly isOfUsers?: boolean
  // A method, because method parameters are bivariant, so that a table of events is assignable to a table.
  cell(row: T, shared: Shared): ReactNode
}

export type FilterInput =
  | { readonly type: 'choice'; readonly choices: readonly { readonly value: string; readonly name: Text }[] }
  | { readonly type: 'language' }
  | { readonly type: 'category' }
  | { readonly type: 'day' }
  | { readonly type: 'entry'; readonly kind: 'venues' | 'organizers' | 'tags' }

export interface Filter {
  /** The name in the URL. */
  readonly name: string
  readonly label: Text
  readonly input: FilterInput
  query(value: string, self: Self): Query
}

export interface View {
  readonly id: string
  readonly name: Text
  /** Filters and order, as in the URL. */
  readonly settings: Readonly<Record<string, string>>
}

export interface KindTable<T extends Row = Row> {
  readonly kind: Kind
  readonly name: Text
  readonly noneMatches: Text
  readonly hasAuthors: boolean
  /** Fields used by the cells. */
  readonly fields: readonly string[]
  readonly columns: readonly Column<T>[]
  readonly filters: readonly Filter[]
  readonly views: readonly View[]
  /** The default order; with a hyphen in front, descending. `tree` shows parents before their children. */
  readonly sort: string
  /** Sent with every list. */
  readonly query: Query
  readonly operations: readonly Operation[]
}
