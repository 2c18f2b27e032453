import { CompiledQuery, type Kysely } from 'kysely'
import { HttpProblem } from '../../errors.ts'
import { closeVersion, readTouched, type TouchedRow } from '../changes/change-log.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import type { Trx, Write } from './write-queue.ts'

/** Several writes in one transaction: one version, a savepoint for each write, derived data, and one commit. */

export type Outcome = { readonly result: unknown } | { readonly error: unknown }

/** Updates the data derived from the rows that the transaction has touched. */
export type Derive = (trx: Trx, touched: readonly TouchedRow[]) => Promise<void>

/** Thrown if every write has failed, so that the transaction is rolled back. */
class NothingToCommit extends Error {
  constructor(readonly outcomes: readonly Outcome[]) {
    super('Every write of the transaction has failed.')
  }
}

/**
 * The transaction begins by incrementing the version, so that writers wait for each other instead of failing half-way,
 * and so that triggers can record the touched rows under it. The local version is updated right after the commit, so
 * that clients can read their own writes.
 */
export async function runWriteGroup(
  db: Kysely<Database>,
  dialect: Dialect,
  derive: Derive,
  writes: readonly Write[],
): Promise<readonly Outcome[]> {
  try {
    const { version, outcomes } = await db.transaction().execute(async (trx) => {
      const moved = await dialect.incrementVersion(trx)
      const outcomes = await new WriteGroup(trx, dialect, writes).run()
      await finishVersion(trx, derive, moved, await readTouched(trx))
      return { version: moved, outcomes }
    })
    dialect.onCommit(version)
    return outcomes
  } catch (error) {
    if (error instanceof NothingToCommit) return error.outcomes
    throw error
  }
}

/** Updates derived data from the rows written under a version, and completes the version. */
export async function finishVersion(
  trx: Trx,
  derive: Derive,
  version: number,
  touched: readonly TouchedRow[],
): Promise<void> {
  await derive(trx, touched)
  await closeVersion(trx, version, touched)
}

class WriteGroup {
  private readonly outcomes: Outcome[]
  /** Prepared, but not finished. */
  private unfinished: number[] = []

  constructor(
    private readonly trx: Trx,
    private readonly dialect: Dialect,
    private readonly writes: readonly Write[],
  ) {
    this.outcomes = Array<Outcome>(writes.length)
  }

  async run(): Promise<readonly Outcome[]> {
    for (const [place, write] of this.writes.entries()) {
      if (!this.canFinishLater(write)) await this.finish()
      this.outcomes[place] = await this.runInSavepoint(write)
      if (write.batch !== undefined && 'result' in this.outcomes[place]) this.unfinished.push(place)
    }
    await this.finish()
    if (this.outcomes.every((outcome) => 'error' in outcome)) throw new NothingToCommit(this.outcomes)
    return this.outcomes
  }

  /** Whether unfinished writes may be finished after this one has been prepared. */
  private canFinishLater({ batch, name }: Write): boolean {
    return this.unfinished.every((place) => {
      const other = this.writes[place]!
      return other.batch === batch && (name === undefined || other.name !== name)
    })
  }

  /**
   * A failing write is rolled back to its savepoint without affecting the others, unless the database connection
   * itself failed.
   */
  private async runInSavepoint({ run, isReadOnlyUntilFinish }: Write): Promise<Outcome> {
    const hasSavepoint = this.writes.length > 1 && !isReadOnlyUntilFinish
    // Of several savepoints with the same name the latest applies, so none has to be released.
    if (hasSavepoint) await this.execute('savepoint a_write')
    try {
      return { result: await run(this.trx) }
    } catch (error) {
      if (this.isFatalForGroup(error, hasSavepoint)) throw error
      if (hasSavepoint) await this.execute('rollback to savepoint a_write')
      return { error }
    }
  }

  /** Without a savepoint, only errors that we throw ourselves leave the transaction usable. */
  private isFatalForGroup(error: unknown, hasSavepoint: boolean): boolean {
    if (this.dialect.isRetryable(error) || this.dialect.isUnavailable(error)) return true
    return this.writes.length > 1 && !hasSavepoint && !(error instanceof HttpProblem)
  }

  private execute(text: string) {
    return this.trx.executeQuery(CompiledQuery.raw(text))
  }

  private async finish(): Promise<void> {
    const places = this.unfinished
    if (places.length === 0) return
    this.unfinished = []
    const prepared = places.map((place) => (this.outcomes[place] as { result: unknown }).result)
    const results = await this.writes[places[0]!]!.batch!.finish(this.trx, prepared)
    places.forEach((place, index) => (this.outcomes[place] = { result: results[index] }))
  }
}
