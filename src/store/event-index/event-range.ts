import { longestClass, durationTarget, maxDurationOf } from '../../resources/events/duration-classes.ts'
import type { IndexedEvents } from './indexed-events.ts'
import type { PostingList } from './posting-list.ts'
import { isInWindow, type TimeWindow } from './time-window.ts'

/** The events of one target in a window, found without testing each of them. */
export interface EventRange {
  /** Events that started before the range and are still running, in list order. */
  readonly runningBefore: readonly number[]
  readonly posting: PostingList
  readonly from: number
  readonly to: number
  /** Positions within the range whose events do not match, in ascending order. */
  readonly excludedPositions: readonly number[]
  readonly size: number
}

/** A slice of a posting list, which may be that of a duration class. */
interface PostingSlice {
  readonly posting: PostingList
  readonly from: number
  readonly to: number
}

/** The events of a target that start within a period, including its start but not its end. */
export const sliceByStart = (posting: PostingList, from: number, to: number): PostingSlice => {
  const first = posting.lowerBoundByStart(from)
  return { posting, from: first, to: Math.max(first, posting.lowerBoundByStart(to)) }
}

function filterSlice({ posting, from, to }: PostingSlice, predicate: (id: number) => boolean): number[] {
  const found: number[] = []
  for (let place = from; place < to; place++)
    if (predicate(posting.ids[place]!)) found.push(posting.ids[place]!)
  return found
}

/**
 * Positions of the target's events that start before `to` and last until `until` or longer. Each duration class is
 * searched only back to its maximum duration.
 */
function positionsOfLongEvents(
  events: IndexedEvents,
  target: number,
  to: number,
  until: number,
): readonly number[] {
  const { columns, eventTargets } = events
  const posting = events.posting(target)
  const { start, end } = columns
  const among = (one: PostingList, durationClass: number) =>
    sliceByStart(one, until - maxDurationOf(durationClass) + 1, to)
  const short = among(posting, 0)
  const long = Array.from({ length: longestClass }, (_, index) => index + 1).flatMap((durationClass) => {
    const number = events.numberOf(durationTarget(durationClass))
    return number === undefined ? [] : [among(events.posting(number), durationClass)]
  })
  const ids = [
    ...filterSlice(short, (id) => end[id]! >= until && end[id]! - start[id]! < maxDurationOf(0)),
    ...long.flatMap((one) =>
      filterSlice(one, (id) => end[id]! >= until && (target === 0 || eventTargets.has(id, target))),
    ),
  ]
  return ids.map((id) => posting.indexOf(id)).sort((one, other) => one - other)
}

/** Up to this number, events are tested one by one. */
const maxLinearScan = 100

/** Positions of the target's events that start in a range and last until an instant or longer. */
function positionsStillRunning(
  events: IndexedEvents,
  target: number,
  range: { readonly from: number; readonly to: number },
  until: number,
): readonly number[] {
  if (range.from >= range.to || until === Infinity) return []
  const { end } = events.columns
  const { posting, from, to } = sliceByStart(events.posting(target), range.from, range.to)
  if (to - from <= maxLinearScan)
    return Array.from({ length: to - from }, (_, index) => from + index).filter(
      (place) => end[posting.ids[place]!]! >= until,
    )
  // Cached, because most queries use the same days.
  const all = events.places.of(`${target} ${range.to} ${until}`, () =>
    positionsOfLongEvents(events, target, range.to, until),
  )
  return all.filter((place) => place >= from)
}

/** The start times for which all lower bounds are met, because no event ends before it starts. */
export const certainStarts = (window: TimeWindow): readonly [from: number, to: number] => [
  Math.max(window.startFrom, window.endFrom, window.runningSince),
  Math.min(window.startTo, window.endTo),
]

/** The events of a target in a window, by position in its posting list wherever the bounds allow. */
export function rangeOf(events: IndexedEvents, target: number, window: TimeWindow): EventRange {
  const { columns } = events
  const posting = events.posting(target)
  const [firstCertainStart, upperStart] = certainStarts(window)
  const { from, to } = sliceByStart(posting, firstCertainStart, upperStart)
  const runningBefore = positionsStillRunning(
    events,
    target,
    { from: window.startFrom, to: Math.min(firstCertainStart, upperStart) },
    firstCertainStart,
  )
    .map((place) => posting.ids[place]!)
    .filter((id) => isInWindow(window, columns, id))
  const excludedPositions = positionsStillRunning(
    events,
    target,
    { from: firstCertainStart, to: upperStart },
    window.endTo,
  )
  return {
    runningBefore,
    posting,
    from,
    to,
    excludedPositions,
    size: runningBefore.length + to - from - excludedPositions.length,
  }
}

/** The range without these events. */
export function excludeIds(range: EventRange, excluded: readonly number[]): EventRange {
  if (excluded.length === 0) return range
  const ids = new Set(excluded)
  const { posting, from, to } = range
  const runningBefore = range.runningBefore.filter((id) => !ids.has(id))
  const places = [...ids].map((id) => [id, posting.indexOf(id)] as const)
  const passed = places.filter(([id, place]) => posting.ids[place] === id && place >= from && place < to)
  const excludedPositions = [
    ...new Set([...range.excludedPositions, ...passed.map(([, place]) => place)]),
  ].sort((one, other) => one - other)
  return {
    ...range,
    runningBefore,
    excludedPositions,
    size: runningBefore.length + to - from - excludedPositions.length,
  }
}

/** Events of the range by position, from the first up to but not including the last. */
export function slice(
  { runningBefore, posting, from, excludedPositions, size }: EventRange,
  first: number,
  last: number,
): number[] {
  const ids: number[] = []
  let passed = 0
  for (let place = first; place < Math.min(last, size); place++) {
    if (place < runningBefore.length) {
      ids.push(runningBefore[place]!)
      continue
    }
    while (
      passed < excludedPositions.length &&
      excludedPositions[passed]! <= from + place - runningBefore.length + passed
    )
      passed++
    ids.push(posting.ids[from + place - runningBefore.length + passed]!)
  }
  return ids
}

export const idsInRange = (range: EventRange): number[] => slice(range, 0, range.size)
