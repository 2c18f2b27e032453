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
import { storeAnswers, type Claim, type StoredResponse } from './sql/idempotency.ts'
import { updateCounts } from './sql/event-counts.ts'
import { settle } from './sql/settled-texts.ts'
import type { TakeVersion } from './sql/long-write.ts'
import type { Trx } from './sql/write-queue.ts'
import { readTouched } from './changes/change-log.ts'
import { splitSeries, trashFollowing } from './series/split.ts'
import { joinSeries, type Joined } from './series/joining.ts'
import { remove, removeTranslation, trash, update } from './sql/update.ts'

export type { Claim, PreparedDraft, StoredResponse }

/**
 * Everything that can be done in a transaction. Derived data (counts, documents, the change log) follows automatically.
 */
export interface Transaction extends Reads {
  /** Creates one resource and returns its ID. */
  create(resource: Resource, draft: Draft, context: WriteContext): Promise<number>
  /** Checks one draft and creates the resources it links to; `createAll` then creates many at once. */
  prepareToCreate(resource: Resource, draft: Draft, context: WriteContext): Promise<PreparedDraft>
  createAll(resource: Resource, prepared: readonly PreparedDraft[]): Promise<readonly number[]>
  /**
   * The ID of a resource with the same name that the caller may read; the compared fields must match too where they
   * were sent.
   */
  findSame(
    resource: Resource,
    values: Readonly<Record<string, unknown>>,
    context: Omit<WriteContext, 'site'>,
    compared?: readonly string[],
  ): Promise<number | undefined>
  /**
   * Merges a draft into a resource: fields that were not sent keep their values. For a repeating event, returns what
   * happened to its occurrences.
   */
  update(
    resource: Resource,
    former: Item,
    draft: Draft,
    context: WriteContext,
  ): Promise<OccurrenceCounts | undefined>
  trash(resource: Resource, item: Item, context: WriteContext): Promise<OccurrenceCounts | undefined>
  /** An occurrence and all later ones become a series of their own; returns its ID. */
  splitSeries(occurrence: Item, context: WriteContext): Promise<number>
  /**
   * Returns the occurrences of a split series to the series that it was split from; undefined if that is impossible.
   */
  joinSeries(split: Item, context: WriteContext): Promise<Joined | undefined>
  /** Moves an occurrence and all later ones to the trash. */
  trashFollowing(occurrence: Item, context: WriteContext): Promise<OccurrenceCounts>
  /** Deletes permanently, including every link to it. */
  remove(resource: Resource, item: Item, context: WriteContext): Promise<OccurrenceCounts | undefined>
  removeTranslation(resource: Resource, item: Item, context: WriteContext): Promise<void>
  /** Writes an entry of the audit log. */
  audit(entry: Audited): Promise<void>
  /** Stores a text permanently, unless one is already stored under that name; returns the stored one. */
  settle(name: string, value: string): Promise<string>
  /** Stores responses under the keys of their requests: see api/idempotency.ts. */
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
        // Counts in a representation must include the preceding write, so they are updated first.
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
    // Not marked as written, because a series itself is not counted and more writes to it follow.
    splitSeries: (occurrence, context) => splitSeries(trx, occurrence, { ...context, resources }),
    joinSeries: (split, context) => written(joinSeries(trx, split, { ...context, resources })),
    trashFollowing: (occurrence, context) => written(trashFollowing(trx, occurrence, context)),
    remove: (resource, item, context) => remove(trx, resource, item, context),
    removeTranslation: (resource, item, context) => removeTranslation(trx, resource, item, context),
    audit: (entry) => recordAudit(trx, entry),
    settle: (name, value) => settle(trx, name, value),
    storeAnswers: (answers) => storeAnswers(trx, answers),
  }
}
