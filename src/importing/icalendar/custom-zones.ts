import { findStored, wallsOf } from '../../recurrence/index.ts'
import { addSeconds, exists, type Wall } from '../../time/index.ts'
import { fixedZone, observancesIn, offsetOf, valueOf } from './vtimezone.ts'

/** Offsets in a zone that only a VTIMEZONE knows, because its rules are those of no IANA zone. */

/** Returns the offset at a local time, in seconds east of UTC; undefined if the VTIMEZONE says none. */
export type Offsets = (wall: Wall) => number | undefined

/** The begin of an observance. */
interface Onset {
  /** The first local time that it has. One that the clock skips belongs to the observance before (RFC 5545 3.3.5). */
  readonly wall: Wall
  /** The offsets before it and from then on. */
  readonly before: number
  readonly after: number
}

/** Outlook begins its rules in 1601. */
const years = { from: '1900-01-01 00:00:00', until: '2100-01-01 00:00:00' }

/** Far more than real zones have. */
const maxObservances = 100
const maxOnsets = 1_000

/**
 * What a rule for clocks consists of. Other rules could keep the service busy for minutes: they may have hundreds of times
 * a day, of which BYSETPOS takes one or none.
 */
const ruleForClocks =
  /^RRULE(?:[:;](?:FREQ=YEARLY|(?:INTERVAL|UNTIL|COUNT|WKST|BYMONTH|BYMONTHDAY|BYDAY)=[^:;]*|BY(?:HOUR|MINUTE|SECOND)=\d{1,2}|BYSETPOS=[+-]?\d{1,2}))+;?$/i

const wallIn = (text: string): Wall =>
  text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6')

function onsetsOf(lines: readonly string[]): Onset[] {
  const start = wallIn(valueOf(lines, 'DTSTART') ?? '')
  if (!exists(start)) return []
  const before = offsetOf(valueOf(lines, 'TZOFFSETFROM') ?? '')
  const after = offsetOf(valueOf(lines, 'TZOFFSETTO') ?? '')
  const first = { start, timezone: fixedZone(before) ?? 'UTC', allDay: false }
  const recurrence = findStored(lines.filter((line) => /^(?:RRULE|RDATE):/i.test(line)).join('\n'), first)
  const walls = recurrence === undefined ? [] : wallsOf(recurrence, first, { ...years, limit: maxOnsets + 1 })
  const skipped = Math.max(0, after - before)
  return [...new Set([start, ...walls])].map((wall) => ({ wall: addSeconds(wall, skipped), before, after }))
}

/** From the earliest on; none if no clock can have these rules. */
function allOnsets(vtimezone: readonly string[]): Onset[] {
  if (vtimezone.some((line) => /^RRULE[:;]/i.test(line) && !ruleForClocks.test(line))) return []
  const found: Onset[] = []
  for (const { lines } of observancesIn(vtimezone).slice(0, maxObservances)) {
    found.push(...onsetsOf(lines))
    if (found.length > maxOnsets) return []
  }
  return found.toSorted((one, other) => (one.wall < other.wall ? -1 : 1))
}

/** Reads the rules on first use, because a file may define many zones that no event is in. */
export function offsetsOf(vtimezone: readonly string[]): Offsets {
  let onsets: readonly Onset[] | undefined
  return (wall) => {
    onsets ??= allOnsets(vtimezone)
    return onsets.findLast((onset) => onset.wall <= wall)?.after ?? onsets[0]?.before
  }
}
