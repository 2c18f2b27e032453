import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { Problem } from '../../errors.ts'
import { openJournal } from '../changes/changes.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Database } from './schema.ts'
import { settleEvents } from './settling.ts'
import type { Write } from './transaction.ts'

/** Several writes in one transaction: a version, a savepoint each, what is derived of them, a commit. */

type Trx = Transaction<Database>

export type Outcome = { readonly result: unknown } | { readonly error: unknown }

/** Nothing was written, so that nothing is committed either. */
class NothingDone extends Error {
  constructor(readonly outcomes: readonly Outcome[]) {
    super('Every write of the transaction has failed.')
  }
}

/**
 * It begins with a write, so that writers wait for each other instead of failing half-way, and so that `state.version`
 * tells every reader that something has changed. Our own version counts as soon as it is committed, so that whoever
 * has the answer reads what they wrote.
 */
export async function runTogether(
  db: Kysely<Database>,
  dialect: Dialect,
  writes: readonly Write[],
): Promise<readonly Outcome[]> {
  try {
    const { version, outcomes } = await db.transaction().execute(async (trx) => {
      const moved = await dialect.moveVersion(trx)
      const group = new Group(trx, dialect, writes)
      return { version: moved, outcomes: await group.run(moved) }
    })
    dialect.committed(version)
    return outcomes
  } catch (error) {
    if (error instanceof NothingDone) return error.outcomes
    throw error
  }
}

class Group {
  private readonly journal
  private readonly outcomes: Outcome[]
  /** Prepared, and not finished yet. */
  private pending: number[] = []

  constructor(
    private readonly trx: Trx,
    private readonly dialect: Dialect,
    private readonly writes: readonly Write[],
  ) {
    this.journal = openJournal(trx)
    this.outcomes = Array<Outcome>(writes.length)
  }

  async run(version: number): Promise<readonly Outcome[]> {
    for (const [place, write] of this.writes.entries()) {
      if (!this.mayWait(write)) await this.finish()
      this.outcomes[place] = await this.apart(write)
      if (write.batch !== undefined && 'result' in this.outcomes[place]) this.pending.push(place)
    }
    await this.finish()
    if (this.outcomes.every((outcome) => 'error' in outcome)) throw new NothingDone(this.outcomes)
    await settleEvents(this.trx, this.journal.eventIds())
    await this.journal.keep(this.trx, version)
    return this.outcomes
  }

  /** Whether what is pending may be finished after this one has been prepared. */
  private mayWait({ batch, name }: Write): boolean {
    return this.pending.every((place) => {
      const other = this.writes[place]!
      return other.batch === batch && (name === undefined || other.name !== name)
    })
  }

  /** A write that fails is undone and fails alone, unless the database itself has failed. */
  private async apart({ run, onlyReads }: Write): Promise<Outcome> {
    const takeBack = this.journal.mark()
    const isApart = this.writes.length > 1 && !onlyReads
    // Of several with the same name the last counts, so that none has to be released.
    if (isApart) await this.execute('savepoint a_write')
    try {
      return { result: await run(this.trx) }
    } catch (error) {
      if (this.concernsAll(error, isApart)) throw error
      if (isApart) await this.execute('rollback to savepoint a_write')
      takeBack()
      return { error }
    }
  }

  /** Without a savepoint only what we refuse ourselves leaves the transaction as it was. */
  private concernsAll(error: unknown, isApart: boolean): boolean {
    if (this.dialect.isRetryable(error) || this.dialect.isUnavailable(error)) return true
    return this.writes.length > 1 && !isApart && !(error instanceof Problem)
  }

  private execute(text: string) {
    return this.trx.executeQuery(CompiledQuery.raw(text))
  }

  private async finish(): Promise<void> {
    const places = this.pending
    if (places.length === 0) return
    this.pending = []
    const prepared = places.map((place) => (this.outcomes[place] as { result: unknown }).result)
    const results = await this.writes[places[0]!]!.batch!.finish(this.trx, prepared)
    places.forEach((place, index) => (this.outcomes[place] = { result: results[index] }))
  }
}
