import type { LocalizableMessage } from '../locales/sentence.ts'
import type { Outgoing } from '../outgoing/index.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Site } from '../resources/parameter.ts'
import type { Wall } from '../time/index.ts'

/** Fields of a resource, as the API accepts them. */
export type Sent = Readonly<Record<string, unknown>>

/** An event, a whole series, or a resource of another kind. */
export interface SourceRecord {
  /** Defaults to events. */
  readonly kind?: ResourceName
  /** The first line of the record, or its number if the source has no lines. */
  readonly line: number
  /** Unique within the source. */
  readonly externalId: string
  /** Whether title and start had to make the ID, because the source has none. */
  readonly hasDerivedId?: boolean
  /** Of records with the same ID, the one with the highest revision counts, else the first. Defaults to 0. */
  readonly revision?: number
  /** Counts instead of others with the same ID, whatever their revisions. */
  readonly replaces?: true
  /** Links may contain the `external_id` of other records of the source. */
  readonly fields: Sent
  /** Translations, by language. */
  readonly translations?: Readonly<Record<string, Sent>>
  /** The ID in the source, which is preserved if the service is empty. */
  readonly id?: number
  /** Notes for the preview. */
  readonly notes?: readonly LocalizableMessage[]
  /** The source has this in another record by now, so what was made of it goes. */
  readonly withdrawn?: true
  /** For series: the overrides of occurrences, by `recurrence_id`. */
  readonly exceptions?: Readonly<Record<Wall, Sent>>
}

/** A part of the source that cannot be read; the rest is read regardless. */
export interface Unreadable {
  readonly line: number
  readonly fault: LocalizableMessage
}

/** A record, or a part of one, that the source has twice; only the other one counts. */
export interface Copy {
  readonly line: number
  readonly original: number
}

/** A note on the source as a whole. */
export interface Note {
  readonly line: number
  readonly note: LocalizableMessage
}

/** What a source yields. */
export type SourceItem = SourceRecord | Unreadable | Copy | Note

/** What is stored of a record, with which the next import compares. */
export type Content = Pick<SourceRecord, 'fields' | 'exceptions' | 'translations' | 'id' | 'withdrawn'>

/** What earlier imports of the source said of these events, by external ID. */
export type FindKnown = (externalIds: readonly string[]) => Promise<ReadonlyMap<string, Content>>

/** What earlier imports of the source made of parts of these events, by their UIDs: parts are named `uid#date`. */
export type FindParts = (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly KnownPart[]>>

export interface KnownPart {
  readonly externalId: string
  readonly content: Content
}

/** Cached responses of a source whose import was interrupted. */
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
  /** Username and password for the source, separated by a colon. */
  readonly credentials: string | undefined
  /** The languages to read; undefined for all languages of the source. */
  readonly languages: readonly string[] | undefined
  readonly pages: Pages
  readonly findKnown: FindKnown
  readonly findParts: FindParts
  /** Aborted when the service stops, which does not wait for the source. */
  readonly signal: AbortSignal | undefined
  /** Maximum size of a response. */
  readonly maxBytes: number
  /** Fields of columns with unknown names, by column name. */
  readonly mapping: Readonly<Record<string, string>>
  /**
   * Called with the field of each column when the header has been read; empty for those that are left out, and null for
   * those that nothing is known of.
   */
  readonly onColumns: (fields: Readonly<Record<string, string | null>>) => void
  /** Called with an internal error that fails only one record. */
  readonly onError: (error: unknown) => void
}

/** Reads a source, one record at a time. */
export type Source = (input: SourceInput) => AsyncIterable<SourceItem>

/** The external ID of another record of the source, in a link that contains one. */
export function identifierOf(link: unknown): string | undefined {
  const { external_id: id } = Object(link) as { external_id?: unknown }
  return typeof id === 'string' ? id : undefined
}

export const isRecord = (found: SourceItem): found is SourceRecord => 'externalId' in found
