import { Bits, largerThan } from './bits.ts'
import type { IndexedEvents } from './indexed-events.ts'
import { idsOf, stretchOf, type Stretch } from './stretch.ts'
import type { Window } from './window.ts'

/** Targets of which an event has to have one, or may have none. */
export interface Group {
  readonly targets: readonly number[]
  readonly isWanted: boolean
}

/** Looking up what an event belongs to costs about as much as marking so many events. */
const lookup = 16

/** Whether an event has one of the targets. */
export function membership({ memberships, targets: total }: IndexedEvents, targets: readonly number[]) {
  const asked = new Bits(total)
  for (const target of targets) asked.add(target)
  return (id: number): boolean => memberships.hasAny(id, asked)
}

const noneOf = ({ columns }: IndexedEvents) => new Bits(columns.start.length)

function addStretch(marks: Bits, { early, posting, from, to, gaps }: Stretch) {
  for (const id of early) marks.add(id)
  marks.addAll(posting.ids, from, to)
  // A gap lies outside the window, so no other target has it either.
  for (const place of gaps) marks.delete(posting.ids[place]!)
}

/** Events of a group, and whether they are all in the stretch that leads. */
export interface Marked {
  readonly marks: Bits
  readonly isWithin: boolean
}

/** Up to where one way is the quicker one. */
export interface Limits {
  /** More targets than this are marked whole, for finding a window in each costs more than it spares. */
  readonly fewTargets: number
  /** So few events are asked one by one. */
  readonly fewEvents: number
}

export const usualLimits: Limits = { fewTargets: 64, fewEvents: 2_000 }

/** The events of the lead, or of all, that have one of the targets: by these, or asked one by one if that is less. */
export function mark(
  events: IndexedEvents,
  { targets }: Group,
  lead: Stretch,
  window: Window,
  { fewTargets }: Limits,
): Marked {
  const areFew = targets.length <= fewTargets
  const stretches = areFew ? targets.map((target) => stretchOf(events, target, window)) : []
  const postings = areFew ? [] : targets.map((target) => events.posting(target))
  const size = [...stretches.map(({ size }) => size), ...postings.map(({ length }) => length)].reduce(
    (sum, one) => sum + one,
    0,
  )
  if (size > lead.size * lookup) {
    const isMember = membership(events, targets)
    const marks = noneOf(events)
    for (const id of idsOf(lead)) if (isMember(id)) marks.add(id)
    return { marks, isWithin: true }
  }
  if (!areFew) return { marks: allOf(events, targets).copy(), isWithin: false }
  const marks = noneOf(events)
  for (const stretch of stretches) addStretch(marks, stretch)
  return { marks, isWithin: lead.posting === events.all }
}

/** Events of many targets, such as all venues with a place on the map, which are often the same. */
const allOf = (events: IndexedEvents, targets: readonly number[]): Bits =>
  events.marks.of(targets.join(), () => {
    const marks = noneOf(events)
    for (const target of targets) {
      const { ids, length } = events.posting(target)
      marks.addAll(ids, 0, length)
    }
    return marks
  })

/** Events that were changed after an instant; what is not there was never changed. */
export const markModified = ({ columns }: IndexedEvents, after: number): Bits =>
  largerThan(columns.modified, Math.max(after, 0))
