import type { ResourceName } from '../../../resources/kinds.ts'

/** Tables of what has changed, and since when. */

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
export interface LineageTable {
  id: number
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
