import { ServiceError } from '../../service/errors.ts'
import { calendar, type Service } from '../../service/service.ts'
import type { Kind } from '../../service/types.ts'
import type { Creation, Keeping, Kept } from './kept.ts'
import { readStored, type Stored } from './reading.ts'
import { titleFields, type FormField } from './schema.ts'
import { followsTitle } from './slug.ts'
import { bodiesOf, changedKeys, isEmpty, isSame, keyOf, merge, partsOf, pick, type Values } from './values.ts'

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

export interface Sending {
  /** Such as the status to have. */
  readonly with?: Values
  /** What a write to an occurrence is about (interface: Series). */
  readonly scope?: 'this' | 'following' | 'all' | undefined
}

export interface Editor {
  state(): EditorState
  subscribe(listener: () => void): () => void
  set(changes: Values): void
  changed(): string[]
  send(sending: Sending): Promise<void>
  fail(error: Error): void
  /** Ends a conflict: the values to have of the fields that both changed. */
  choose(values: Values): void
  throwAway(): Promise<void>
  /** Writes to the browser now what would be written some moments later. */
  keepNow(): Promise<void>
}

export interface EditorParts {
  readonly service: Service
  readonly kind: Kind
  readonly fields: readonly FormField[]
  readonly keeping: Keeping
  /** Under which name it is kept in the browser. */
  readonly keptAs: (id: number | undefined) => string
}

interface Opened extends EditorParts {
  readonly state: EditorState
}

const keepMs = 400

/** Names become ids, and an address gets a number: what is stored is shown. */
const madeByService = ['slug', 'categories', 'tags', 'venue', 'organizer', 'tickets', 'password']

const isMade = (key: string) => madeByService.includes(key.split('@')[0]!)

const nothing = {
  accepted: {},
  errors: {},
  failures: 0,
  problem: undefined,
  conflict: undefined,
  creation: undefined,
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
    restoredAt: kept.at,
  }
}

