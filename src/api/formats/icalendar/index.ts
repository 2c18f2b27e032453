import { isFixed, toInstant, toWall, type Instant } from '../../../time/index.ts'
import { version } from '../../../version.ts'
import type { Schedule } from '../../../store/index.ts'
import { feedDaysBack, type Feed, type FeedEvent, type Form } from '../form.ts'
import { contentLines, property, textProperty } from './content-lines.ts'
import { eventLines } from './event.ts'
import {
  isWhole,
  masterLines,
  masterOf,
  occurrenceLines,
  type IncludedOccurrences,
  type Master,
} from './series.ts'
import { timeZoneLines } from './time-zone.ts'

/** How often subscribed clients should poll; most polls are answered with 304. */
const refreshInterval = 'PT1H'

/** Omits METHOD, because it would turn each event into an invitation (RFC 5546). */
const calendarLines = ({ title, self, timezone }: Feed<FeedEvent>, schedules: Schedules): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `PRODID:-//Calends//Calends ${version}//EN`,
  'CALSCALE:GREGORIAN',
  ...textProperty('NAME', title),
  ...textProperty('X-WR-CALNAME', title),
  // Some programs move times in UTC to this zone before they expand a rule, which would then follow its clock.
  ...property('X-WR-TIMEZONE', schedules.repeatsInUtc && timezone !== 'UTC' ? undefined : timezone),
  ...property('SOURCE', self, { VALUE: 'URI' }),
  ...property('REFRESH-INTERVAL', refreshInterval, { VALUE: 'DURATION' }),
  ...property('X-PUBLISHED-TTL', refreshInterval),
]

interface Span {
  readonly first: Instant
  readonly last: Instant
}

/** Data about all events that is needed before the first one is written. */
class Schedules {
  readonly zones = new Map<string, Span>()
  /** By event ID; 0, the most common value, is not stored. */
  readonly sequences = new Map<number, number>()
  /** By series ID. */
  readonly occurrences = new Map<number, IncludedOccurrences>()
  repeatsInUtc = false

  add(schedule: Schedule) {
    const { id, timezone, all_day, start_utc, end_utc, sequence } = schedule
    if (sequence > 0) this.sequences.set(id, sequence)
    if (schedule.series !== null) this.addOccurrence(schedule)
    if (all_day === 0) this.widen(timezone, start_utc, end_utc)
  }

  private addOccurrence({ series, series_starts, series_timezone, start_utc, all_day }: Schedule) {
    const { count, since } = this.occurrences.get(series!) ?? { count: 0, since: start_utc }
    this.occurrences.set(series!, { count: count + 1, since: Math.min(since, start_utc) })
    if (all_day === 1) return
    this.repeatsInUtc ||= series_timezone === 'UTC'
    const begin = toInstant(series_starts!, series_timezone!)
    this.widen(series_timezone!, begin, begin)
  }

  private widen(timezone: string, from: Instant, to: Instant) {
    if (isFixed(timezone)) return
    const { first, last } = this.zones.get(timezone) ?? { first: from, last: to }
    this.zones.set(timezone, { first: Math.min(first, from), last: Math.max(last, to) })
  }
}

const yearOf = (instant: Instant) => Number(toWall(instant, 'UTC').slice(0, 4))

/** A calendar must contain a component (RFC 5545 3.6), so one without events contains the time zone of the site. */
function zoneLines({ zones }: Schedules, isEmpty: boolean, { timezone, now }: Feed<FeedEvent>): string[] {
  const named = isEmpty ? [[timezone, { first: now, last: now }] as const] : [...zones]
  return named.flatMap(([zone, { first, last }]) => timeZoneLines(zone, yearOf(first), yearOf(last)))
}

async function schedulesIn(feed: Feed<FeedEvent>): Promise<{ schedules: Schedules; isEmpty: boolean }> {
  const schedules = new Schedules()
  let isEmpty = true
  for await (const batch of feed.schedules())
    for (const schedule of batch) {
      schedules.add(schedule)
      isEmpty = false
    }
  return { schedules, isEmpty }
}

/** Writes the series whose occurrences are all in the feed, and returns them by ID. */
async function* writeSeries(
  { occurrences }: Schedules,
  feed: Feed<FeedEvent>,
): AsyncGenerator<string, ReadonlyMap<number, Master>> {
  const masters = new Map<number, Master>()
  for await (const batch of feed.series([...occurrences.keys()])) {
    const whole = batch.filter(({ timetable }) => isWhole(timetable, occurrences.get(timetable.id)!, feed))
    for (const series of whole) {
      masters.set(series.timetable.id, masterOf(series))
      yield contentLines(masterLines(series, feed))
    }
  }
  return masters
}

async function* write(feed: Feed<FeedEvent>): AsyncIterable<string> {
  const { schedules, isEmpty } = await schedulesIn(feed)
  yield contentLines([...calendarLines(feed, schedules), ...zoneLines(schedules, isEmpty, feed)])
  const masters = yield* writeSeries(schedules, feed)
  const linesOf = (event: FeedEvent) => {
    const sequence = schedules.sequences.get(event.id) ?? 0
    const master = event.recurrence_id === undefined ? undefined : masters.get(event.post_parent)
    return master === undefined
      ? eventLines(event, sequence, feed)
      : occurrenceLines(master, event, sequence, feed)
  }
  for await (const batch of feed.items()) yield contentLines(batch.flatMap(({ shown }) => linesOf(shown)))
  yield contentLines(['END:VCALENDAR'])
}

/** iCalendar (RFC 5545, RFC 7986). */
export const icalendar: Form = {
  extension: 'ics',
  mediaType: 'text/calendar',
  daysBack: feedDaysBack,
  hasOccurrences: true,
  write,
}
