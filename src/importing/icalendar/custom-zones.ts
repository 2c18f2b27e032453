import { findStored, wallsOf } from '../../recurrence/index.ts'
import { addSeconds, exists, type Wall } from '../../time/index.ts'
import { fixedZone, observancesIn, offsetOf, valueOf } from './vtimezone.ts'

/** Offsets in a zone that only a VTIMEZONE knows, because its rules are those of no IANA zone. */

/** Returns the offset at a local time, in seconds east of UTC; undefined if the VTIMEZONE says none. */
export type Offsets = (wall: Wall) => number | undefined

/** The begin of an observance. */
interface Onset {
  /** In the local time of the observance before. */
  readonly wall: Wall
  /** The offsets before it and from then on. */
  readonly before: number
  readonly after: number
}

const until = '2100-01-01 00:00:00'

/** Far more than real zones have. */
const maxObservances = 100
const maxOnsets = 500

const wallIn = (text: string): Wall =>
  text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6')

function onsetsOf(lines: readonly string[]): Onset[] {
  const start = wallIn(valueOf(lines, 'DTSTART') ?? '')
  if (!exists(start)) return []
  const before = offsetOf(valueOf(lines, 'TZOFFSETFROM') ?? '')
  const after = offsetOf(valueOf(lines, 'TZOFFSETTO') ?? '')
  const first = { start, timezone: fixedZone(before) ?? 'UTC', allDay: false }
  const recurrence = findStored(lines.filter((line) => /^(?:RRULE|RDATE):/i.test(line)).join('\n'), first)
  const walls = recurrence === undefined ? [start] : wallsOf(recurrence, first, { until, limit: maxOnsets })
  return walls.map((wall) => ({ wall, before, after }))
}

/** A time that the clock skips belongs to the observance before (RFC 5545 3.3.5). */
const hasBegun = ({ wall, before, after }: Onset, at: Wall): boolean =>
  addSeconds(wall, Math.max(0, after - before)) <= at

/** From the earliest on. */
const allOnsets = (vtimezone: readonly string[]): Onset[] =>
  observancesIn(vtimezone)
    .slice(0, maxObservances)
    .flatMap(({ lines }) => onsetsOf(lines))
    .toSorted((one, other) => (one.wall < other.wall ? -1 : 1))

/** Reads the rules on first use, because a file may define many zones that no event is in. */
export function offsetsOf(vtimezone: readonly string[]): Offsets {
  let onsets: readonly Onset[] | undefined
  return (wall) => {
    onsets ??= allOnsets(vtimezone)
    return onsets.findLast((onset) => hasBegun(onset, wall))?.after ?? onsets[0]?.before
  }
}
