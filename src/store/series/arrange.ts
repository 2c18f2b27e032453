import { hasOwnTime, overridesOf } from '../../resources/events/inheritance.ts'
import type { OccurrenceCounts } from '../../resources/resource.ts'
import { toWall, type Wall } from '../../time/index.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../sql/schema.ts'
import type { Trx } from '../sql/write-queue.ts'
import { makeOccurrences, restoreEvents, trashEvents } from './occurrences.ts'
import {
  dueOf,
  horizonOf,
  match,
  mostOccurrences,
  placed,
  wallsAhead,
  wallsBehind,
  type Clock,
} from './placement.ts'
import { isInTrash, occurrencesOf, rewriteEvents, type EventRow, type Series } from './rows.ts'

/** Makes the occurrences of a series those that its rule yields. */

export interface Arrangement {
  readonly kept: readonly EventRow[]
  /** As they are to be. */
  readonly moved: readonly EventRow[]
  readonly trashed: readonly EventRow[]
  /** In the trash, and yielded again. */
  readonly restored: readonly EventRow[]
  readonly created: readonly Wall[]
  /** Over, and left alone. */
  readonly past: readonly EventRow[]
}

function rearranged(series: Series, row: EventRow, wall: Wall, { now, timezone }: Clock): EventRow {
  const time = hasOwnTime(row) ? {} : placed(series, wall, timezone)
  const after = { ...row, ...time, recurrence_id: wall }
  const isMoved = after.start_utc !== row.start_utc || after.end_utc !== row.end_utc
  const isSame =
    !isMoved && (Object.keys(after) as (keyof EventRow)[]).every((name) => after[name] === row[name])
  return isSame ? row : { ...after, sequence: row.sequence + Number(isMoved), modified: now }
}

/** More than are made of what is over stay as they are. */
const reachable = (rows: readonly EventRow[], behind: readonly Wall[]) =>
  behind.length < mostOccurrences ? rows : rows.filter((row) => row.recurrence_id! >= behind[0]!)

/** What is to be done; what is over is left alone unless the past is to change too. */
export async function planArrangement(
  db: Kysely<Database>,
  series: Series,
  clock: Clock,
  reachesPast: boolean,
): Promise<Arrangement> {
  const all = await occurrencesOf(db, series.event.id)
  const live = all.filter((row) => !isInTrash(row))
  const past = reachesPast ? [] : live.filter(({ end_utc }) => end_utc <= clock.now)
  const ahead = wallsAhead(series, clock)
  const behind = reachesPast ? wallsBehind(series, clock) : []
  const open = reachesPast ? reachable(live, behind) : live.filter(({ end_utc }) => end_utc > clock.now)
  const { pairs, left, fresh } = match(open, [...behind, ...match(past, ahead).fresh])
  const kept: EventRow[] = []
  const moved: EventRow[] = []
  for (const [row, wall] of pairs) {
    const after = rearranged(series, row, wall, clock)
    if (after === row) kept.push(row)
    else moved.push(after)
  }
  const trashed = all.filter(isInTrash)
  const restored = match(trashed, fresh).pairs.filter(([row, wall]) => row.recurrence_id === wall)
  const again = new Set(restored.map(([, wall]) => wall))
  return {
    kept,
    moved,
    trashed: left,
    restored: restored.map(([row, wall]) => rearranged(series, row, wall, clock)),
    created: fresh.filter((wall) => !again.has(wall)),
    past,
  }
}

export const countsOf = ({
  kept,
  moved,
  trashed,
  restored,
  created,
  past,
}: Arrangement): OccurrenceCounts => ({
  kept: kept.length,
  moved: moved.length,
  created: created.length + restored.length,
  trashed: trashed.length,
  overridden: [...kept, ...moved].filter((row) => overridesOf(row).length > 0).length,
  past: past.length,
})

/** Up to when there are occurrences now, and when there will be more. */
async function writeHorizon(
  trx: Trx,
  series: Series,
  { kept, moved, restored, created }: Arrangement,
  clock: Clock,
) {
  const rows = [...kept, ...moved, ...restored].filter(({ end_utc }) => end_utc > clock.now)
  const walls = [...rows.map((row) => row.recurrence_id!), ...created].toSorted()
  const last = walls.at(-1) ?? toWall(clock.now, series.event.timezone)
  const isFull = walls.length >= mostOccurrences
  const earliestEnd = rows.length === 0 ? undefined : Math.min(...rows.map(({ end_utc }) => end_utc))
  const due = dueOf(series, { last, earliestEnd, count: walls.length }, clock)
  await trx
    .updateTable('series')
    .set({ horizon: isFull ? last : horizonOf(series, clock), due: due ?? null })
    .where('id', '=', series.event.id)
    .execute()
}

/** Who has its status for itself is no longer known; it comes back as nobody but its editors sees it. */
const statusAfter = ({ event }: Series, row: EventRow) =>
  overridesOf(row).includes('status') ? 'draft' : event.status

/** Nothing is made of a series in the trash. */
export async function arrange(
  trx: Trx,
  series: Series,
  clock: Clock,
  reachesPast: boolean,
): Promise<OccurrenceCounts> {
  const plan = await planArrangement(trx, series, clock, reachesPast)
  await trashEvents(trx, plan.trashed, clock.now)
  await rewriteEvents(trx, [...plan.moved, ...plan.restored])
  for (const status of new Set(plan.restored.map((row) => statusAfter(series, row))))
    await restoreEvents(
      trx,
      plan.restored.filter((row) => statusAfter(series, row) === status),
      status,
      clock.now,
    )
  await makeOccurrences(trx, series, plan.created, clock)
  await writeHorizon(trx, series, plan, clock)
  return countsOf(plan)
}
