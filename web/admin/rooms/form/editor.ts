import { randomName } from '../../app/random-name.ts'
import { passIfGone, ServiceError } from '../../service/errors.ts'
import { calendar, type Service } from '../../service/service.ts'
import { isForSeries } from '../../service/series.ts'
import type { Kind } from '../../service/types.ts'
import {
  asStored,
  changedIn,
  inOriginal,
  isEmptied,
  joined,
  movedSeries,
  settled,
  stillAccepted,
  written,
} from './editor-state.ts'
import type { Conflict, EditorState, Sending } from './editor-state.ts'
import { creationOf, isRefused, isTooOld, leftOf } from './creating.ts'
import type { Creation, UnsavedInput, Update, UnsavedStore } from './unsaved.ts'
import { errorsLeft, errorsOf } from './field-errors.ts'
import { Keeping } from './keeping.ts'
import { readStored, whoSaved, type Stored } from './reading.ts'
import { titleFields, type FormField } from './schema.ts'
import { addressesToFollow } from './slug.ts'
import { isSame, merge, pick, without, writesOf, type Represented, type Values } from './values.ts'

export interface Editor {
  state(): EditorState
  subscribe(listener: () => void): () => void
  set(changes: Values): void
  /** Makes another language the original of what was not created yet. */
  writeFirstIn(language: string): void
  /** Replaces what was accepted by what was made of it, such as a title without its markup. */
  showStored(isDone: (key: string) => boolean): void
  /** Sets the content of a sub-form; undefined closes it. */
  begin(box: string, value: unknown): void
  changed(): string[]
  /** Input that is still being understood, such as phrases; saving waits for it. */
  readonly reading: Set<Promise<unknown>>
  send(sending: Sending): Promise<void>
  /** `isAutomatic`: whether it was nothing that the user asked for. */
  fail(error: Error, isAutomatic?: boolean): void
  /** Holds a save back; the messages by the keys of their fields. */
  refuse(errors: Readonly<Record<string, string>>, isAutomatic?: boolean): void
  /** Resolves a conflict with the chosen values of the fields that both changed. */
  choose(values: Values): void
  throwAway(): Promise<void>
  /** The resource is in the trash: nothing more is sent. */
  endAsRemoved(): Promise<void>
  readonly keeping: Keeping
}

interface EditorParts {
  readonly service: Service
  readonly kind: Kind
  readonly fields: readonly FormField[]
  readonly unsavedStore: UnsavedStore
  /** The key in browser storage. */
  readonly keptAs: (id: number | undefined) => string
  /** The message for a required field. */
  readonly lacking: string
  /** The message for a write without a response that is too old to be repeated. */
  readonly unconfirmed: string
}

interface Opened extends EditorParts {
  readonly state: EditorState
  /** The input that was restored. */
  readonly kept: UnsavedInput | undefined
}

const isInTrash = (stored: Stored | undefined): boolean => stored?.resource.status === 'trash'

const askedBy = ({ isAutomatic = false }: Sending): number => (isAutomatic ? 0 : 1)

export const createEditor = (opened: Opened): Editor => new OpenEditor(opened, opened.state, opened.kept)

