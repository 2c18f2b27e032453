import type { Target } from '../../resources/events/index-targets.ts'
import type { Bitset } from './bitset.ts'
import {
  evaluateFilter,
  evaluateModifiedAfter,
  membershipTest,
  type TargetFilter,
  type StrategyThresholds,
  type FilterResult,
} from './target-filters.ts'
import type { IndexedEvents } from './indexed-events.ts'
import { PostingList } from './posting-list.ts'
import { countMasked, sliceMasked, type BitMask } from './masked-scan.ts'
import { idsInRange, excludeIds, slice, rangeOf, type EventRange } from './event-range.ts'
import { isInWindow, type TimeWindow } from './time-window.ts'

/** Filters of a list query; all must match. */
export interface IndexQuery {
  readonly window: TimeWindow
  /** Names of targets; an event must have at least one of each group. */
  readonly includedTargets: readonly (readonly Target[])[]
  /** An event must have none of these. */
  readonly excludedTargets: readonly Target[]
  readonly modifiedAfter?: number | undefined
  /** If set, only these events match. */
  readonly include?: readonly number[] | undefined
  readonly exclude: readonly number[]
  /** Results of text searches; an event must be in all of them. */
  readonly searchMatches: readonly Bitset[]
  /** An event must be in none of these: events found by excluded words, and all but the next occurrence of series. */
  readonly exclusions: readonly Bitset[]
  readonly isDescending: boolean
}

export interface PageRange {
  readonly offset: number
  readonly limit: number
}

export interface QueryResult {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * Resolves target names to numbers, once for all windows of a query. An include filter without known targets matches
 * nothing.
 */
export function filtersOf(
  events: IndexedEvents,
  { includedTargets, excludedTargets }: IndexQuery,
): TargetFilter[] {
  const numbers = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => events.numberOf(name) ?? [])
  const groups = [
    ...includedTargets.map((names) => ({ targets: numbers(names), isIncluded: true })),
    { targets: numbers(excludedTargets), isIncluded: false },
  ]
  return groups.filter(({ targets, isIncluded }) => isIncluded || targets.length > 0)
}

const isSingle = ({ targets, isIncluded }: TargetFilter) => isIncluded && targets.length === 1

/** The events with these IDs, in list order. */
function rangeOfIds(events: IndexedEvents, include: readonly number[], window: TimeWindow): EventRange {
  const { columns } = events
  const runningBefore = [...new Set(include)]
    .filter((id) => events.has(id) && isInWindow(window, columns, id))
    .sort((one, other) => columns.compareByStart(one, other))
  return {
    runningBefore,
    posting: new PostingList(columns),
    from: 0,
    to: 0,
    excludedPositions: [],
    size: runningBefore.length,
  }
}

interface BaseRange {
  readonly range: EventRange
  /** The filter that the range comes from; undefined if the range is not limited to a target. */
  readonly group?: TargetFilter
}

/** Chooses the smallest range to scan; a single-target range is never larger than the whole window. */
function smallestBaseRange(
  events: IndexedEvents,
  groups: readonly TargetFilter[],
  { include, window }: IndexQuery,
): BaseRange {
  if (include !== undefined) return { range: rangeOfIds(events, include, window) }
  const leads = groups
    .filter(isSingle)
    .map((group): BaseRange => ({ range: rangeOf(events, group.targets[0]!, window), group }))
  return leads.length === 0
    ? { range: rangeOf(events, 0, window) }
    : leads.reduce((smallest, lead) => (lead.range.size < smallest.range.size ? lead : smallest))
}

/** Tests each event. */
function filterOneByOne(
  events: IndexedEvents,
  range: EventRange,
  groups: readonly TargetFilter[],
  query: IndexQuery,
): number[] {
  const { searchMatches, exclusions, modifiedAfter = -Infinity } = query
  const { modified } = events.columns
  const isFound = (id: number) =>
    searchMatches.every((bits) => bits.has(id)) && !exclusions.some((bits) => bits.has(id))
  return groups.reduce(
    (ids, { targets, isIncluded }) => {
      const isMember = membershipTest(events, targets)
      return ids.filter((id) => isMember(id) === isIncluded)
    },
    idsInRange(range).filter((id) => modified[id]! > modifiedAfter && isFound(id)),
  )
}

/** Intersections are within the base if one of their sets is; unions only if all are. */
const intersectAll = (marked: readonly FilterResult[]): FilterResult => ({
  bitset: marked.map(({ bitset }) => bitset).reduce((one, other) => one.intersection(other)),
  isSubsetOfBase: marked.some(({ isSubsetOfBase }) => isSubsetOfBase),
})

