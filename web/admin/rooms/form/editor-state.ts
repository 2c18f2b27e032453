import type { Creation, UnsavedInput } from './unsaved.ts'
import type { Stored } from './reading.ts'
import { isSame, pick, type Values } from './values.ts'

/** The state of one resource being edited: the stored values and the unsaved changes. */
export interface EditorState {
  readonly id: number | undefined
  readonly original: string
  readonly stored: Stored | undefined
  /** The stored values as last read. */
  readonly base: Values
  readonly values: Values
  /** Values that were sent but stored in another form, such as trimmed text; they no longer count as changes. */
  readonly accepted: Values
  readonly etag: string | undefined
  readonly errors: Readonly<Record<string, string>>
  /** Number of failed saves; each moves the focus to the error summary. */
  readonly failures: number
  /** The error message of the service, if it names no field. */
  readonly problem: string | undefined
  readonly conflict: Conflict | undefined
  readonly creation: Creation | undefined
  /** Open sub-forms, such as a new venue, by name. */
  readonly begun: Values
  /** When the restored input was typed; undefined if nothing was restored. */
  readonly restoredAt: number | undefined
  readonly savedAt: number | undefined
  /** Whether it was moved to the trash from this form; what was not saved is kept, in case that is undone. */
  readonly isRemoved: boolean
}

/** The resource was saved by someone else while it was being edited. */
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
  isRemoved: false,
}

/** A new resource; `values` are its initial values. */
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

/** Restores unsaved input. If someone else changed the same fields since, the next save detects the conflict. */
export function restored(state: EditorState, kept: UnsavedInput): EditorState {
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
