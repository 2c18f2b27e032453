import type { Creation, UnsavedInput, Update } from './unsaved.ts'
import type { Stored } from './reading.ts'
import type { FormField } from './schema.ts'
import {
  changedKeys,
  inLanguage,
  isEmpty,
  isMade,
  isSame,
  keyOf,
  pick,
  replaced,
  storedFormsOf,
  without,
  type Represented,
  type Values,
} from './values.ts'

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
  /** Number of failed saves that the user asked for; each moves the focus to the error summary. */
  readonly failures: number
  /** Whether the last failed save was automatic. */
  readonly hasFailedUnasked: boolean
  /** How many fields were refused then, of which `errors` has those that have not been changed since. */
  readonly refused: number
  /** The error message of the service, if it names no field. */
  readonly problem: string | undefined
  readonly conflict: Conflict | undefined
  readonly creation: Creation | undefined
  /** A write for several dates: repeated as it was until there is a response, because the dates cannot tell whether it was made. */
  readonly unanswered: Update | undefined
  /** Open sub-forms, such as a new venue, by name. */
  readonly begun: Values
  /** When the restored input was typed; undefined if nothing was restored. */
  readonly restoredAt: number | undefined
  readonly savedAt: number | undefined
  /** Whether a save for its series has put another date in its place. */
  readonly isReplaced: boolean
  /** When a field was last changed in this form. */
  readonly typedAt: number
  /** Whether it was moved to the trash from this form; what was not saved is kept, in case that is undone. */
  readonly isRemoved: boolean
}

export interface Sending {
  /** Additional values, such as the new status. */
  readonly with?: Values
  /** Whether nothing else is sent, so that the rest of the form stays unsaved. */
  readonly isAlone?: boolean
  /** Which occurrences a write applies to (interface: Series). */
  readonly scope?: 'this' | 'following' | 'all' | undefined
  /** The sub-form that is closed once this is saved. */
  readonly box?: string
  /** Whether nobody asked for it, so that it must not move the focus. */
  readonly isAutomatic?: boolean
}

/** Both at once; the later one wins. */
export const joined = (one: Sending, other: Sending): Sending => ({
  ...one,
  ...other,
  with: { ...one.with, ...other.with },
  isAlone: false,
  scope: other.scope ?? one.scope,
})

/** The resource was saved by someone else while it was being edited. */
export interface Conflict {
  readonly keys: readonly string[]
  readonly theirs: Stored
  readonly author: string
  readonly at: string
  /** What was to be sent, and is sent once the conflict is resolved. */
  readonly sending: Sending
  /** How often the user has asked to save in vain; each time moves the focus to the conflict. */
  readonly asked: number
}

const nothing = {
  accepted: {},
  errors: {},
  failures: 0,
  hasFailedUnasked: false,
  refused: 0,
  problem: undefined,
  conflict: undefined,
  creation: undefined,
  unanswered: undefined,
  begun: {},
  restoredAt: undefined,
  savedAt: undefined,
  isReplaced: false,
  typedAt: 0,
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
    unanswered: kept.unanswered,
    begun: kept.begun ?? {},
    restoredAt: kept.at,
  }
}

/**
 * The form without what was typed. Its base is older than what is stored if older input was restored or there is a conflict,
 * and newer if only a part of it could be sent, which leaves no ETag.
 */
export function asStored({ conflict, stored, etag, base }: EditorState): Partial<EditorState> {
  const latest = conflict?.theirs ?? (etag === undefined ? undefined : stored)
  if (latest === undefined) return { values: base }
  return { stored: latest, base: latest.values, values: latest.values, etag: latest.etag }
}

export const changedIn = ({ base, values, accepted }: EditorState): string[] =>
  changedKeys(base, values).filter((key) => !(key in accepted && isSame(accepted[key], values[key])))

/**
 * The rule of a series that moves to another day is sent as the form shows it. Without one, the service moves its last day and
 * the days that are left out.
 */
export function movedSeries({ stored, base, values }: EditorState): Values {
  const day = (start: unknown) => String(start ?? '').slice(0, 10)
  const isMoved = day(base.start_date) !== day(values.start_date)
  return stored?.resource.recurrence !== undefined && isMoved ? pick(values, ['recurrence']) : {}
}

