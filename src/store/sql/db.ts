import { Kysely, type KyselyConfig } from 'kysely'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import { WriteQueue, type WriteQueueOptions } from './write-queue.ts'

export interface DbOptions extends WriteQueueOptions {
  /** Called for every query that is run. */
  readonly log?: KyselyConfig['log'] | undefined
}

/** A database or a transaction, for functions that only need queries. */
export type Reading = Kysely<Database>

/** A writable database: its queries, its dialect, and the queue for its writes. */
export class Db extends Kysely<Database> {
  readonly writes: WriteQueue

  constructor(
    readonly dialect: Dialect,
    { log, ...options }: DbOptions,
  ) {
    super({ dialect: dialect.kysely, ...(log === undefined ? {} : { log }) })
    this.writes = new WriteQueue(this, dialect, options)
  }
}
