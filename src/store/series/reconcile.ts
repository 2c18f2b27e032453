import { hasOwnTime, overridesOf, statusBeforeTrash } from '../../resources/events/inheritance.ts'
import { previousStart } from '../../resources/events/times.ts'
import type { OccurrenceCounts } from '../../resources/resource.ts'
import { dayOf, type Wall } from '../../time/index.ts'
import { yieldIfDue } from '../../yielding.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../sql/schema.ts'
import type { Trx } from '../sql/write-queue.ts'
import { makeOccurrences, restoreEvents, trashEvents } from './occurrences.ts'
import {
  dueOf,
  horizonOf,
  isOver,
  match,
  matchMoved,
  mostOccurrences,
  placed,
  recurrenceOf,
  wallsAhead,
  wallsBehind,
  wallsBeyond,
  wallsOver,
  type Clock,
  type Matching,
} from './placement.ts'
import { propagateAll } from './propagate.ts'
import { requireRoom } from './room.ts'
import { isInTrash, occurrencesOf, rewriteEvents, type EventRow, type Series } from './rows.ts'

/** Makes the occurrences of a series match the dates that its rule yields. */

interface Reconciliation {
  readonly kept: readonly EventRow[]
  /** With their new times. */
  readonly moved: readonly EventRow[]
  readonly trashed: readonly EventRow[]
  /** In the trash, and to be restored. */
  readonly restored: readonly EventRow[]
  readonly created: readonly Wall[]
  /** Over, and left unchanged. */
  readonly past: readonly EventRow[]
  /** Moved and restored ones that were over and no longer are. */
  readonly ahead: readonly EventRow[]
}

function placedAt(series: Series, row: EventRow, wall: Wall, { now, timezone }: Clock): EventRow {
  const time = hasOwnTime(row) ? {} : placed(series, wall, timezone)
  const after = { ...row, ...time, recurrence_id: wall }
  const isMoved = after.start_utc !== row.start_utc || after.end_utc !== row.end_utc
  const isSame =
    !isMoved && (Object.keys(after) as (keyof EventRow)[]).every((name) => after[name] === row[name])
  if (isSame) return row
  const sequence = row.sequence + Number(isMoved)
  return { ...after, sequence, previous_start: previousStart(row, after), modified: now }
}

/** Yields in between, because time-zone computations for thousands of occurrences take long. */
async function placedAll(series: Series, pairs: Matching['pairs'], clock: Clock) {
  const all: { readonly row: EventRow; readonly after: EventRow }[] = []
  for (const [row, wall] of pairs) {
    all.push({ row, after: placedAt(series, row, wall, clock) })
    await yieldIfDue()
  }
  return all
}

/** Past occurrences beyond the limit are left unchanged. */
const reachable = (rows: readonly EventRow[], behind: readonly Wall[]) =>
  behind.length < mostOccurrences ? rows : rows.filter((row) => row.recurrence_id! >= behind[0]!)

/** What is reconciled in addition to occurrences that are not over. */
interface Extent {
  /** Past occurrences change too. */
  readonly reachesPast?: boolean
  /** The series is restored from the trash, with its past occurrences. */
  readonly isBack?: boolean
  /** By how many seconds occurrences move with the start of the series; without it, those of other days are trashed. */
  readonly movedBy?: number
  /** Dates that an occurrence in the trash has get this one back before others move there. */
  readonly prefersTrash?: boolean
  /** Somebody asks for these dates, and is refused if the series has too much for so many new ones. */
  readonly needsRoom?: boolean
}

/** An occurrence that was moved to a later time keeps its date, even if that date is over. */
function matchLate(series: Series, open: readonly EventRow[], clock: Clock): Matching['pairs'] {
  const late = open.filter((row) => hasOwnTime(row) && isOver(series, row.recurrence_id!, clock))
  const walls = late.map((row) => row.recurrence_id!)
  return match(late, wallsOver(series, walls, clock)).pairs
}

/**
 * Occurrences beyond the horizon stay where the rule yields them: the event that became a series there, and those that were
 * made before the horizon was set nearer.
 */
function matchFar(series: Series, open: readonly EventRow[], clock: Clock): Matching['pairs'] {
  const horizon = horizonOf(series, clock)
  const far = open.filter((row) => row.recurrence_id! > horizon)
  const walls = far.map((row) => row.recurrence_id!)
  return match(far, wallsBeyond(series, walls, clock)).pairs
}

/** Dates not held by a past occurrence, which may hold another date on its day if the rule no longer yields its own. */
function withoutHeld(series: Series, past: readonly EventRow[], walls: readonly Wall[], clock: Clock) {
  const days = new Set(walls.map(dayOf))
  const near = past.filter((row) => days.has(dayOf(row.recurrence_id!)))
  const over = wallsOver(
    series,
    near.map((row) => row.recurrence_id!),
    clock,
  )
  return match(match(near, over).left, walls).fresh
}

/** Trashed occurrences whose dates are yielded again; those that were trashed individually stay in the trash. */
function matchTrashed(series: Series, trashed: readonly EventRow[], walls: readonly Wall[]) {
  const isExcluded = isExcludedFrom(series)
  return match(trashed, walls).pairs.filter(([row, wall]) => row.recurrence_id === wall || !isExcluded(row))
}

function isExcludedFrom(series: Series): (row: EventRow) => boolean {
  const days = new Set(recurrenceOf(series).excluded.map((date) => dayOf(date)))
  return (row) => days.has(dayOf(row.recurrence_id!))
}

/**
 * Occurrences that were already over when they were trashed with their series, or whose dates the rule still yields.
 */
