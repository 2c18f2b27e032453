import { groupBy } from '../../../group-by.ts'
import {
  abbreviation,
  offsetAt,
  toInstant,
  transitionsBetween,
  wallAt,
  type Transition,
  type Wall,
} from '../../../time/index.ts'
import { compactWall } from './times.ts'
import { placesOf, weekdayName } from '../../../recurrence/index.ts'

/**
 * VTIMEZONE (RFC 5545 3.6.5), generated from the rules that we compute with, because with different rules a client
 * would show other times than our pages.
 */

/** A clock change as an observance describes it, in the local time before the change. */
interface Onset extends Transition {
  readonly wall: Wall
  readonly year: number
  readonly name: string
  readonly isDaylight: boolean
}

/** Onsets described by one component: either by a rule that starts with the first one, or by their dates. */
interface Observance {
  readonly onsets: readonly Onset[]
  readonly rule?: string
}

/**
 * Years to cover after the last event, so that rules can be recognized, and events that clients move still have a zone.
 */
const yearsAhead = 5
const minOnsetsForRule = 5

/** Before the first year, zones used solar time; after the last one, their rules repeat. */
const [firstKnownYear, lastKnownYear] = [1850, 2100]

const startOfYear = (year: number, zone: string) =>
  toInstant(`${String(year).padStart(4, '0')}-01-01 00:00:00`, zone)

const maxDaylightSeconds = 300 * 86_400

function onsetsOf(zone: string, from: number, to: number): Onset[] {
  const first = Math.max(from, firstKnownYear)
  const last = Math.min(to, lastKnownYear)
  const transitions = transitionsBetween(zone, startOfYear(first, zone), startOfYear(last + 2, zone))
  return transitions
    .map((transition, index): Onset => {
      const { at, before, after } = transition
      const wall = wallAt(at, before)
      const next = transitions[index + 1]
      const isDaylight =
        after > before && next !== undefined && next.after < after && next.at - at < maxDaylightSeconds
      return { ...transition, wall, year: Number(wall.slice(0, 4)), name: abbreviation(at, zone), isDaylight }
    })
    .filter(({ year }) => year <= last)
}

/** The rules that match a day, such as the second Sunday of its month, or the last one. */
const rulesOf = ({ wall }: Onset): string[] =>
  placesOf(wall).map(
    (place) => `FREQ=YEARLY;BYMONTH=${Number(wall.slice(5, 7))};BYDAY=${place}${weekdayName(wall)}`,
  )

/** Splits onsets of one kind into those that follow one rule every year until the end, and those before. */
function observancesOf(onsets: readonly Onset[], lastYear: number): Observance[] {
  let rules = onsets.at(-1)?.year === lastYear ? rulesOf(onsets.at(-1)!) : []
  let start = onsets.length
  while (start > 0 && rules.length > 0) {
    const onset = onsets[start - 1]!
    const common = rulesOf(onset).filter((rule) => rules.includes(rule))
    if (common.length === 0 || onset.year !== lastYear - (onsets.length - start)) break
    rules = common
    start -= 1
  }
  if (onsets.length - start < minOnsetsForRule) return [{ onsets }]
  const ruled: Observance = { onsets: onsets.slice(start), rule: rules.at(-1)! }
  return start === 0 ? [ruled] : [{ onsets: onsets.slice(0, start) }, ruled]
}

const kindOf = ({ before, after, name, isDaylight }: Onset) => `${before} ${after} ${name} ${isDaylight}`

/** Looks for rules by month and time of day; onsets without a rule share one component per kind. */
function allObservances(onsets: readonly Onset[], lastYear: number): Observance[] {
  const bySeason = groupBy(
    onsets,
    (onset) => `${kindOf(onset)} ${onset.wall.slice(5, 7)} ${onset.wall.slice(11)}`,
  )
  const found = [...bySeason.values()].flatMap((season) => observancesOf(season, lastYear))
  const dated = found.filter(({ rule }) => rule === undefined).flatMap(({ onsets }) => onsets)
  return [
    ...[
      ...groupBy(
        dated.toSorted((one, other) => one.at - other.at),
        kindOf,
      ).values(),
    ].map((onsets) => ({ onsets })),
    ...found.filter(({ rule }) => rule !== undefined),
  ]
}

/** `+0100`; offsets of solar time have seconds (RFC 5545 3.3.14). */
function offset(seconds: number): string {
  const time = wallAt(Math.abs(seconds), 0).slice(11).replaceAll(':', '')
  return `${seconds < 0 ? '-' : '+'}${time.replace(/00$/, '')}`
}

function observanceLines({ onsets, rule }: Observance): string[] {
  const [{ wall, before, after, name, isDaylight }] = onsets as [Onset]
  const kind = isDaylight ? 'DAYLIGHT' : 'STANDARD'
  const dates = rule === undefined && onsets.length > 1 ? onsets.map((onset) => compactWall(onset.wall)) : []
  return [
    `BEGIN:${kind}`,
    `DTSTART:${compactWall(wall)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    // Thunderbird and Nextcloud read one date of a line, and no DTSTART beside dates.
    ...dates.map((date) => `RDATE:${date}`),
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(after)}`,
    `TZNAME:${name}`,
    `END:${kind}`,
  ]
}

/** A VTIMEZONE that covers these years. */
export function timeZoneLines(zone: string, firstYear: number, lastYear: number): string[] {
  const from = Math.min(Math.max(firstYear - 1, 2), lastKnownYear - yearsAhead)
  const to = Math.min(lastYear + yearsAhead, lastKnownYear)
  const start = startOfYear(from, zone)
  const before = offsetAt(start - 1, zone)
  // An observance must have a start, so the initial offset starts a year before the first onset.
  const initial: Onset = {
    at: start,
    before,
    after: before,
    wall: `${String(from - 1).padStart(4, '0')}-01-01 00:00:00`,
    year: from - 1,
    name: abbreviation(start - 1, zone),
    isDaylight: false,
  }
  const observances = [{ onsets: [initial] }, ...allObservances(onsetsOf(zone, from, to), to)]
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flatMap(observanceLines), 'END:VTIMEZONE']
}
