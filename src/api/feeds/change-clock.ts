import type { Instant } from '../../time/index.ts'

/** When the newest version of the data was first answered from; now if the version is not known. */
export type ChangeClock = (version: number | undefined, now: Instant) => Instant

/**
 * What `Last-Modified` says. Each process has one of its own, because the data does not tell when something was removed:
 * its dates are never earlier than the change.
 */
export function createChangeClock(): ChangeClock {
  let known = { version: -1, at: -Infinity }
  return (version, now) => {
    if (version === undefined) return now
    // Two versions never share a second, because a client that knows the date of the first would never see the other;
    // rather the date runs ahead of the clock.
    if (version !== known.version) known = { version, at: Math.max(now, known.at + 1) }
    return known.at
  }
}
