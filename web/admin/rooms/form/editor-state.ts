import type { Creation, Kept } from './kept.ts'
import type { Stored } from './reading.ts'
import { isSame, pick, type Values } from './values.ts'

/** One resource while it is edited: what is stored, what was typed, and how the one becomes the other. */
export interface EditorState {
  readonly id: number | undefined
  readonly original: string
  readonly stored: Stored | undefined
  /** What the service has, as far as we know. */
  readonly base: Values
  readonly values: Values
  /** What was typed and stored in another form, such as a text that was trimmed: no change any more. */
  readonly accepted: Values
  readonly etag: string | undefined
  readonly errors: Readonly<Record<string, string>>
  /** Counts failed saves, because each takes the focus to its summary. */
  readonly failures: number
  /** What the service said, where it named no field. */
  readonly problem: string | undefined
  readonly conflict: Conflict | undefined
  readonly creation: Creation | undefined
  /** Boxes that stand open beside the fields, such as a new venue, by their names. */
  readonly begun: Values
  /** When what stands in the form was typed, if that was before it was opened. */
  readonly restoredAt: number | undefined
  readonly savedAt: number | undefined
}

/** Somebody else saved, while somebody here was writing. */
export interface Conflict {
  readonly keys: readonly string[]
  readonly theirs: Stored
  readonly author: string
  readonly at: string
}

const nothing = {
  accepted: {},
  errors: {},
  failures: 0,
  problem: undefined,
  conflict: undefined,
  creation: undefined,
  begun: {},
  restoredAt: undefined,
  savedAt: undefined,
}

/** A new resource: `values` are what it begins with. */
export const newState = (original: string, base: Values, values: Values): EditorState => ({
  ...nothing,
  id: undefined,
  original,
  stored: undefined,
  base,
  values,
  etag: undefined,
})

export const storedState = (id: number, stored: Stored): EditorState => ({
  ...nothing,
  id,
  original: stored.resource.original_language,
  stored,
  base: stored.values,
  values: stored.values,
  etag: stored.etag,
})

/** What was typed before comes back. Where somebody else has changed the same since, the next save meets that. */
export function restored(state: EditorState, kept: Kept): EditorState {
  const isAsItWas = isSame(pick(state.base, Object.keys(kept.base)), kept.base)
  return {
    ...state,
    base: { ...state.base, ...kept.base },
    values: { ...state.values, ...kept.changes },
    etag: isAsItWas ? state.etag : (kept.etag ?? '"unknown"'),
    creation: kept.creation,
    begun: kept.begun ?? {},
    restoredAt: kept.at,
  }
}
