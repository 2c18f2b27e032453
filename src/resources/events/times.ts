import type { EventTable } from '../../store/sql/schema.ts'
import {
  asMoment,
  dayOf,
  endOfDay,
  isShowable,
  isoWithOffset,
  lastSecond,
  listInstants,
  momentToWall,
  secondsOf,
  shownInstants,
  startOfDay,
  toInstant,
  toWall,
  type Instant,
  type Moment,
  type Wall,
} from '../../time/index.ts'

/** Start and end of an event: local times in its time zone, and the instants derived from them (interface: Time zones). */

interface Sent {
  readonly timezone?: string | null
  readonly all_day?: boolean | null
  readonly start_date?: Moment | null
  readonly end_date?: Moment | null
}

type Timed = Pick<EventTable, 'timezone' | 'all_day' | 'start_date' | 'end_date' | 'start_utc' | 'end_utc'>

interface Clock {
  readonly wall: Wall
  readonly instant: Instant
}

const atInstant = (instant: Instant, zone: string): Clock => ({ wall: toWall(instant, zone), instant })

/** Local times skipped by a daylight-saving change are moved forward, never back. */
function atWall(wall: Wall, zone: string): Clock {
  const instant = toInstant(wall, zone)
  const shown = toWall(instant, zone)
  return { wall: shown > wall ? shown : wall, instant }
}

/** Preserves the stored instant if the local time occurs twice. */
const unchanged = (stored: Clock, zone: string): Clock =>
  toWall(stored.instant, zone) === stored.wall ? stored : atWall(stored.wall, zone)

function clock(moment: Moment | null | undefined, stored: Clock | undefined, zone: string): Clock {
  if (!moment) return unchanged(stored!, zone)
  if ('instant' in moment) return atInstant(moment.instant, zone)
  const wall = momentToWall(moment, zone)
  return wall === stored?.wall ? unchanged(stored, zone) : atWall(wall, zone)
}

/** The first or last second of the day, even if a clock change skips it. */
const edgeOfDay = ({ wall }: Clock, time: string, zone: string): Clock => {
  const edge = `${dayOf(wall)} ${time}`
  return { wall: edge, instant: toInstant(edge, zone) }
}

/**
 * An end sent with a skipped start moves later with it, unless it is after the new start anyway. So 02:30 to 03:15
 * becomes 03:30 to 04:15.
 */
function endFor(start: Clock, end: Clock, sent: Sent, zone: string): Clock {
  if (!sent.start_date || !sent.end_date || end.instant > start.instant) return end
  const [from, until] = [momentToWall(sent.start_date, zone), momentToWall(sent.end_date, zone)]
  if (start.wall === from || until < from) return end
  return atInstant(start.instant + secondsOf(until) - secondsOf(from), zone)
}

/** The local time is authoritative: changing only the time zone moves the instant. */
export function times(sent: Sent, former: Timed | undefined, siteZone: string) {
  const timezone = sent.timezone === null ? siteZone : (sent.timezone ?? former?.timezone ?? siteZone)
  const isAllDay = sent.all_day === null ? false : (sent.all_day ?? former?.all_day === 1)
  const [storedStart, storedEnd] = former === undefined ? [] : clocksOf(former)
  const start = clock(sent.start_date, storedStart, timezone)
  const end = endFor(start, clock(sent.end_date, storedEnd, timezone), sent, timezone)
  const dates = {
    timezone,
    all_day: Number(isAllDay),
    ...columns(
      isAllDay ? edgeOfDay(start, '00:00:00', timezone) : start,
      isAllDay ? edgeOfDay(end, '23:59:59', timezone) : end,
    ),
  }
  return { ...dates, ...listInstants(dates, siteZone) }
}

/** Whether a write sets a date that the years 1 to 9999 do not hold. What is stored already stays. */
export function isOutsideYears(
  name: 'start_date' | 'end_date',
  sent: Sent,
  { timezone, all_day }: Pick<Timed, 'timezone' | 'all_day'>,
  former: Timed | undefined,
): boolean {
  const moment = sent[name] ?? asMoment(former![name])
  const wall = momentToWall(moment, timezone)
  const isKept = wall === former?.[name] && timezone === former.timezone && all_day === former.all_day
  const edge = { start_date: startOfDay, end_date: endOfDay }[name](wall)
  // West of Greenwich it has no instant, and the local time is kept all the same.
  const isForEver = name === 'end_date' && (all_day === 1 ? edge : wall) === lastSecond
  if (isKept || isForEver) return false
  return (
    !isShowable(moment, timezone) || (all_day === 1 && !isShowable({ wall: edge, hasTime: true }, timezone))
  )
}

function clocksOf(former: Timed): [Clock, Clock] {
  const { start_utc, end_utc } = shownInstants(former)
  return [
    { wall: former.start_date, instant: start_utc },
    { wall: former.end_date, instant: end_utc },
  ]
}

const columns = (start: Clock, end: Clock) => ({
  start_date: start.wall,
  end_date: end.wall,
  start_utc: start.instant,
  end_utc: end.instant,
})

const moment = ({ all_day, timezone }: Timed, wall: Wall, instant: Instant): string =>
  all_day === 1 ? dayOf(wall) : isoWithOffset(instant, timezone)

/** Machine-readable: a day, or a time with its UTC offset. */
export const startOf = (event: Timed): string => moment(event, event.start_date, event.start_utc)
export const endOf = (event: Timed): string => moment(event, event.end_date, event.end_utc)

/** The last published start, for visitors who noted it before the event was rescheduled. */
export function previousStart(
  former: Timed & Pick<EventTable, 'status' | 'previous_start'>,
  now: Timed,
): string | null {
  const start = startOf(former)
  return former.status === 'publish' && startOf(now) !== start ? start : former.previous_start
}
