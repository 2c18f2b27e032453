import type { EventColumns } from './event-columns.ts'

/** Time bounds in whole seconds; each `from` is inclusive, each `to` exclusive. */
export interface TimeWindow {
  readonly startFrom: number
  readonly startTo: number
  readonly endFrom: number
  readonly endTo: number
  /** Events that start before this instant must end after it. */
  readonly runningSince: number
}

export const unboundedWindow: TimeWindow = {
  startFrom: -Infinity,
  startTo: Infinity,
  endFrom: -Infinity,
  endTo: Infinity,
  runningSince: -Infinity,
}

/** The window in which both hold. */
export const intersectWindows = (one: TimeWindow, other: TimeWindow): TimeWindow => ({
  startFrom: Math.max(one.startFrom, other.startFrom),
  startTo: Math.min(one.startTo, other.startTo),
  endFrom: Math.max(one.endFrom, other.endFrom),
  endTo: Math.min(one.endTo, other.endTo),
  runningSince: Math.max(one.runningSince, other.runningSince),
})

export function isInWindow(window: TimeWindow, { start, end }: EventColumns, id: number): boolean {
  const [begins, ends] = [start[id]!, end[id]!]
  return (
    begins >= window.startFrom &&
    begins < window.startTo &&
    ends >= window.endFrom &&
    ends < window.endTo &&
    (begins >= window.runningSince || ends > window.runningSince)
  )
}
