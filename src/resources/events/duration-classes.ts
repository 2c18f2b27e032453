import { secondsOfDay } from '../../time/index.ts'

/**
 * Duration classes: a few hours, then below 1, 2, 4, 8 … days, then longer. To find events running at an instant,
 * each class is searched only back to its maximum duration.
 */

export const longestClass = 18

const shortEventSeconds = 6 * 3_600

/** Exclusive maximum duration of a class, in seconds. */
export function maxDurationOf(durationClass: number): number {
  if (durationClass === longestClass) return Infinity
  return durationClass === 0 ? shortEventSeconds : secondsOfDay * 2 ** (durationClass - 1)
}

export function durationClassOf(duration: number): number {
  let found = 0
  while (duration >= maxDurationOf(found)) found++
  return found
}

/** The name of the target of all events of the class; short events have none. */
export const durationTarget = (durationClass: number): `lasting ${number}` => `lasting ${durationClass}`

/** Classes of events that last a day or longer. */
export const multiDayTargets = Array.from({ length: longestClass + 1 }, (_, durationClass) => durationClass)
  .filter((durationClass) => maxDurationOf(durationClass) > secondsOfDay)
  .map(durationTarget)
