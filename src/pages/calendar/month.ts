import type { Page as PageOfList } from '../../resources/resource.ts'
import { dayOf, toInstant, toWall, type Instant } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { dayAfter, daysBetween, firstOfWeek, lastDay, monthAfter, weekStart } from '../parts/dates.ts'
import { eventsOf, listQuery } from '../list/event-list.ts'
import type { ShownEvent } from '../parts/shown.ts'

/** The contents of a month: for each day the events that begin on it, and multi-day events as bars across the weeks. */

export interface MonthDay {
  readonly day: string
  /** The first events that begin on the day, and their total number. */
  readonly events: readonly ShownEvent[]
  readonly total: number
}

/** The part of a multi-day event within one week. */
export interface Bar {
  readonly event: ShownEvent
  /** First and last day within the week, from 0. */
  readonly from: number
  readonly to: number
  /** From 1 at the top. */
  readonly lane: number
  /** Whether the event itself begins and ends in this week. */
  readonly begins: boolean
  readonly ends: boolean
}

export interface MonthWeek {
  readonly days: readonly MonthDay[]
  readonly bars: readonly Bar[]
}

export interface ShownMonth {
  readonly month: string
  readonly weeks: readonly MonthWeek[]
  /** Events that begin before the month and end after it. */
  readonly allMonth: readonly ShownEvent[]
}

/** Maximum numbers of entries per day, of multi-day events per month, and of lanes per week. */
export const entriesPerDay = 3
const [maxLongEvents, maxLanes] = [40, 3]

/** All days of the weeks that overlap a month. */
function daysOfMonth(month: string, language: string): string[] {
  const first = firstOfWeek(`${month}-01`, weekStart(language))
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1)
  const count = Math.ceil((daysBetween(first, last) + 1) / 7) * 7
  return Array.from({ length: count }, (_, index) => dayAfter(first, index))
}

/** A multi-day event, with its first and last day. */
interface LongEvent {
  readonly id: number
  readonly first: string
  readonly last: string
  readonly end: Instant
}

/** The layout is planned before the events are loaded, because most multi-day events find no place. */
interface PlannedDay extends PageOfList {
  readonly day: string
}

type PlannedBar = Omit<Bar, 'event'> & Pick<LongEvent, 'id'>

interface PlannedWeek {
  readonly days: readonly PlannedDay[]
  readonly bars: readonly PlannedBar[]
}

export async function readMonth(context: PageContext, month: string): Promise<ShownMonth> {
  const days = daysOfMonth(month, context.language)
  const [shortByDay, long] = await Promise.all([shortEvents(context, days), longEvents(context, days)])
  const allMonth = long.filter((event) => coversMonth(event, month)).toSorted(byEnd)
  const others = long.filter((event) => !coversMonth(event, month))
  const weeks = Array.from({ length: days.length / 7 }, (_, index) =>
    weekOf(shortByDay.slice(7 * index, 7 * index + 7), others),
  )
  const events = await readPlanned(context, weeks, allMonth)
  return {
    month,
    weeks: weeks.map((week) => filled(week, events)),
    allMonth: allMonth.flatMap(({ id }) => events.get(id) ?? []),
  }
}

async function shortEvents(context: PageContext, days: readonly string[]): Promise<readonly PlannedDay[]> {
  const { site, reads, narrowing } = context
  const midnight = (day: string) => toInstant(`${day} 00:00:00`, site.timezone)
  const ranges = days.map((day) => ({ from: midnight(day), to: midnight(dayAfter(day, 1)) }))
  const query = await listQuery(context, { ...narrowing, multi_day: 'false' })
  const pages = await reads.days(query, ranges, entriesPerDay)
  return days.map((day, index) => ({ day, ...pages[index]! }))
}

async function longEvents(context: PageContext, days: readonly string[]): Promise<readonly LongEvent[]> {
  const { site, reads, narrowing } = context
  const during = `${days[0]}/${days.at(-1)}`
  const query = await listQuery(context, { ...narrowing, multi_day: 'true', during })
  const { ids } = await reads.list({ ...query, page: 1, perPage: maxLongEvents })
  const schedules = new Map((await reads.schedules(ids)).map((one) => [one.id, one]))
  return ids
    .flatMap((id) => schedules.get(id) ?? [])
    .map(({ id, start_utc, end_utc }) => {
      const [start, end] = [toWall(start_utc, site.timezone), toWall(end_utc, site.timezone)]
      return { id, first: dayOf(start), last: lastDay(start, end), end: end_utc }
    })
}

const coversMonth = ({ first, last }: LongEvent, month: string) =>
  first < `${month}-01` && last >= `${monthAfter(month, 1)}-01`

const byEnd = (one: LongEvent, other: LongEvent) => one.end - other.end

/** Loads the events that have a place, by ID. */
async function readPlanned(
  context: PageContext,
  weeks: readonly PlannedWeek[],
  allMonth: readonly LongEvent[],
): Promise<ReadonlyMap<number, ShownEvent>> {
  const ids = weeks.flatMap(({ days, bars }) => [
    ...days.flatMap((day) => day.ids),
    ...bars.map(({ id }) => id),
  ])
  const events = await eventsOf(context, [...new Set([...ids, ...allMonth.map(({ id }) => id)])])
  return new Map(events.map((event) => [event.id, event]))
}

const filled = ({ days, bars }: PlannedWeek, events: ReadonlyMap<number, ShownEvent>): MonthWeek => ({
  days: days.map(({ day, ids, total }) => ({
    day,
    events: ids.flatMap((id) => events.get(id) ?? []),
    total,
  })),
  bars: bars.flatMap(({ id, ...bar }) => {
    const event = events.get(id)
    return event === undefined ? [] : [{ ...bar, event }]
  }),
})

/** Assigns lanes from the top; an event without a free lane is listed under its first day instead. */
function weekOf(days: readonly PlannedDay[], long: readonly LongEvent[]): PlannedWeek {
  const [monday, sunday] = [days[0]!.day, days.at(-1)!.day]
  const free = Array.from({ length: maxLanes }, () => 0)
  const bars: PlannedBar[] = []
  const left: { id: number; at: number }[] = []
  for (const { id, first, last } of long) {
    if (first > sunday || last < monday) continue
    const from = first <= monday ? 0 : daysBetween(monday, first)
    const to = last >= sunday ? 6 : daysBetween(monday, last)
    const lane = free.findIndex((day) => day <= from)
    if (lane < 0) left.push({ id, at: from })
    else {
      free[lane] = to + 1
      bars.push({ id, from, to, lane: lane + 1, begins: first >= monday, ends: last <= sunday })
    }
  }
  return { days: withLeft(days, left), bars }
}

const withLeft = (days: readonly PlannedDay[], left: readonly { id: number; at: number }[]): PlannedDay[] =>
  days.map(({ day, ids, total }, index) => {
    const more = left.filter(({ at }) => at === index).map(({ id }) => id)
    return { day, ids: [...more, ...ids].slice(0, entriesPerDay), total: total + more.length }
  })