function overInTrash(series: Series, trashed: readonly EventRow[], clock: Clock): EventRow[] {
  const isExcluded = isExcludedFrom(series)
  const over = trashed.filter((row) => row.end_utc <= clock.now && !isExcluded(row))
  const walls = over.map((row) => row.recurrence_id!)
  const dated = new Set(match(over, wallsOver(series, walls, clock)).pairs.map(([row]) => row))
  return over.filter((row) => row.modified >= row.end_utc || dated.has(row))
}

/** Plans the changes; past occurrences are left unchanged unless `reachesPast` is set, or `isBack` restores them. */
export async function planReconciliation(
  db: Kysely<Database>,
  series: Series,
  clock: Clock,
  { reachesPast = false, isBack = false, movedBy = 0, prefersTrash = false }: Extent = {},
): Promise<Reconciliation> {
  const all = await occurrencesOf(db, series.event.id)
  const live = all.filter((row) => !isInTrash(row))
  const past = reachesPast ? [] : live.filter(({ end_utc }) => end_utc <= clock.now)
  await yieldIfDue()
  const behind = reachesPast ? wallsBehind(series, clock) : []
  const open = reachesPast ? reachable(live, behind) : live.filter(({ end_utc }) => end_utc > clock.now)
  const held = [...matchLate(series, open, clock), ...matchFar(series, open, clock)]
  const isSettled = new Set([...past.map((row) => row.recurrence_id!), ...held.map(([, wall]) => wall)])
  const walls = [...behind, ...wallsAhead(series, clock)].filter((wall) => !isSettled.has(wall))
  await yieldIfDue()
  const isHeld = new Set(held.map(([row]) => row))
  const matched = match(
    open.filter((row) => !isHeld.has(row)),
    walls,
  )
  const trashed = all.filter(isInTrash)
  const returning = prefersTrash ? matchTrashed(series, trashed, matched.fresh) : []
  const taken = new Set([...isSettled, ...returning.map(([, wall]) => wall)])
  const moving = { seconds: movedBy, taken }
  const rest = movedBy === 0 ? matched : matchMoved(matched, series, moving, clock)
  const fresh = withoutHeld(series, past, rest.fresh, clock)
  const pairs = await placedAll(series, [...held, ...rest.pairs], clock)
  const again = await placedAll(series, matchTrashed(series, trashed, fresh), clock)
  const made = new Set(again.map(({ after }) => after.recurrence_id))
  // What was over need not be over any more, if the dates last longer now.
  const isAgain = new Set(again.map(({ row }) => row))
  const overAgain = isBack ? overInTrash(series, trashed, clock).filter((row) => !isAgain.has(row)) : []
  return {
    kept: pairs.filter(({ row, after }) => row === after).map(({ row }) => row),
    moved: pairs.filter(({ row, after }) => row !== after).map(({ after }) => after),
    trashed: rest.left,
    restored: [...again.map(({ after }) => after), ...overAgain],
    created: fresh.filter((wall) => !made.has(wall)),
    past,
    ahead: [...pairs, ...again]
      .filter(({ row, after }) => row.end_utc <= clock.now && after.end_utc > clock.now)
      .map(({ after }) => after),
  }
}

const countsOf = ({ kept, moved, trashed, restored, created, past }: Reconciliation): OccurrenceCounts => ({
  kept: kept.length,
  moved: moved.length,
  created: created.length + restored.length,
  trashed: trashed.length,
  overridden: [...kept, ...moved].filter((row) => overridesOf(row).length > 0).length,
  past: past.length,
})

/** Stores up to when occurrences exist now, and when more are due. */
async function writeHorizon(
  trx: Trx,
  series: Series,
  { kept, moved, restored, created, past }: Reconciliation,
  clock: Clock,
) {
  const horizon = horizonOf(series, clock)
  const within = [...kept, ...moved, ...restored, ...past].filter((row) => row.recurrence_id! <= horizon)
  const rows = within.filter(({ end_utc }) => end_utc > clock.now)
  const walls = [...rows.map((row) => row.recurrence_id!), ...created].toSorted()
  const isFull = walls.length >= mostOccurrences
  // A date ahead may have been moved into the past.
  const last = isFull
    ? walls.at(-1)
    : [...within.map((row) => row.recurrence_id!), ...created].toSorted().at(-1)
  const earliestEnd = rows.length === 0 ? undefined : Math.min(...rows.map(({ end_utc }) => end_utc))
  const due = dueOf(series, { last, earliestEnd, count: walls.length }, clock)
  await trx
    .updateTable('series')
    .set({ horizon: isFull ? last! : horizon, due: due ?? null })
    .where('id', '=', series.event.id)
    .execute()
}

/** If the own status of an occurrence is unknown, it becomes a draft, which only editors see. */
const statusAfter = ({ event }: Series, row: EventRow) =>
  overridesOf(row).includes('status') ? (statusBeforeTrash(row) ?? 'draft') : event.status

/** Trashes, moves, restores and creates occurrences, and stores the new horizon. */
export async function reconcile(
  trx: Trx,
  series: Series,
  clock: Clock,
  extent: Extent = {},
): Promise<OccurrenceCounts> {
  const plan = await planReconciliation(trx, series, clock, extent)
  if (extent.needsRoom)
    await requireRoom(trx, series, { occurrences: plan.created.length, field: 'recurrence' })
  await trashEvents(trx, plan.trashed, clock.now)
  await rewriteEvents(trx, [...plan.moved, ...plan.restored])
  await propagateAll(trx, series, plan.ahead, { now: clock.now })
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
