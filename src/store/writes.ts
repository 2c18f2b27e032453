import { recordAudit, type Audited } from '../identity/audit-log.ts'
import type { Draft, Item, OccurrenceCounts, Resource } from '../resources/resource.ts'
import { readsOf, type Reads, type ReadSource } from './reads.ts'
import {
  create,
  createAll,
  findDuplicate,
  prepareToCreate,
  type Prepared as PreparedDraft,
} from './sql/create.ts'
import type { WritingView } from './sql/create.ts'
import { findStoredResponse, storeAnswers, type Claim, type StoredResponse } from './sql/idempotency.ts'
import { updateCounts } from './sql/event-counts.ts'
import { settle } from './sql/settled-texts.ts'
import type { TakeVersion } from './sql/long-write.ts'
import type { Trx } from './sql/write-queue.ts'
import { readTouched } from './changes/change-log.ts'
import { splitSeries, trashFollowing } from './series/changes.ts'
import { joinSeries, type Joined } from './series/joining.ts'
import { remove, removeTranslation, trash, update } from './sql/update.ts'

export type { Claim, PreparedDraft, StoredResponse }

/** What can be done in a transaction. What follows from it (counts, documents, the change log) follows by itself. */
export interface Transaction extends Reads {
  /** Creates one resource and returns its id. */
  create(resource: Resource, draft: Draft, context: WriteContext): Promise<number>
  /** Checks one draft and creates what it links to; `createAll` then creates many at once. */
  prepareToCreate(resource: Resource, draft: Draft, context: WriteContext): Promise<PreparedDraft>
  createAll(resource: Resource, prepared: readonly PreparedDraft[]): Promise<readonly number[]>
  /** The id of a resource with the same name, and the same of these fields where sent, that the caller may read. */
  findSame(
    resource: Resource,
    values: Readonly<Record<string, unknown>>,
    context: Omit<WriteContext, 'site'>,
    compared?: readonly string[],
  ): Promise<number | undefined>
  /** Merges a draft into a resource: what was not sent stays. Of an event that repeats, says what became of its dates. */
  update(
    resource: Resource,
    former: Item,
    draft: Draft,
    context: WriteContext,
  ): Promise<OccurrenceCounts | undefined>
  trash(resource: Resource, item: Item, context: WriteContext): Promise<OccurrenceCounts | undefined>
  /** An occurrence and all later ones become a series of their own; returns its id. */
  splitSeries(occurrence: Item, context: WriteContext): Promise<number>
  /** Gives back what a series took over from the one that it was split from; undefined where that cannot be. */
  joinSeries(split: Item, context: WriteContext): Promise<Joined | undefined>
  /** An occurrence and all later ones go to the trash. */
  trashFollowing(occurrence: Item, context: WriteContext): Promise<OccurrenceCounts>
  /** Removes for good, with every link to it. */
  remove(resource: Resource, item: Item, context: WriteContext): Promise<OccurrenceCounts | undefined>
  /** Removes the translation in the language of the context. */
  removeTranslation(resource: Resource, item: Item, context: WriteContext): Promise<void>
  /** Writes an entry of the audit log. */
  audit(entry: Audited): Promise<void>
  /** Settles a text for good, unless one is settled under that name already; that one is returned. */
  settle(name: string, value: string): Promise<string>
  /** What was answered to the same request before: see api/idempotency.ts. */
  findStoredResponse(claim: Claim): Promise<StoredResponse | undefined>
  storeAnswers(answers: readonly (StoredResponse & Claim)[]): Promise<void>
}

export type WriteContext = Omit<WritingView, 'resources'>

export function transactionOf(trx: Trx, source: ReadSource, takeVersion?: TakeVersion): Transaction {
  const { resources } = source
  const reads = readsOf({ ...source, db: trx, derived: undefined })
  let hasWritten = false
  const written = <T>(write: Promise<T>): Promise<T> => {
    hasWritten = true
    return write
  }
  return {
    ...reads,
    async load(resource, ids, read) {
      if (hasWritten) {
        // What is shown after a write has the counts that this makes of them.
        await takeVersion?.()
        await updateCounts(trx, await readTouched(trx))
      }
      hasWritten = false
      return reads.load(resource, ids, read)
    },
    create: (resource, draft, context) => written(create(trx, resource, draft, { ...context, resources })),
    prepareToCreate: (resource, draft, context) =>
      prepareToCreate(trx, resource, draft, { ...context, resources }),
    createAll: (resource, prepared) => written(createAll(trx, resource, prepared)),
    findSame: (resource, values, context, compared) =>
      findDuplicate(trx, resource, values, { ...context, resources }, compared),
    update: (resource, former, draft, context) =>
      written(update(trx, resource, former, draft, { ...context, resources })),
    trash: (resource, item, context) => written(trash(trx, resource, item, context)),
    // Not `written`, because a series itself counts for nothing, and what is done to it comes next.
    splitSeries: (occurrence, context) => splitSeries(trx, occurrence, { ...context, resources }),
    joinSeries: (split, context) => written(joinSeries(trx, split, { ...context, resources })),
    trashFollowing: (occurrence, context) => written(trashFollowing(trx, occurrence, context)),
    remove: (resource, item, context) => remove(trx, resource, item, context),
    removeTranslation: (resource, item, context) => removeTranslation(trx, resource, item, context),
    audit: (entry) => recordAudit(trx, entry),
    settle: (name, value) => settle(trx, name, value),
    findStoredResponse: (claim) => findStoredResponse(trx, claim),
    storeAnswers: (answers) => storeAnswers(trx, answers),
  }
}
