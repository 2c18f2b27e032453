import { firstInstantWith, clockPeriod } from './memoize.ts'
import type { Instant } from './walls.ts'
import { offsetAt } from './zones.ts'

/** A clock change of a zone; offsets are seconds ahead of UTC. */
export interface Transition {
  readonly at: Instant
  readonly before: number
  readonly after: number
}

/** All clock changes of a zone from one instant up to another, exclusive. */
export function transitionsBetween(zone: string, from: Instant, to: Instant): Transition[] {
  const offsetOf = (instant: Instant) => offsetAt(instant, zone)
  const found: Transition[] = []
  for (let start = from; start < to; start += clockPeriod) {
    const end = Math.min(start + clockPeriod, to)
    const [before, after] = [offsetOf(start - 1), offsetOf(end - 1)]
    if (before !== after)
      found.push({ at: firstInstantWith(after, start - 1, end - 1, offsetOf), before, after })
  }
  return found
}
