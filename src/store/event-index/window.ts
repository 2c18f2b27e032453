import type { Columns } from './columns.ts'

/** Bounds of time in whole seconds; each `from` is included, each `to` is not. */
export interface Window {
  readonly startFrom: number
  readonly startTo: number
  readonly endFrom: number
  readonly endTo: number
  /** What begins before this has to end after it. */
  readonly runsFrom: number
}

export const always: Window = {
  startFrom: -Infinity,
  startTo: Infinity,
  endFrom: -Infinity,
  endTo: Infinity,
  runsFrom: -Infinity,
}

/** Both at once. */
export const meet = (one: Window, other: Window): Window => ({
  startFrom: Math.max(one.startFrom, other.startFrom),
  startTo: Math.min(one.startTo, other.startTo),
  endFrom: Math.max(one.endFrom, other.endFrom),
  endTo: Math.min(one.endTo, other.endTo),
  runsFrom: Math.max(one.runsFrom, other.runsFrom),
})

export function fits(window: Window, { start, end }: Columns, id: number): boolean {
  const [begins, ends] = [start[id]!, end[id]!]
  return (
    begins >= window.startFrom &&
    begins < window.startTo &&
    ends >= window.endFrom &&
    ends < window.endTo &&
    (begins >= window.runsFrom || ends > window.runsFrom)
  )
}
