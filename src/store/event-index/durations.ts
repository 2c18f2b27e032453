import { secondsOfDay } from '../../time/index.ts'

/**
 * Events by how long they last: some hours, below a day, below two, below four and so on, and at last whatever lasts
 * longer. What runs at an instant is looked for per class, among those that began late enough.
 */

export const durationClasses = 18

const someHours = 6 * 3_600

/** Events of a class last less than this. */
export function longest(durationClass: number): number {
  if (durationClass === durationClasses) return Infinity
  return durationClass === 0 ? someHours : secondsOfDay * 2 ** (durationClass - 1)
}

export function durationClassOf(duration: number): number {
  let found = 0
  while (duration >= longest(found)) found++
  return found
}

/** The name of the target that all events of the class have; short ones have none. */
export const lasting = (durationClass: number): string => `lasting ${durationClass}`
