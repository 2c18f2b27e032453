import type { Flag, LinkKind } from '../schema.ts'

/** Tables that can be computed from the others. */

/** Number of visible events that link to a target; derived, see event-counts.ts. An empty language stands for all. */
export interface EventCountTable {
  kind: LinkKind
  target: number
  language: string
  n: number
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
export interface RenderingTable {
  id: number
  fingerprint: string
  /** 1 once every published event has documents of this rendering. */
  is_complete: Flag
}
