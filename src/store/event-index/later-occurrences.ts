import { Bitset } from './bitset.ts'
import type { IndexedEvents } from './indexed-events.ts'

/** What a list leaves out that holds of each series the next occurrence only. */

export interface LaterOccurrences {
  /** All occurrences but the next of each series: later ones, and those that are over. */
  readonly bits: Bitset
  /** The instants at which it is so: from the first up to, but without, the second. */
  readonly from: number
  readonly until: number
}

export function laterOccurrences(events: IndexedEvents, now: number): LaterOccurrences {
  const { end } = events.columns
  const bits = new Bitset(end.length)
  let until = Infinity
  for (const [target] of events.numbersOfKind('series')) {
    const { ids, length } = events.posting(target)
    bits.addAll(ids, 0, length)
    const next = ids.subarray(0, length).find((id) => end[id]! > now)
    if (next === undefined) continue
    bits.delete(next)
    until = Math.min(until, end[next]!)
  }
  return { bits, from: now, until }
}
