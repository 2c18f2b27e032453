import type { Kysely } from 'kysely'
import type { Instant } from '../../time/index.ts'
import type { Db } from '../sql/db.ts'
import type { Database } from '../sql/schema.ts'
import { inTransaction } from '../sql/write-queue.ts'
import { periodically, type Periodic } from '../periodic.ts'
import { arrange } from './arrange.ts'
import type { Clock } from './placement.ts'
import { findSeries, isInTrash } from './rows.ts'

/** The horizon moves on by itself: what comes within it is made, also after the service has slept. */

export interface HorizonOptions {
  readonly db: Db
  readonly clock: () => Clock
  readonly onError: (error: unknown) => void
}

const pauseMs = 60_000

/** How many series are asked for at once. */
const batchSize = 50

const dueSeries = async (db: Kysely<Database>, now: Instant): Promise<number[]> =>
  (
    await db
      .selectFrom('series')
      .select('id')
      .where('due', '<=', now)
      .orderBy('due')
      .limit(batchSize)
      .execute()
  ).map(({ id }) => id)

/** Looked at again inside the transaction, because another process may have been first. */
const extendSeries = (db: Db, id: number, clock: Clock): Promise<void> =>
  inTransaction(db, async (trx) => {
    const series = await findSeries(trx, id)
    const due = series?.rule.due ?? null
    if (series === undefined || due === null || due > clock.now) return
    if (isInTrash(series.event))
      await trx.updateTable('series').set({ due: null }).where('id', '=', id).execute()
    else await arrange(trx, series, clock, false)
  })

/** Makes all that is due, each series in a transaction of its own; returns how many series that were. */
export async function extendDueSeries(db: Db, clock: Clock, signal?: AbortSignal): Promise<number> {
  let done = 0
  for (;;) {
    const ids = await dueSeries(db, clock.now)
    for (const id of ids) {
      if (signal?.aborted) return done
      await extendSeries(db, id, clock)
      done += 1
    }
    if (ids.length < batchSize) return done
  }
}

/** Every process looks now and then; whoever comes first makes what is due. */
export const createHorizon = ({ db, clock, onError }: HorizonOptions): Periodic =>
  periodically({ work: (signal) => extendDueSeries(db, clock(), signal), pauseMs, onError })