const uniteAll = (marked: readonly FilterResult[]): FilterResult => ({
  bitset: marked.map(({ bitset }) => bitset).reduce((one, other) => one.union(other)),
  isSubsetOfBase: marked.every(({ isSubsetOfBase }) => isSubsetOfBase),
})

interface MaskWithTotal {
  readonly mask: BitMask
  /** The number of matches, if the bits alone determine it. */
  readonly total: number | undefined
}

/** Applies gaps and exclusions to the mask here, because the scan does not check them. */
function buildMask(
  events: IndexedEvents,
  lead: EventRange,
  groups: readonly TargetFilter[],
  query: IndexQuery,
  limits: StrategyThresholds,
): MaskWithTotal {
  const { modifiedAfter, searchMatches, exclusions, window, exclude } = query
  const isSubsetOfBase = lead.size === events.all.length
  const copied = (bits: Bitset): FilterResult => ({ bitset: bits.copy(), isSubsetOfBase })
  const marksOf = (isWanted: boolean) =>
    groups
      .filter((group) => group.isIncluded === isWanted)
      .map((group) => evaluateFilter(events, group, lead, window, limits))
  const modified =
    modifiedAfter === undefined
      ? []
      : [{ bitset: evaluateModifiedAfter(events, modifiedAfter), isSubsetOfBase }]
  const wanted = [...marksOf(true), ...modified, ...searchMatches.map(copied)]
  const unwanted = [...marksOf(false), ...exclusions.map(copied)]
  const gaps = lead.excludedPositions.map((place) => lead.posting.ids[place]!)
  const removeExcluded = (bits: Bitset) => [...gaps, ...exclude].forEach((id) => bits.delete(id))
  if (wanted.length === 0) {
    const { bitset: bits, isSubsetOfBase } = uniteAll(unwanted)
    removeExcluded(bits)
    const total = isSubsetOfBase ? lead.size - bits.count() : undefined
    for (const id of gaps) bits.add(id)
    return { mask: { bits, isWanted: false }, total }
  }
  const each = intersectAll(wanted)
  const bits = unwanted.length === 0 ? each.bitset : each.bitset.difference(uniteAll(unwanted).bitset)
  removeExcluded(bits)
  return { mask: { bits, isWanted: true }, total: each.isSubsetOfBase ? bits.count() : undefined }
}

/** Whether there is no filter besides the window and one target. */
const hasOnlyBaseFilter = (
  { searchMatches, exclusions, modifiedAfter }: IndexQuery,
  filters: readonly TargetFilter[],
) =>
  filters.length === 0 && searchMatches.length === 0 && exclusions.length === 0 && modifiedAfter === undefined

/** Whether there is no filter besides the window. */
export const hasOnlyWindow = (query: IndexQuery): boolean =>
  hasOnlyBaseFilter(query, []) &&
  query.includedTargets.length === 0 &&
  query.excludedTargets.length === 0 &&
  query.include === undefined &&
  query.exclude.length === 0

type Slice = (first: number, last: number) => readonly number[]

/** Counts positions from the end for descending order. */
function pageOf(
  total: number,
  take: Slice,
  { isDescending }: IndexQuery,
  { offset, limit }: PageRange,
): QueryResult {
  const ids = isDescending
    ? take(Math.max(0, total - offset - limit), Math.max(0, total - offset)).toReversed()
    : take(Math.min(offset, total), Math.min(offset + limit, total))
  return { ids, total }
}

/** One page of the matching events, and their total number. */
export function runQuery(
  events: IndexedEvents,
  query: IndexQuery,
  range: PageRange,
  limits: StrategyThresholds,
  groups = filtersOf(events, query),
): QueryResult {
  if (groups.some(({ targets }) => targets.length === 0)) return { ids: [], total: 0 }
  const lead = smallestBaseRange(events, groups, query)
  const eventRange = excludeIds(lead.range, query.exclude)
  const filters = groups.filter((group) => group !== lead.group)
  if (hasOnlyBaseFilter(query, filters))
    return pageOf(eventRange.size, (first, last) => slice(eventRange, first, last), query, range)
  if (eventRange.size <= limits.maxEventsTestedOneByOne) {
    const ids = filterOneByOne(events, eventRange, filters, query)
    return pageOf(ids.length, (first, last) => ids.slice(first, last), query, range)
  }
  const { mask, total = countMasked(eventRange, mask) } = buildMask(
    events,
    eventRange,
    filters,
    query,
    limits,
  )
  return pageOf(total, (first, last) => sliceMasked(eventRange, mask, first, last, total), query, range)
}
