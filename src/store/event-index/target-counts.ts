import { hasOnlyWindow, runQuery, type IndexQuery } from './index-query.ts'
import { certainStarts, idsOf, rangeOf, sliceByStart, type EventRange } from './event-range.ts'
import type { TargetGroups } from './event-targets.ts'
import { everything, type IndexedEvents } from './indexed-events.ts'
import type { StrategyThresholds } from './target-filters.ts'
import { PostingList } from './posting-list.ts'
import type { TimeWindow } from './time-window.ts'

/** What is counted: whoever counts the same again gives the same object, because its groups are found once. */
export interface Counting {
  /** What the names of the targets begin with. */
  readonly kinds: readonly string[]
  /** For targets that form a tree: each with its ancestors and itself, all of which count its events. */
  readonly lines?: ReadonlyMap<number, readonly number[]> | undefined
}

/** How many events there are, by the ID of the target; targets without events are absent. */
export type TargetCounts = ReadonlyMap<number, number>

/** Everything that counts together has one group; an ID may have several targets, such as of protected events. */
export interface CountedGroups extends TargetGroups {
  /** All that belong to a group. */
  readonly targets: readonly number[]
  /** Of each group, the events that its targets count twice, found when they are first needed. */
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

/** Found once for all windows, because looking for them takes a look at every event. */
function repeatsOf(events: IndexedEvents, groups: CountedGroups): readonly PostingList[] {
  const { ids, length } = events.all
  groups.repeats ??= events.eventTargets
    .repeatsOfGroups(ids.subarray(0, length), groups)
    .map((repeated) => PostingList.of(repeated, events.columns))
  return groups.repeats
}

/**
 * By the postings of what is counted, because these lie together in memory, and events apart. Postings know
 * when events start; those few that the bounds of their ends add or leave out are looked at.
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
  // Once for each target, because several groups may have it.
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
    ? events.eventTargets.countGroups(idsOf(range), groups)
    : countByPostings(events, window, range, groups)
}

/** How many events of the query have each target, or one that lies below it. */
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
