import { Bitset, indexesAbove } from './bitset.ts'
import type { IndexedEvents } from './indexed-events.ts'
import { idsInRange, rangeOf, type EventRange } from './event-range.ts'
import type { TimeWindow } from './time-window.ts'

/** A set of targets; an event must have at least one of them, or none if the filter excludes. */
export interface TargetFilter {
  readonly targets: readonly number[]
  readonly isIncluded: boolean
}

/** Cost of one target lookup in units of setting one bit. */
const lookupCost = 16

/** Whether an event has one of the targets. */
export function membershipTest({ eventTargets, targets: total }: IndexedEvents, targets: readonly number[]) {
  const asked = new Bitset(total)
  for (const target of targets) asked.add(target)
  return (id: number): boolean => eventTargets.hasAny(id, asked)
}

const emptyBitset = ({ columns }: IndexedEvents) => new Bitset(columns.start.length)

function addRange(bitset: Bitset, { runningBefore, posting, from, to, excludedPositions }: EventRange) {
  for (const id of runningBefore) bitset.add(id)
  bitset.addAll(posting.ids, from, to)
  // Safe to delete, because a gap lies outside the window and so cannot belong to another target.
  for (const place of excludedPositions) bitset.delete(posting.ids[place]!)
}

/** The events that a filter selects, and whether all of them are in the base range. */
export interface FilterResult {
  readonly bitset: Bitset
  readonly isSubsetOfBase: boolean
}

/** Thresholds up to which one strategy is faster than the other. */
export interface StrategyThresholds {
  /**
   * Above this number, all events of a target are included, because locating a window in each target costs more than
   * it saves.
   */
  readonly maxTargetsByRange: number
  readonly maxEventsTestedOneByOne: number
  /**
   * Up to this number per target, events are counted one by one, because locating a window in a posting list takes as
   * long.
   */
  readonly maxEventsPerCountedTarget: number
}

export const defaultThresholds: StrategyThresholds = {
  maxTargetsByRange: 64,
  maxEventsTestedOneByOne: 2_000,
  maxEventsPerCountedTarget: 2,
}

/**
 * The events that have one of the targets, in the base range or overall: a union of the targets' events, or a test of
 * each event in the base range if that is cheaper.
 */
export function evaluateFilter(
  events: IndexedEvents,
  { targets }: TargetFilter,
  base: EventRange,
  window: TimeWindow,
  { maxTargetsByRange }: StrategyThresholds,
): FilterResult {
  const areFew = targets.length <= maxTargetsByRange
  const stretches = areFew ? targets.map((target) => rangeOf(events, target, window)) : []
  const postings = areFew ? [] : targets.map((target) => events.posting(target))
  const size = [...stretches.map(({ size }) => size), ...postings.map(({ length }) => length)].reduce(
    (sum, one) => sum + one,
    0,
  )
  if (size > base.size * lookupCost) {
    const isMember = membershipTest(events, targets)
    const bitset = emptyBitset(events)
    for (const id of idsInRange(base)) if (isMember(id)) bitset.add(id)
    return { bitset, isSubsetOfBase: true }
  }
  if (!areFew) return { bitset: unionOfTargets(events, targets).copy(), isSubsetOfBase: false }
  const bitset = emptyBitset(events)
  for (const range of stretches) addRange(bitset, range)
  return { bitset, isSubsetOfBase: base.posting === events.all }
}

/** Cached, because filters by many targets, such as all venues with coordinates, recur. */
const unionOfTargets = (events: IndexedEvents, targets: readonly number[]): Bitset =>
  events.marks.of(targets.join(), () => {
    const bitset = emptyBitset(events)
    for (const target of targets) {
      const { ids, length } = events.posting(target)
      bitset.addAll(ids, 0, length)
    }
    return bitset
  })

/** Events modified after an instant. Missing events have modification time 0 and never match. */
export const evaluateModifiedAfter = ({ columns }: IndexedEvents, after: number): Bitset =>
  indexesAbove(columns.modified, Math.max(after, 0))
