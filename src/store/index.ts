import { resources } from '../resources/index.ts'
import type { View } from '../resources/resource.ts'
import type { Instant } from '../time/index.ts'
import { changesSince, type Changes } from './changes/change-log.ts'
import { createDerivedState } from './derived-state.ts'
import { viewOf, type RenderingSettings, type ViewOptions } from './documents/render.ts'
import { createLineage } from './lineage.ts'
import { readsOf, type Reads, type ReadSource } from './reads.ts'
import { rehearsalOf } from './rehearsal.ts'
import type { OpenDatabase } from './sql/dialects/dialect.ts'
import { createPublication } from './sql/scheduled-publication.ts'
import type { Resources } from './sql/read.ts'
import { inBatch, inLongTransaction, inTransaction, type WriteBatch, type Write } from './sql/write-queue.ts'
import { createDateOfVersion, type DateOfVersion } from './version-dates.ts'
import { transactionOf, type Transaction } from './writes.ts'

export type { FeedBounds, RecordedChange, ResourceState } from './changes/change-feed.ts'
export type { Listing } from './list.ts'
export type { ListPage, LookupOptions, Reads, RepresentOptions } from './reads.ts'
export type { Timetable } from './series/timetable.ts'
export type { WriteBatch } from './sql/write-queue.ts'
export type { Schedule } from './sql/schedules.ts'
export type { Transaction } from './writes.ts'

/** The version of the data that a response is based on. */
export interface DataSnapshot {
  readonly version: number
  /** When the data will next change because of the time alone. */
  readonly due: Instant
}

/** Everything that the API and the pages may use: reading, writing, and what has changed. It knows nothing of HTTP. */
export interface Store {
  readonly resources: Resources
  /** Whether reads take the time of this process, so that several at a time take as long as one after the other. */
  readonly isInProcess: boolean
  /** Reads from a replica if one is sufficiently up to date, and falls back to the primary if the replica fails. */
  reading<T>(read: (reads: Reads) => Promise<T>): Promise<T>
  /** Reads from the primary, as writes require. */
  readonly latest: Reads
  /** Runs in one transaction, which is retried from the start after a conflict with another writer. */
  write<T>(run: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** A write that is prepared on its own and finished together with others that arrive at the same time. */
  writeTogether<Prepared, Result>(
    batch: WriteBatch<Prepared, Result>,
    prepare: (transaction: Transaction) => Promise<Prepared>,
    options?: Pick<Write, 'name' | 'isReadOnlyUntilFinish'>,
  ): Promise<Result>
  /** A batch for `writeTogether`; writes that pass the same batch are finished together. */
  batch<Prepared, Result>(
    finish: (transaction: Transaction, prepared: readonly Prepared[]) => Promise<readonly Result[]>,
  ): WriteBatch<Prepared, Result>
  /** What has changed since a version. */
  changes(since: number): Promise<Changes>
  /** The version of the committed data; undefined if it is not known reliably at the moment. */
  version(): number | undefined
  /** The history that the versions belong to (`store/lineage.ts`). */
  lineage(): Promise<number>
  /** When a version of the data was first served. */
  readonly dateOf: DateOfVersion
  /** Publishes entries that are due; undefined if the version is not known, or has changed meanwhile. */
  snapshot(now: Instant): Promise<DataSnapshot | undefined>
  /** The same store for dry runs: each write is executed, returns its result, and is rolled back. */
  rehearsal(): Store
  /** How a caller sees items. */
  view(options: ViewOptions): View
  /** Whether the error means that the database is currently unavailable. */
  isUnavailable(error: unknown): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

export interface WriteOptions {
  /** Set for writes of many events, which block other writers only at their end. `run` may be called twice. */
  readonly isLong?: boolean
}

interface StoreOptions {
  readonly database: OpenDatabase
  readonly settings: RenderingSettings
  /** Called when derived data could not be loaded. */
  readonly onError: (error: unknown) => void
  readonly now: () => Instant
}

export function createStore({ database, settings, onError, now }: StoreOptions): Store {
  const { db, dialect } = database
  const derived = createDerivedState(database, { settings, onError, now })
  const publication = createPublication(db, dialect)
  const source: ReadSource = { db, dialect, resources, settings, derived, now }
  const latest = readsOf(source)

  const store: Store = {
    resources,
    isInProcess: dialect.isInProcess,
    latest,
    async reading(read) {
      const from = database.readDatabase()
      if (from === db) return read(latest)
      try {
        return await read(readsOf({ ...source, db: from }))
      } catch (error) {
        if (!dialect.isUnavailable(error)) throw error
        return read(latest)
      }
    },
    write: (run, { isLong = false } = {}) =>
      isLong
        ? inLongTransaction(db, (trx, takeVersion) => run(transactionOf(trx, source, takeVersion)))
        : inTransaction(db, (trx) => run(transactionOf(trx, source))),
    writeTogether: (batch, prepare, options) =>
      inBatch(db, batch, (trx) => prepare(transactionOf(trx, source)), options),
    batch: (finish) => ({ finish: (trx, prepared) => finish(transactionOf(trx, source), prepared) }),
    changes: (since) => changesSince(db, since),
    version: () => dialect.version(),
    lineage: createLineage(db),
    dateOf: createDateOfVersion(db),
    async snapshot(now) {
      const before = dialect.version()
      const known = before === undefined ? undefined : publication.known(before, now)
      if (known !== undefined) return { version: before!, due: known }
      const due = await publication.publishDueEntries(now)
      const version = dialect.version()
      return version === undefined || version !== before ? undefined : { version, due }
    },
    rehearsal: () => rehearsalOf(store, db, source),
    view: (options) => viewOf(settings, options),
    isUnavailable: (error) => dialect.isUnavailable(error),
    start: () => derived.start(),
    stop: () => derived.stop(),
  }
  return store
}
