import type { Page as PageOfList } from '../../resources/listing.ts'
import { dayAfter, daysBetween, toInstant, type Instant } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { firstOfWeek, lastOfMonth, weekStart } from '../parts/dates.ts'
import { eventsOf, listQuery } from '../list/event-list.ts'
import type { ShownEvent } from '../parts/shown.ts'

/** The contents of a month: for each day the events that begin on it, and multi-day events as bars across the weeks. */

export interface MonthDay {
  readonly day: string
  /** The first events that begin on the day. */
  readonly events: readonly ShownEvent[]
  /** The first of those that have begun before, and for which there is no lane. */
  readonly running: readonly ShownEvent[]
  /** The number of events that begin, or that run without a lane. */
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
  /** The first events that begin before the month and end after it, and their total number. */
  readonly allMonth: readonly ShownEvent[]
  readonly allMonthTotal: number
}

/** Maximum numbers of entries per day, of events above the month, and of lanes per week. */
export const entriesPerDay = 3
const [maxAllMonth, maxLanes] = [40, 3]

/** Far more multi-day events than people could look through; it only limits the work for one request. */
const maxLongEvents = 5_000

/** All days of the weeks that overlap a month. */
function daysOfMonth(month: string, language: string): string[] {
  const first = firstOfWeek(`${month}-01`, weekStart(language))
  const count = Math.ceil((daysBetween(first, lastOfMonth(month)) + 1) / 7) * 7
  return Array.from({ length: count }, (_, index) => dayAfter(first, index))
}

/** A multi-day event, with its first and last day: counted from the first one shown, and before or after them too. */
interface LongEvent {
  readonly id: number
  readonly first: number
  readonly last: number
  readonly end: Instant
}

/** The layout is planned before the events are loaded, because most multi-day events find no place. */
interface PlannedDay extends PageOfList {
  readonly day: string
  readonly running: readonly number[]
}

type PlannedBar = Omit<Bar, 'event'> & Pick<LongEvent, 'id'>

interface PlannedWeek {
  readonly days: readonly PlannedDay[]
  readonly bars: readonly PlannedBar[]
}

export async function readMonth(context: PageContext, month: string): Promise<ShownMonth> {
  const days = daysOfMonth(month, context.language)
  const midnights = midnightsOf(context, days)
  const [short, long] = await Promise.all([
    shortEvents(context, days, midnights),
    longEvents(context, days, midnights),
  ])
  const covers = coveringMonth(days, month)
  const allMonth = long.filter(covers).toSorted(byEnd)
  const others = long.filter((event) => !covers(event))
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => weekOf(short, 7 * index, others))
  const shown = allMonth.slice(0, maxAllMonth)
  const events = await readPlanned(context, weeks, shown)
  return {
    month,
    weeks: weeks.map((week) => filled(week, events)),
    allMonth: shown.flatMap(({ id }) => events.get(id) ?? []),
    allMonthTotal: allMonth.length,
  }
}

/** When the days begin, and when the last one ends. */
const midnightsOf = ({ site }: PageContext, days: readonly string[]): readonly Instant[] =>
  [...days, dayAfter(days.at(-1)!, 1)].map((day) => toInstant(`${day} 00:00:00`, site.timezone))

async function shortEvents(
  context: PageContext,
  days: readonly string[],
  midnights: readonly Instant[],
): Promise<readonly PlannedDay[]> {
  const { reads, narrowing } = context
  const ranges = days.map((_, index) => ({ from: midnights[index]!, to: midnights[index + 1]! }))
  const query = await listQuery(context, { ...narrowing, multi_day: 'false' })
  const pages = await reads.days(query, ranges, entriesPerDay)
  return days.map((day, index) => ({ day, running: [], ...pages[index]! }))
}

async function longEvents(
  context: PageContext,
  days: readonly string[],
  midnights: readonly Instant[],
): Promise<readonly LongEvent[]> {
  const { reads, narrowing } = context
  const during = `${days[0]}/${days.at(-1)}`
  const query = await listQuery(context, { ...narrowing, multi_day: 'true', during })
  return (await reads.times(query, maxLongEvents)).map(({ id, start_utc, end_utc }) => ({
    id,
    first: midnights.findLastIndex((midnight) => midnight <= start_utc),
    // What ends at midnight ends on the day before.
    last: midnights.findLastIndex((midnight) => midnight < end_utc),
    end: end_utc,
  }))
}

/** Tells which events begin before the month and end after it. */
function coveringMonth(days: readonly string[], month: string): (event: LongEvent) => boolean {
  const from = days.indexOf(`${month}-01`)
  const to = days.findLastIndex((day) => day.startsWith(month))
  return ({ first, last }) => first < from && last > to
}

const byEnd = (one: LongEvent, other: LongEvent) => one.end - other.end

/** Loads the events that have a place, by ID. */
async function readPlanned(
  context: PageContext,
  weeks: readonly PlannedWeek[],
  allMonth: readonly LongEvent[],
): Promise<ReadonlyMap<number, ShownEvent>> {
  const ids = weeks.flatMap(({ days, bars }) => [
    ...days.flatMap((day) => [...day.ids, ...day.running]),
    ...bars.map(({ id }) => id),
  ])
  const events = await eventsOf(context, [...new Set([...ids, ...allMonth.map(({ id }) => id)])])
  return new Map(events.map((event) => [event.id, event]))
}

const filled = ({ days, bars }: PlannedWeek, events: ReadonlyMap<number, ShownEvent>): MonthWeek => ({
  days: days.map(({ day, ids, running, total }) => ({
    day,
    events: ids.flatMap((id) => events.get(id) ?? []),
    running: running.flatMap((id) => events.get(id) ?? []),
    total,
  })),
  bars: bars.flatMap(({ id, ...bar }) => {
    const event = events.get(id)
    return event === undefined ? [] : [{ ...bar, event }]
  }),
})

/** Assigns lanes from the top; an event without a free lane is listed under each of its days instead. */
function weekOf(month: readonly PlannedDay[], monday: number, long: readonly LongEvent[]): PlannedWeek {
  const sunday = monday + 6
  const free = Array.from({ length: maxLanes }, () => monday)
  const bars: PlannedBar[] = []
  const left: LongEvent[] = []
  for (const event of long) {
    const { id, first, last } = event
    if (first > sunday || last < monday) continue
    const [from, to] = [Math.max(first, monday), Math.min(last, sunday)]
    const lane = free.findIndex((day) => day <= from)
    if (lane < 0) left.push(event)
    else {
      free[lane] = to + 1
      const ends = last <= sunday
      bars.push({ id, from: from - monday, to: to - monday, lane: lane + 1, begins: first >= monday, ends })
    }
  }
  const ending = left.toSorted(byEnd)
  return {
    days: month.slice(monday, sunday + 1).map((day, index) => withLeft(day, monday + index, ending)),
    bars,
  }
}

/** What begins on the day comes first; of what runs, what ends soonest. */
function withLeft({ day, ids, total }: PlannedDay, index: number, left: readonly LongEvent[]): PlannedDay {
  const idsOf = (events: readonly LongEvent[]) => events.map(({ id }) => id)
  const beginning = [...idsOf(left.filter(({ first }) => first === index)), ...ids].slice(0, entriesPerDay)
  const here = left.filter(({ first, last }) => first <= index && index <= last)
  const running = idsOf(here.filter(({ first }) => first < index)).slice(0, entriesPerDay - beginning.length)
  return { day, ids: beginning, running, total: total + here.length }
}
