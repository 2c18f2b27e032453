import { isFixed, toWall, type Instant } from '../../../time/index.ts'
import { version } from '../../../version.ts'
import type { Schedule } from '../../../store/index.ts'
import { feedDaysBack, type Feed, type FeedEvent, type Form } from '../form.ts'
import { contentLines, property, textProperty } from './content-lines.ts'
import { eventLines } from './event.ts'
import { timeZoneLines } from './time-zone.ts'

/** Subscribers that heed it ask again after that time; a request that finds nothing new is answered with 304. */
const refreshInterval = 'PT1H'

/** METHOD is absent, because that would make each event an invitation (RFC 5546). */
const calendarLines = ({ title, self, timezone }: Feed<FeedEvent>): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `PRODID:-//Calends//Calends ${version}//EN`,
  'CALSCALE:GREGORIAN',
  ...textProperty('NAME', title),
  ...textProperty('X-WR-CALNAME', title),
  ...property('X-WR-TIMEZONE', timezone),
  ...property('SOURCE', self, { VALUE: 'URI' }),
  ...property('REFRESH-INTERVAL', refreshInterval, { VALUE: 'DURATION' }),
  ...property('X-PUBLISHED-TTL', refreshInterval),
]

interface Span {
  readonly first: Instant
  readonly last: Instant
}

/** What has to be known of all events before the first is written. */
class Schedules {
  readonly zones = new Map<string, Span>()
  /** By id; most are 0 and left out. */
  readonly sequences = new Map<number, number>()

  add({ id, timezone, all_day, start_utc, end_utc, sequence }: Schedule) {
    if (sequence > 0) this.sequences.set(id, sequence)
    if (all_day === 1 || isFixed(timezone)) return
    const { first, last } = this.zones.get(timezone) ?? { first: start_utc, last: end_utc }
    this.zones.set(timezone, { first: Math.min(first, start_utc), last: Math.max(last, end_utc) })
  }
}

const yearOf = (instant: Instant) => Number(toWall(instant, 'UTC').slice(0, 4))

/** A calendar needs a component (RFC 5545 3.6), so one without events has the zone of the site. */
function zoneLines({ zones }: Schedules, isEmpty: boolean, { timezone, now }: Feed<FeedEvent>): string[] {
  const named = isEmpty ? [[timezone, { first: now, last: now }] as const] : [...zones]
  return named.flatMap(([zone, { first, last }]) => timeZoneLines(zone, yearOf(first), yearOf(last)))
}

async function* write(feed: Feed<FeedEvent>): AsyncIterable<string> {
  const schedules = new Schedules()
  let isEmpty = true
  for await (const batch of feed.schedules())
    for (const schedule of batch) {
      schedules.add(schedule)
      isEmpty = false
    }
  yield contentLines([...calendarLines(feed), ...zoneLines(schedules, isEmpty, feed)])
  for await (const batch of feed.items())
    yield contentLines(
      batch.flatMap(({ shown }) => eventLines(shown, schedules.sequences.get(shown.id) ?? 0, feed)),
    )
  yield contentLines(['END:VCALENDAR'])
}

/** iCalendar (RFC 5545, RFC 7986). */
export const icalendar: Form = {
  extension: 'ics',
  mediaType: 'text/calendar',
  daysBack: feedDaysBack,
  write,
}
