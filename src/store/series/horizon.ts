import type { Kysely } from 'kysely'
import type { Instant } from '../../time/index.ts'
import type { Db } from '../sql/db.ts'
import type { Database } from '../sql/schema.ts'
import { findState, storeState } from '../sql/state.ts'
import { inLongTransaction } from '../sql/write-queue.ts'
import { periodically, type Periodic } from '../periodic.ts'
import { reconcile } from './reconcile.ts'
import type { Clock } from './placement.ts'
import { findSeries, hasOpenSeries, isInTrash } from './rows.ts'

/** Creates occurrences as they come within the horizon; those missed while the service was down are created later. */

interface HorizonOptions {
  readonly db: Db
  readonly clock: () => Clock
  readonly onError: (error: unknown) => void
}

const pauseMs = 60_000

const dueSeries = async (db: Kysely<Database>, now: Instant): Promise<number[]> =>
  (await db.selectFrom('series').select('id').where('due', '<=', now).orderBy('due').execute()).map(
    ({ id }) => id,
  )

/** Checked again inside the transaction, because another process may have been faster. */
const extendSeries = (db: Db, id: number, clock: Clock): Promise<void> =>
  inLongTransaction(db, async (trx) => {
    const series = await findSeries(trx, id)
    const due = series?.rule.due ?? null
    if (series === undefined || due === null || due > clock.now) return
    if (isInTrash(series.event))
      await trx.updateTable('series').set({ due: null }).where('id', '=', id).execute()
    else await reconcile(trx, series, clock)
  })

/** Extends all series that are due, each in its own transaction, so that a failure does not affect the others. */
export async function extendDueSeries(
  db: Db,
  clock: Clock,
  { onError, signal }: Pick<HorizonOptions, 'onError'> & { readonly signal?: AbortSignal },
): Promise<void> {
  for (const id of await dueSeries(db, clock.now)) {
    if (signal?.aborted) return
    await extendSeries(db, id, clock).catch(onError)
  }
}

const stateName = 'horizon'

/** The horizon to which series are extended: the setting, once a service has started with it. */
export const reachedHorizon = (db: Kysely<Database>): Promise<number | undefined> => findState(db, stateName)

/**
 * Makes all series due that go on, if the horizon reaches further than the one they were extended to, because they became
 * due by that one. A horizon that was never stored counts as shorter.
 */
export async function followHorizon(db: Db, { now, horizon }: Clock): Promise<void> {
  const reached = await reachedHorizon(db)
  if (reached === horizon || !(await hasOpenSeries(db))) return
  await db.writes.withoutVersionChange(async (trx) => {
    if ((reached ?? 0) < horizon)
      await trx.updateTable('series').set({ due: now }).where('due', 'is not', null).execute()
    await storeState(trx, stateName, horizon)
  })
}

/** Every process polls; the first one extends the series that are due. */
export const createHorizon = ({ db, clock, onError }: HorizonOptions): Periodic =>
  periodically({
    async work(signal) {
      await followHorizon(db, clock())
      await extendDueSeries(db, clock(), { onError, signal })
    },
    pauseMs,
    onError,
  })
