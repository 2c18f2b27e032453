import { durationClasses, lasting, longest } from './durations.ts'
import type { IndexedEvents } from './indexed-events.ts'
import type { Posting } from './posting.ts'
import { fits, type Window } from './window.ts'

/** The events of one target in a window, without having looked at each of them. */
export interface Stretch {
  /** In the order of lists: those that began before the range and are still running. */
  readonly early: readonly number[]
  readonly posting: Posting
  readonly from: number
  readonly to: number
  /** Places within the range whose events are not meant, in order. */
  readonly gaps: readonly number[]
  readonly size: number
}

/** A part of a posting, or all events of a class of durations. */
interface Part {
  readonly posting: Posting
  readonly from: number
  readonly to: number
}

const part = (posting: Posting, from: number, to: number): Part => {
  const first = posting.startingFrom(from)
  return { posting, from: first, to: Math.max(first, posting.startingFrom(to)) }
}

function meantIn({ posting, from, to }: Part, isMeant: (id: number) => boolean): number[] {
  const found: number[] = []
  for (let place = from; place < to; place++)
    if (isMeant(posting.ids[place]!)) found.push(posting.ids[place]!)
  return found
}

/** Places of the target's events that begin before an instant and last until another, or longer. */
function lastingUntil(events: IndexedEvents, target: number, to: number, until: number): readonly number[] {
  const { columns, memberships } = events
  const posting = events.posting(target)
  const { start, end } = columns
  const among = (one: Posting, durationClass: number) => part(one, until - longest(durationClass) + 1, to)
  const short = among(posting, 0)
  const long = Array.from({ length: durationClasses }, (_, index) => index + 1).flatMap((durationClass) => {
    const number = events.numberOf(lasting(durationClass))
    return number === undefined ? [] : [among(events.posting(number), durationClass)]
  })
  const ids = [
    ...meantIn(short, (id) => end[id]! >= until && end[id]! - start[id]! < longest(0)),
    ...long.flatMap((one) =>
      meantIn(one, (id) => end[id]! >= until && (target === 0 || memberships.has(id, target))),
    ),
  ]
  return ids.map((id) => posting.placeOf(id)).sort((one, other) => one - other)
}

/** So few are asked themselves. */
const few = 100

/** Places of the target's events that begin in a range and last until an instant, or longer. */
function running(
  events: IndexedEvents,
  target: number,
  range: { readonly from: number; readonly to: number },
  until: number,
): readonly number[] {
  if (range.from >= range.to || until === Infinity) return []
  const { end } = events.columns
  const { posting, from, to } = part(events.posting(target), range.from, range.to)
  if (to - from <= few)
    return Array.from({ length: to - from }, (_, index) => from + index).filter(
      (place) => end[posting.ids[place]!]! >= until,
    )
  // The same days come again and again in what is asked for.
  const all = events.places.of(`${target} ${range.to} ${until}`, () =>
    lastingUntil(events, target, range.to, until),
  )
  return all.filter((place) => place >= from)
}

/** The events of a target in a window, by places in its posting wherever the bounds allow. */
export function stretchOf(events: IndexedEvents, target: number, window: Window): Stretch {
  const { columns } = events
  const posting = events.posting(target)
  // From here on the start alone says that the lower bounds are met, for nothing ends before it starts.
  const sure = Math.max(window.startFrom, window.endFrom, window.runsFrom)
  const close = Math.min(window.startTo, window.endTo)
  const { from, to } = part(posting, sure, close)
  const early = running(events, target, { from: window.startFrom, to: Math.min(sure, close) }, sure)
    .map((place) => posting.ids[place]!)
    .filter((id) => fits(window, columns, id))
  const gaps = running(events, target, { from: sure, to: close }, window.endTo)
  return { early, posting, from, to, gaps, size: early.length + to - from - gaps.length }
}

/** The stretch without some events. */
export function without(stretch: Stretch, excluded: readonly number[]): Stretch {
  if (excluded.length === 0) return stretch
  const ids = new Set(excluded)
  const { posting, from, to } = stretch
  const early = stretch.early.filter((id) => !ids.has(id))
  const places = [...ids].map((id) => [id, posting.placeOf(id)] as const)
  const passed = places.filter(([id, place]) => posting.ids[place] === id && place >= from && place < to)
  const gaps = [...new Set([...stretch.gaps, ...passed.map(([, place]) => place)])].sort(
    (one, other) => one - other,
  )
  return { ...stretch, early, gaps, size: early.length + to - from - gaps.length }
}

/** Some events of the stretch by their places, from one up to but without another. */
export function slice({ early, posting, from, gaps, size }: Stretch, first: number, last: number): number[] {
  const ids: number[] = []
  let passed = 0
  for (let place = first; place < Math.min(last, size); place++) {
    if (place < early.length) {
      ids.push(early[place]!)
      continue
    }
    while (passed < gaps.length && gaps[passed]! <= from + place - early.length + passed) passed++
    ids.push(posting.ids[from + place - early.length + passed]!)
  }
  return ids
}

export const idsOf = (stretch: Stretch): number[] => slice(stretch, 0, stretch.size)