export function createEditor({ service, kind, fields, keeping, keptAs, state: first }: Opened): Editor {
  let state = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const become = (next: Partial<EditorState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const changed = () =>
    changedKeys(state.base, state.values).filter(
      (key) => !(key in state.accepted && isSame(state.accepted[key], state.values[key])),
    )

  async function keepNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const keys = changed()
    if (keys.length === 0 && state.creation === undefined) return keeping.remove(keptAs(state.id))
    return keeping.write(keptAs(state.id), {
      changes: pick(state.values, keys),
      base: pick(state.base, keys),
      etag: state.etag,
      original: state.original,
      creation: state.creation,
      at: Date.now(),
    })
  }

  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void keepNow(), keepMs)
  }

  /** The same create is sent until it is answered, whatever was typed since. */
  async function create(sent: Values): Promise<void> {
    const { original } = bodiesOf(pick(state.values, changed()))
    const filled = Object.entries({ ...original, ...sent }).filter(([, value]) => !isEmpty(value))
    const creation = state.creation ?? { key: crypto.randomUUID(), body: Object.fromEntries(filled) }
    become({ creation })
    await keepNow()
    const id = await sendCreation(creation)
    await keeping.remove(keptAs(undefined))
    become({ ...hasBeenStored(creation.body), id, creation: undefined })
    await keepNow()
  }

  /** What was refused is made anew of what is corrected; what was not answered may have been done. */
  async function sendCreation({ key, body }: Creation): Promise<number> {
    try {
      const query = { ml_language: state.original }
      const asking = { query, idempotencyKey: key }
      return (await service.write<{ id: number }>('POST', calendar(`/${kind}`), body, asking)).body.id
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) become({ creation: undefined })
      throw error
    }
  }

  /** What a button sent besides the form, such as the status, stands in the form from then on. */
  const hasBeenStored = (sent: Values) => {
    const beside = Object.keys(sent).filter((key) => !changed().includes(key) && key in state.values)
    return { base: { ...state.base, ...sent }, values: { ...state.values, ...pick(sent, beside) } }
  }

  const path = () => calendar(`/${kind}/${state.id}`)

  async function update(body: Values, language: string | undefined, { scope }: Sending): Promise<void> {
    const ifMatch = state.etag ?? (await service.read(path())).etag
    try {
      await service.write('PATCH', path(), scope === undefined ? body : { ...body, scope }, {
        query: { ml_language: language ?? state.original },
        ifMatch,
      })
    } catch (error) {
      throw error instanceof ServiceError && error.fields ? Object.assign(error, { language }) : error
    }
    const written = Object.entries(body).map(([name, value]) => [keyOf(name, language), value])
    // What was written here makes the tag another one, which the next write asks for.
    become({ ...hasBeenStored(Object.fromEntries(written) as Values), etag: undefined })
  }

  /** Until it is published, an address that was made of the title is made of the new one. */
  function addressesToFollow(keys: readonly string[]): Values {
    if (['publish', 'future', 'private'].includes(String(state.stored?.resource.status))) return {}
    const titles = keys.map(partsOf).filter(({ name }) => name === titleFields[kind])
    const following = titles
      .filter(({ language }) => !keys.includes(keyOf('slug', language)))
      .filter(({ language }) => followsTitle(state.base, titleFields[kind], language))
    return Object.fromEntries(following.map(({ language }) => [keyOf('slug', language), '']))
  }

  async function sendChanges(sending: Sending): Promise<void> {
    const keys = changed()
    const changes = { ...pick(state.values, keys), ...addressesToFollow(keys), ...sending.with }
    const { original, translations } = bodiesOf(changes)
    if (Object.keys(original).length > 0) await update(original, undefined, sending)
    for (const [language, body] of Object.entries(translations)) await update(body, language, sending)
  }

  /** What is stored now, and besides it what was typed while that was being sent. */
  function settle(sent: Values, stored: Stored): void {
    const typed = new Set(changed())
    const accepted: Record<string, unknown> = {}
    const values: Record<string, unknown> = { ...state.values, ...stored.values }
    for (const [key, value] of Object.entries(state.values)) {
      const isAsSent = key in sent && isSame(sent[key], value)
      if (isAsSent && !isMade(key)) accepted[key] = value
      if ((isAsSent && !isMade(key)) || (!isAsSent && typed.has(key))) values[key] = value
    }
    become({ stored, etag: stored.etag, base: stored.values, values, accepted })
  }

  /** The reading after a conflict: what only one has changed is merged, and the rest has to be chosen. */
  async function meet(): Promise<void> {
    const theirs = await readStored(service, kind, state.id!, fields)
    const mine = { ...state.values, ...pick(state.base, Object.keys(state.accepted)) }
    const kept = { ...mine, ...pick(state.values, changed()) }
    const { values, conflicts } = merge(state.base, theirs.values, kept)
    become({ values, accepted: {} })
    if (conflicts.length > 0) become({ conflict: { ...(await whoSaved()), keys: conflicts, theirs } })
    else become({ base: theirs.values, stored: theirs, etag: theirs.etag })
  }

  async function whoSaved(): Promise<{ author: string; at: string }> {
    interface History {
      readonly versions: readonly { readonly author_name: string; readonly date_utc: string }[]
    }
    const address = `/cal/admin/v1/${kind}/${state.id}/history`
    const { body } = await service.read<History>(address, { query: { per_page: 1 } })
    const [newest] = body.versions
    return { author: newest?.author_name ?? '', at: newest?.date_utc ?? '' }
  }

  async function send(sending: Sending, tries = 3): Promise<void> {
    if (state.conflict !== undefined) return
    const sent = { ...pick(state.values, changed()) }
    try {
      const isNew = state.id === undefined
      if (isNew) await create(sending.with ?? {})
      await sendChanges(isNew ? {} : sending)
    } catch (error) {
      if (!(error instanceof ServiceError && error.isConflict)) throw error
      await meet()
      return state.conflict === undefined && tries > 0 ? send(sending, tries - 1) : undefined
    }
    settle(sent, await readStored(service, kind, state.id!, fields))
    become({ errors: {}, problem: undefined, restoredAt: undefined, savedAt: Date.now() })
    await keepNow()
  }

  function fail(error: Error): void {
    const failures = state.failures + 1
    if (!(error instanceof ServiceError)) return become({ problem: error.message, failures })
    const { language } = error as ServiceError & { language?: string }
    const named = error.code === 'slug-taken' ? { slug: error.message } : error.fields
    const errors = Object.fromEntries(
      Object.entries(named).map(([name, sentence]) => [
        keyOf(name, keyOf(name, language) in state.values ? language : undefined),
        sentence,
      ]),
    )
    become({ errors, problem: Object.keys(errors).length === 0 ? error.message : undefined, failures })
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(changes) {
      const errors = Object.entries(state.errors).filter(([key]) => !(key in changes))
      become({ values: { ...state.values, ...changes }, errors: Object.fromEntries(errors) })
      keepSoon()
    },
    changed,
    send,
    fail,
    choose(values) {
      const { theirs } = state.conflict!
      become({
        values: { ...state.values, ...values },
        base: theirs.values,
        stored: theirs,
        etag: theirs.etag,
        conflict: undefined,
      })
    },
    async throwAway() {
      clearTimeout(timer)
      become({ values: state.base, accepted: {}, restoredAt: undefined, errors: {}, creation: undefined })
      await keeping.remove(keptAs(state.id))
    },
    keepNow,
  }
}
