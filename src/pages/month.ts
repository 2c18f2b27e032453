import { toInstant } from '../time/index.ts'
import type { PageContext } from './context.ts'
import { dayAfter, daysBetween, firstOfWeek, monthAfter, weekStart } from './dates.ts'
import { spanOf } from './entry.ts'
import { eventsOf, listEvents, listQuery } from './event-list.ts'
import type { ShownEvent } from './shown.ts'

/** What a month shows: for each day what begins on it, and the events that last for days as bars across the weeks. */

export interface MonthDay {
  readonly day: string
  /** The first that begin on the day, and how many there are. */
  readonly events: readonly ShownEvent[]
  readonly total: number
}

/** A part of a long event within one week. */
export interface Bar {
  readonly event: ShownEvent
  /** Its first and last day of that week, from 0. */
  readonly from: number
  readonly to: number
  /** From 1, top down. */
  readonly lane: number
  /** Whether the event itself begins and ends here. */
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
  /** What lasts from before the first day to after the last. */
  readonly allMonth: readonly ShownEvent[]
}

/** As many entries as a day has room for, and as many bars as a month. */
export const entriesPerDay = 3
const [longShown, mostLanes] = [40, 3]

/** The days of the weeks that a month touches. */
function daysOfMonth(month: string, language: string): string[] {
  const first = firstOfWeek(`${month}-01`, weekStart(language))
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1)
  const count = Math.ceil((daysBetween(first, last) + 1) / 7) * 7
  return Array.from({ length: count }, (_, index) => dayAfter(first, index))
}

export async function readMonth(context: PageContext, month: string): Promise<ShownMonth> {
  const { site, reads, narrowing, language } = context
  const days = daysOfMonth(month, language)
  const midnight = (day: string) => toInstant(`${day} 00:00:00`, site.timezone)
  const ranges = days.map((day) => ({ from: midnight(day), to: midnight(dayAfter(day, 1)) }))
  const short = await listQuery(context, { ...narrowing, multi_day: 'false' })
  const [pages, long] = await Promise.all([
    reads.days(short, ranges, entriesPerDay),
    listEvents(
      context,
      { ...narrowing, multi_day: 'true', during: `${days[0]}/${days.at(-1)}` },
      { perPage: longShown },
    ),
  ])
  const ids = pages.flatMap((page) => page.ids)
  const events = await eventsById(context, ids)
  const monthDays = days.map((day, index): MonthDay => {
    const page = pages[index]!
    return { day, events: page.ids.flatMap((id) => events.get(id) ?? []), total: page.total }
  })
  return { month, ...arranged(context, month, monthDays, long.items) }
}

async function eventsById(context: PageContext, ids: readonly number[]): Promise<Map<number, ShownEvent>> {
  const events = await eventsOf(context, ids)
  return new Map(events.map((event) => [event.id, event]))
}

/** An event that lasts for days, with the first and the last of them. */
interface LongEvent {
  readonly event: ShownEvent
  readonly first: string
  readonly last: string
}

const coversMonth = ({ first, last }: LongEvent, month: string) =>
  first < `${month}-01` && last >= `${monthAfter(month, 1)}-01`

function arranged(
  { site }: PageContext,
  month: string,
  days: readonly MonthDay[],
  long: readonly ShownEvent[],
): Pick<ShownMonth, 'weeks' | 'allMonth'> {
  const spans = long.map((event): LongEvent => ({ event, ...spanOf(event, site.timezone) }))
  const allMonth = spans
    .filter((one) => coversMonth(one, month))
    .map(({ event }) => event)
    .toSorted((one, other) => one.utc_end_date.localeCompare(other.utc_end_date))
  const others = spans.filter((one) => !coversMonth(one, month))
  const weeks = Array.from({ length: days.length / 7 }, (_, index) =>
    weekOf(days.slice(7 * index, 7 * index + 7), others),
  )
  return { weeks, allMonth }
}

/** Lanes are filled from the top; an event that finds none free stands among the entries of its first day. */
function weekOf(days: readonly MonthDay[], long: readonly LongEvent[]): MonthWeek {
  const [monday, sunday] = [days[0]!.day, days.at(-1)!.day]
  const free = Array.from({ length: mostLanes }, () => 0)
  const bars: Bar[] = []
  const left: { event: ShownEvent; at: number }[] = []
  for (const { event, first, last } of long) {
    if (first > sunday || last < monday) continue
    const from = first <= monday ? 0 : daysBetween(monday, first)
    const to = last >= sunday ? 6 : daysBetween(monday, last)
    const lane = free.findIndex((day) => day <= from)
    if (lane < 0) left.push({ event, at: from })
    else {
      free[lane] = to + 1
      bars.push({ event, from, to, lane: lane + 1, begins: first >= monday, ends: last <= sunday })
    }
  }
  return { days: withLeft(days, left), bars }
}

const withLeft = (
  days: readonly MonthDay[],
  left: readonly { event: ShownEvent; at: number }[],
): MonthDay[] =>
  days.map((day, index) => {
    const more = left.filter(({ at }) => at === index).map(({ event }) => event)
    return {
      ...day,
      events: [...more, ...day.events].slice(0, entriesPerDay),
      total: day.total + more.length,
    }
  })