class OpenEditor implements Editor {
  private readonly listeners = new Set<() => void>()
  readonly reading = new Set<Promise<unknown>>()
  readonly keeping: Keeping
  private sending: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: EditorParts,
    private current: EditorState,
    kept: UnsavedInput | undefined,
  ) {
    this.keeping = new Keeping(parts.unsavedStore, parts.keptAs, this.state, kept)
  }

  readonly state = (): EditorState => this.current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  set(changes: Values): void {
    const { values, errors } = this.current
    this.become({
      values: { ...values, ...changes },
      errors: errorsLeft(errors, values, changes),
      typedAt: Date.now(),
    })
    this.keeping.soon()
  }

  writeFirstIn(language: string): void {
    const { id, creation, original } = this.current
    if (id !== undefined || creation !== undefined || language === original) return
    this.become({ ...inOriginal(this.current, this.parts.fields, language), typedAt: Date.now() })
    this.keeping.soon()
  }

  showStored(isDone: (key: string) => boolean): void {
    const { accepted, values, base } = this.current
    const keys = Object.keys(accepted).filter((key) => isSame(accepted[key], values[key]) && isDone(key))
    if (keys.every((key) => isSame(values[key], base[key]))) return
    this.become({ values: { ...values, ...pick(base, keys) }, accepted: keys.reduce(without, accepted) })
  }

  begin(box: string, value: unknown): void {
    const others = without(this.current.begun, box)
    this.become({ begun: value === undefined ? others : { ...others, [box]: value } })
    this.keeping.soon()
  }

  choose(values: Values): void {
    const { theirs } = this.current.conflict!
    this.become({
      values: { ...this.current.values, ...values },
      base: theirs.values,
      stored: theirs,
      etag: theirs.etag,
      conflict: undefined,
    })
  }

  throwAway(): Promise<void> {
    this.become({
      ...asStored(this.current),
      unanswered: undefined,
      conflict: undefined,
      problem: undefined,
      accepted: {},
      restoredAt: undefined,
      errors: {},
      creation: undefined,
      begun: {},
    })
    return this.keeping.end()
  }

  endAsRemoved(): Promise<void> {
    this.become({ isRemoved: true })
    return this.keeping.now()
  }

  private become(next: Partial<EditorState>): void {
    this.current = { ...this.current, ...next }
    for (const listener of this.listeners) listener()
  }

  changed(): string[] {
    return changedIn(this.current)
  }

  /** Repeats the same create until there is a response, whatever was typed since; returns what it has sent. */
  private async create(sent: Values, isAutomatic?: boolean): Promise<Values> {
    const earlier = this.current.creation
    if (earlier !== undefined && isTooOld(earlier)) {
      if (!isAutomatic) this.become({ creation: undefined })
      throw this.unconfirmed()
    }
    const creation = earlier ?? creationOf(pick(this.current.values, this.changed()), sent)
    this.become({ creation })
    await this.keeping.now()
    const made = await this.sendCreation(creation, earlier !== undefined)
    await this.keeping.remove(undefined)
    const stored = written(this.current, this.parts.fields, creation.body, undefined, made)
    this.become({ ...stored, id: made.id, creation: undefined })
    await this.keeping.now()
    return creation.body
  }

  /**
   * A rejected create is rebuilt with the corrected values; one without a response may have succeeded, so it is
   * repeated unchanged.
   */
  private async sendCreation({ key, body }: Creation, isRepeated: boolean): Promise<Represented> {
    const asking = { query: { ml_language: this.current.original }, idempotencyKey: key }
    try {
      return (
        await this.parts.service.write<Represented>('POST', calendar(`/${this.parts.kind}`), body, asking)
      ).body
    } catch (error) {
      if (isRefused(error, isRepeated)) this.become({ creation: undefined })
      throw error
    }
  }

  /** The next save is a new write, so the user has to look first at what is stored. */
  private unconfirmed(): Error {
    this.keeping.soon()
    return new Error(this.parts.unconfirmed)
  }

  private get path(): string {
    return calendar(`/${this.parts.kind}/${this.current.id}`)
  }

  private async update(body: Values, language: string | undefined, { scope }: Sending): Promise<void> {
    const { original, etag } = this.current
    if (isEmptied(this.current, this.parts.fields, language)) return this.removeTranslation(body, language)
    const asking = { query: { ml_language: language ?? original }, ifMatch: etag }
    const sent = scope === undefined ? body : { ...body, scope }
    if (!isForSeries(scope)) return this.sendUpdate({ method: 'PATCH', body, language, sent, asking })
    // Of updates, only those by POST can have a key.
    const keyed = { ...asking, idempotencyKey: randomName() }
    const unanswered: Update = { method: 'POST', body, language, sent, asking: keyed, since: Date.now() }
    this.become({ unanswered })
    await this.keeping.now()
    await this.sendUpdate(unanswered)
  }

  private async removeTranslation(body: Values, language: string): Promise<void> {
    const { etag: ifMatch, stored } = this.current
    this.keeping.soon()
    const path = `${this.path}/translations/${language}`
    await this.parts.service.write('DELETE', path, undefined, { ifMatch }).catch(passIfGone)
    this.become(written(this.current, [], body, language, stored!.resource))
  }

  private async sendUpdate(update: Update, isRepeated = false): Promise<void> {
    const { method, body, language, sent, asking } = update
    try {
      const answer = await this.parts.service.write<Represented>(method, this.path, sent, asking)
      const stored = written(this.current, this.parts.fields, body, language, answer.body)
      this.become({ ...stored, unanswered: undefined })
    } catch (error) {
      if (isRefused(error, isRepeated)) this.become({ unanswered: undefined })
      this.keeping.soon()
      throw error instanceof ServiceError && error.fields ? Object.assign(error, { language }) : error
    }
  }

  /** Sends one write for each language; false if a conflict with somebody else has to be resolved first. */
  private async sendChanges(sending: Sending): Promise<boolean> {
    if (!(await this.repeatUnanswered(sending))) return false
    const changes = sending.isAlone ? sending.with! : this.changesWith(sending)
    for (const [language, body] of writesOf(changes)) {
      if (this.current.etag === undefined) await this.meet(sending)
      if (this.current.conflict !== undefined) return false
      await this.update(body, language, sending)
    }
    return true
  }

  /** False if what is stored by now conflicts with the form. */
  private async repeatUnanswered(sending: Sending): Promise<boolean> {
    const { unanswered } = this.current
    if (unanswered === undefined) return true
    if (!isTooOld(unanswered)) {
      await this.sendUpdate(unanswered, true)
      return true
    }
    if (sending.isAutomatic) throw this.unconfirmed()
    await this.meet(sending)
    this.become({ unanswered: undefined })
    if (this.current.conflict !== undefined) return false
    if (this.changed().length > 0) throw this.unconfirmed()
    return true
  }

  private changesWith(sending: Sending): Values {
    const keys = this.changed()
    const following = addressesToFollow(this.current, titleFields[this.parts.kind], keys)
    const moved = movedSeries(this.current)
    return { ...pick(this.current.values, keys), ...moved, ...following, ...sending.with }
  }

  /** Reads the resource after a conflict: fields changed by only one side are merged, the others have to be chosen. */
  private async meet(sending: Sending): Promise<void> {
    const theirs = await readStored(this.parts.service, this.parts.kind, this.current.id!, this.parts.fields)
    const mine = { ...this.current.values, ...pick(this.current.base, Object.keys(this.current.accepted)) }
    const kept = { ...mine, ...pick(this.current.values, this.changed()) }
    const { values, conflicts } = merge(this.current.base, theirs.values, kept)
    const accepted = stillAccepted(this.current, theirs.values)
    this.become({ values: { ...values, ...accepted }, accepted })
    if (conflicts.length > 0) {
      const saved = await whoSaved(this.parts.service, this.parts.kind, theirs.resource)
      // What is chosen then is to be saved, too.
      const whole = { ...sending, isAlone: false }
      this.become({
        conflict: { ...saved, keys: conflicts, theirs, sending: whole, asked: askedBy(sending) },
      })
    } else this.become({ base: theirs.values, stored: theirs, etag: theirs.etag })
  }

  /** One after the other, because each needs the ID and the ETag that the one before has received. */
  send(sending: Sending): Promise<void> {
    const sent = this.sending.then(() => this.sendNow(sending))
    this.sending = sent.catch(() => undefined)
    return sent
  }

  /** Sends a new resource. What the create did not contain follows, because an earlier one may have been repeated. */
  private async sendNew(sending: Sending): Promise<boolean> {
    const wanted = sending.with ?? {}
    const body = await this.create(wanted, sending.isAutomatic)
    return this.sendChanges({ ...sending, with: leftOf(wanted, body) })
  }

  private async sendNow(sending: Sending, tries = 3): Promise<void> {
    if (this.current.isRemoved) return
    if (this.current.conflict !== undefined) return this.hold(this.current.conflict, sending)
    const sent = sending.isAlone ? {} : { ...pick(this.current.values, this.changed()) }
    try {
      const isSent = await (this.current.id === undefined ? this.sendNew(sending) : this.sendChanges(sending))
      if (!isSent) return
    } catch (error) {
      if (error instanceof ServiceError && error.status === 403) await this.readState()
      if (!(error instanceof ServiceError && error.isConflict)) throw error
      await this.meet(sending)
      return this.current.conflict === undefined && tries > 0 ? this.sendNow(sending, tries - 1) : undefined
    }
    const { service, kind, fields } = this.parts
    const stored = await readStored(service, kind, this.current.id!, fields)
    const isReplaced = isForSeries(sending.scope) && isInTrash(stored) && !isInTrash(this.current.stored)
    // A date keeps what it has of its own, whatever was written to its series.
    this.become(settled(this.current, isForSeries(sending.scope) ? {} : sent, stored))
    const begun = without(this.current.begun, sending.box)
    const settledAll = sending.isAlone ? {} : { errors: {}, restoredAt: undefined }
    this.become({ ...settledAll, problem: undefined, savedAt: Date.now(), begun, isReplaced })
    await this.keeping.now()
  }

  /**
   * Somebody else may have published it or given it to another author, after which the user may not change it any more. What
   * was typed stays, with what it was based on.
   */
  private async readState(): Promise<void> {
    const { service, kind, fields } = this.parts
    const { id } = this.current
    if (id === undefined) return
    const stored = await readStored(service, kind, id, fields).catch(() => undefined)
    if (stored !== undefined) this.become({ stored })
  }

  /** Until the conflict is resolved; then this is sent as well. */
  private hold(conflict: Conflict, sending: Sending): void {
    const asked = conflict.asked + askedBy(sending)
    this.become({ conflict: { ...conflict, asked, sending: joined(conflict.sending, sending) } })
  }

  refuse(errors: Readonly<Record<string, string>>, isAutomatic = false): void {
    this.become({ ...this.failed(isAutomatic, errors), problem: undefined })
  }

  private failed(isAutomatic: boolean, errors = this.current.errors) {
    const failures = this.current.failures + (isAutomatic ? 0 : 1)
    return { failures, hasFailedUnasked: isAutomatic, errors, refused: Object.keys(errors).length }
  }

  fail(error: Error, isAutomatic = false): void {
    if (!(error instanceof ServiceError))
      return this.become({ ...this.failed(isAutomatic), problem: error.message })
    const errors = errorsOf(error, this.current.values, this.parts.lacking)
    const problem = Object.keys(errors).length === 0 ? error.message : undefined
    this.become({ ...this.failed(isAutomatic, errors), problem })
  }
}
