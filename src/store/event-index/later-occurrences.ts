import { Bitset } from './bitset.ts'
import type { IndexedEvents } from './indexed-events.ts'

/** The occurrences that a list omits if it shows only the next one of each series. */

export interface LaterOccurrences {
  /** All occurrences except the next one of each series: later ones, and those that are over. */
  readonly bits: Bitset
  /** The period in which this holds, including its start but not its end. */
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
