import type { Page } from '../../resources/listing.ts'
import { hasOnlyWindow, runQuery, type IndexQuery } from './index-query.ts'
import { certainStarts, idsInRange, rangeOf, sliceByStart, type EventRange } from './event-range.ts'
import type { TargetGroups } from './event-targets.ts'
import { everything, type IndexedEvents } from './indexed-events.ts'
import type { StrategyThresholds } from './target-filters.ts'
import { PostingList } from './posting-list.ts'
import type { TimeWindow } from './time-window.ts'

/** What to count. Callers that count the same must pass the same object, because its groups are cached by identity. */
export interface Counting {
  /** The kinds that the names of the targets begin with. */
  readonly kinds: readonly string[]
  /** For targets that form a tree: each with its ancestors and itself, all of which count its events. */
  readonly lines?: ReadonlyMap<number, readonly number[]> | undefined
}

/** The number of events by target ID; targets without events are absent. */
export type TargetCounts = ReadonlyMap<number, number>

/** Targets that are counted together form a group; an ID may have several targets, such as one for protected events. */
export interface CountedGroups extends TargetGroups {
  /** All targets that belong to a group. */
  readonly targets: readonly number[]
  /** For each group, the events that its targets count more than once; computed on first use. */
  repeats?: readonly PostingList[]
}

function groupsOf(events: IndexedEvents, counting: Counting): CountedGroups {
  const groups = events.groups.get(counting) ?? findGroups(events, counting)
  events.groups.set(counting, groups)
  return groups
}

function findGroups(events: IndexedEvents, { kinds, lines }: Counting): CountedGroups {
  const ids = new Map<number, number>()
  const groupOf = (id: number) => {
    const group = ids.get(id) ?? ids.size
    ids.set(id, group)
    return group
  }
  const ofTarget = new Map(
    kinds
      .flatMap((kind) => events.numbersOfKind(kind))
      .map(([number, id]) => [number, (lines?.get(id) ?? [id]).map(groupOf)] as const),
  )
  const groups: number[] = []
  const firsts = new Uint32Array(events.targets + 1)
  for (let target = 0; target < events.targets; target++) {
    groups.push(...(ofTarget.get(target) ?? []))
    firsts[target + 1] = groups.length
  }
  return { groups: Uint32Array.from(groups), firsts, ids: [...ids.keys()], targets: [...ofTarget.keys()] }
}

/** Computed once for all windows, because it visits every event. */
function repeatsOf(events: IndexedEvents, groups: CountedGroups): readonly PostingList[] {
  const { ids, length } = events.all
  groups.repeats ??= events.eventTargets
    .repeatsOfGroups(ids.subarray(0, length), groups)
    .map((repeated) => PostingList.of(repeated, events.columns))
  return groups.repeats
}

/**
 * Counts by posting lists, because these are contiguous in memory and events are not. Posting lists are ordered by
 * start; the few events that the bounds of their ends add or exclude are counted separately.
 */
function countByPostings(
  events: IndexedEvents,
  window: TimeWindow,
  { runningBefore, posting, excludedPositions }: EventRange,
  groups: CountedGroups,
): Uint32Array {
  const [from, to] = certainStarts(window)
  const added = events.eventTargets.countGroups(runningBefore, groups)
  const left = events.eventTargets.countGroups(
    excludedPositions.map((place) => posting.ids[place]!),
    groups,
  )
  const countStarts = (posting: PostingList) => {
    const slice = sliceByStart(posting, from, to)
    return slice.to - slice.from
  }
  const counts = new Uint32Array(groups.ids.length)
  // Counted once per target, because several groups may contain it.
  for (const target of groups.targets) {
    const starts = countStarts(events.posting(target))
    for (let at = groups.firsts[target]!; at < groups.firsts[target + 1]!; at++)
      counts[groups.groups[at]!]! += starts
  }
  repeatsOf(events, groups).forEach((repeated, group) => {
    counts[group]! += added[group]! - left[group]! - (repeated.length === 0 ? 0 : countStarts(repeated))
  })
  return counts
}

function countInWindow(
  events: IndexedEvents,
  window: TimeWindow,
  groups: CountedGroups,
  { maxEventsPerCountedTarget }: StrategyThresholds,
): Uint32Array {
  const range = rangeOf(events, everything, window)
  return range.size <= maxEventsPerCountedTarget * groups.targets.length
    ? events.eventTargets.countGroups(idsInRange(range), groups)
    : countByPostings(events, window, range, groups)
}

/** For each target, in the order of their first events: the first events of the query that have it, and their number. */
export function firstOfTargets(
  events: IndexedEvents,
  query: IndexQuery,
  counting: Counting,
  limit: number,
  limits: StrategyThresholds,
): ReadonlyMap<number, Page> {
  const { ids } = runQuery(events, query, { offset: 0, limit: Infinity }, limits)
  return events.eventTargets.firstOfGroups(ids, groupsOf(events, counting), limit)
}

/** How many events of the query have each target, or a descendant of it. */
export function countTargets(
  events: IndexedEvents,
  query: IndexQuery,
  counting: Counting,
  limits: StrategyThresholds,
): TargetCounts {
  const groups = groupsOf(events, counting)
  const counts = hasOnlyWindow(query)
    ? countInWindow(events, query.window, groups, limits)
    : events.eventTargets.countGroups(
        runQuery(events, query, { offset: 0, limit: Infinity }, limits).ids,
        groups,
      )
  return new Map(
    groups.ids.map((id, group) => [id, counts[group]!] as const).filter(([, count]) => count > 0),
  )
}
