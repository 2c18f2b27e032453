import { dayLength } from '../../../../../src/time/days.ts'
import { clockIn, wallClock, wallText } from '../../../parts/wall-clock.ts'

/** Local times in a time zone. */

interface ClockTime {
  /** Minutes ahead of UTC. */
  readonly offset: number
  /** Whether the local time is skipped or occurs twice. */
  readonly trap: 'gap' | 'overlap' | undefined
  /** The local time displayed instead of a skipped one. */
  readonly shown: string
  /** Minutes ahead of UTC when it occurs for the second time. */
  readonly secondOffset?: number
}

/** `text` is a local time, `2027-03-02 19:00:00`; returns undefined if the zone is unknown. */
export function clockTime(text: string, zone: string): ClockTime | undefined {
  let clock: ReturnType<typeof clockIn>
  try {
    clock = clockIn(zone)
  } catch {
    return undefined
  }
  /** Minutes ahead of UTC at an instant. */
  const offsetAt = (moment: number) => (wallClock(clock(new Date(moment))).getTime() - moment) / 60_000
  const utc = wallClock(text).getTime()
  if (Number.isNaN(utc)) return undefined
  const offsets = [...new Set([offsetAt(utc - dayLength), offsetAt(utc + dayLength)])]
  const fitting = offsets.filter((offset) => offsetAt(utc - offset * 60_000) === offset)
  const [before, after] = offsets as [number, number?]
  if (fitting.length === 0)
    return {
      offset: after!,
      trap: 'gap',
      shown: wallText(new Date(utc + (after! - before) * 60_000)),
    }
  const [offset, secondOffset] = fitting as [number, number?]
  if (secondOffset === undefined) return { offset, trap: undefined, shown: text }
  return { offset, trap: 'overlap', shown: text, secondOffset }
}

/** The local time at an instant in UTC, `2027-06-05 03:59:59`; unchanged if the zone is unknown. */
export function localTime(text: string, zone: string): string {
  try {
    return clockIn(zone)(wallClock(text))
  } catch {
    return text
  }
}

/** `UTC+5:30`. */
export function offsetName(minutes: number): string {
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