/** Whether nothing but its address is left of a translation. A date of a series shows the texts of that instead. */
export function isEmptied(
  { stored, values }: EditorState,
  fields: readonly FormField[],
  language: string | undefined,
): language is string {
  if (language === undefined || stored?.resource.recurrence_id !== undefined) return false
  const texts = fields.filter(({ name, isTranslated }) => isTranslated && name !== 'slug')
  return (
    stored?.resource.translations[language] !== undefined &&
    texts.every(({ name }) => isEmpty(values[keyOf(name, language)]))
  )
}

/**
 * After a write of one language. Values sent by a button, such as the status, become part of the form. Our own write changes
 * the ETag, and its answer has none, so what is stored has to be read before the next write.
 */
export function written(
  state: EditorState,
  fields: readonly FormField[],
  body: Values,
  language: string | undefined,
  stored: Represented,
): Partial<EditorState> {
  const sent = inLanguage(body, language)
  const changed = changedIn(state)
  const beside = Object.keys(sent).filter((key) => !changed.includes(key) && key in state.values)
  return {
    base: { ...state.base, ...sent, ...storedFormsOf(fields, body, language, stored) },
    accepted: { ...state.accepted, ...sent },
    values: { ...state.values, ...pick(sent, beside) },
    etag: undefined,
  }
}

/** After the last write: the stored values, and what was typed while they were being sent. */
export function settled(state: EditorState, sent: Values, stored: Stored): Partial<EditorState> {
  const typed = new Set(changedIn(state))
  const isAsSent = (key: string, value: unknown) => key in sent && isSame(sent[key], value)
  const entries = Object.entries(state.values)
  const accepted = Object.fromEntries(entries.filter(([key, value]) => isAsSent(key, value) && !isMade(key)))
  const kept = entries.filter(([key, value]) => !isAsSent(key, value) && typed.has(key))
  const values = { ...replaced(state.values, stored.values), ...accepted, ...Object.fromEntries(kept) }
  return { stored, etag: stored.etag, base: stored.values, values, accepted }
}

/** Accepted values that are still in the form and were changed by nobody else, so that text does not change while it is typed. */
export const stillAccepted = ({ base, values, accepted }: EditorState, theirs: Values): Values =>
  pick(
    accepted,
    Object.keys(accepted).filter(
      (key) => !isMade(key) && isSame(accepted[key], values[key]) && isSame(base[key], theirs[key]),
    ),
  )

export type Unsaved = Omit<UnsavedInput, 'at' | 'writer'>

/** Takes each text with it to the language in which it is then, when another one becomes the original. */
function textsMoved(texts: Values, names: readonly string[], from: string, to: string): Values {
  const moved = names.flatMap((name) => [
    [name, texts[keyOf(name, to)] ?? ''] as const,
    [keyOf(name, from), texts[name] ?? ''] as const,
  ])
  const left = names.reduce((rest, name) => without(rest, keyOf(name, to)), texts)
  return { ...left, ...Object.fromEntries(moved) }
}

/** Sub-forms for a venue or an organizer ask for its name in each language. */
const namesBegun = ['venue', 'organizer']

const begunMoved = (begun: Values, from: string, to: string): Values =>
  Object.fromEntries(
    Object.entries(begun).map(([box, content]) => {
      const { values } = Object(content) as { readonly values?: Values }
      if (values === undefined) return [box, content]
      const names = namesBegun.filter((name) => name in values)
      return [box, { ...(content as object), values: textsMoved(values, names, from, to) }]
    }),
  )

/** A new resource with another original; what was typed stays in its language. */
export function inOriginal(
  state: EditorState,
  fields: readonly FormField[],
  to: string,
): Partial<EditorState> {
  const { original: from, values, begun } = state
  const names = fields.filter(({ isTranslated }) => isTranslated).map(({ name }) => name)
  return {
    original: to,
    values: textsMoved(values, names, from, to),
    begun: begunMoved(begun, from, to),
    errors: {},
  }
}

/** What is to be kept in browser storage, if anything. */
export function unsavedIn(state: EditorState): Unsaved | undefined {
  const keys = changedIn(state)
  const { values, base, etag, original, creation, unanswered, begun } = state
  const isUnderWay = creation !== undefined || unanswered !== undefined
  if (keys.length === 0 && !isUnderWay && Object.keys(begun).length === 0) return undefined
  return { changes: pick(values, keys), base: pick(base, keys), etag, original, creation, unanswered, begun }
}
