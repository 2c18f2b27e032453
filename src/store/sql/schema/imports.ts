import type { Generated } from 'kysely'
import type { ResourceName } from '../../../resources/kinds.ts'

/** Tables of imports. */

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

/** A record that was left out of an import with a schedule. */
export interface ImportLeftOutTable {
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
