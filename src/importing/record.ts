import type { LocalizableMessage } from '../locales/sentence.ts'
import type { Outgoing } from '../outgoing/index.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Site } from '../resources/parameter.ts'
import type { Wall } from '../time/index.ts'

/** Fields of an event, in the form in which the API takes them. */
export type Sent = Readonly<Record<string, unknown>>

/** An event of a source, or a whole series; or one of the other kinds. */
export interface SourceRecord {
  /** An event unless this says something else. */
  readonly kind?: ResourceName
  /** Where it begins; in files without lines, its number. */
  readonly line: number
  /** Tells it apart from all others of the source. */
  readonly externalId: string
  /** Links may be named by the `external_id` that they have in the source. */
  readonly fields: Sent
  /** Its texts in further languages. */
  readonly translations?: Readonly<Record<string, Sent>>
  /** The id that it is to keep if nothing is here yet. */
  readonly id?: number
  /** What people have to know of it before it is written. */
  readonly notes?: readonly LocalizableMessage[]
  /** Of a series: what occurrences have of their own, by their `recurrence_id`. */
  readonly exceptions?: Readonly<Record<Wall, Sent>>
}

/** What is wrong where nothing could be read; what stands around it is read all the same. */
export interface Unreadable {
  readonly line: number
  readonly fault: LocalizableMessage
}

/** What has to be said of the source itself. */
export interface Note {
  readonly line: number
  readonly note: LocalizableMessage
}

export type Found = SourceRecord | Unreadable | Note

/** What was fetched of a source that is not read to its end yet. */
export interface Pages {
  find(address: string): Promise<string | undefined>
  keep(address: string, body: string): Promise<unknown>
}

export interface SourceInput {
  readonly content: AsyncIterable<Uint8Array>
  readonly url: string | null
  readonly site: Site
  /** Undefined if the service makes no requests of its own. */
  readonly outgoing: Outgoing | undefined
  /** A name and a password for the source, with a colon between. */
  readonly credentials: string | undefined
  /** The languages to read; undefined for all that the source offers. */
  readonly languages: readonly string[] | undefined
  readonly pages: Pages
  /** Of one response. */
  readonly maxBytes: number
  /** The fields of columns, where these are named in a way that is not known. */
  readonly mapping: Readonly<Record<string, string>>
  /** Called with the field that each column of a table holds, as soon as that is known; empty for those left out. */
  readonly onColumns: (fields: Readonly<Record<string, string>>) => void
}

/** Reads what can be imported, one record at a time. */
export type Source = (input: SourceInput) => AsyncIterable<Found>

export const isRecord = (found: Found): found is SourceRecord => 'externalId' in found
