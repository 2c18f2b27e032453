import { dayAfter, toInstant, type Instant } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { firstShown, isDay, lastShown } from '../parts/dates.ts'
import { notOver, type Sent } from './event-list.ts'
import { hasTimes, type Filters } from '../filters/filters.ts'
import { withDates } from '../filters/written-dates.ts'

/** Converts the filters of a page to parameters of lists. */

type FilterContext = Pick<PageContext, 'filters' | 'narrowing' | 'now' | 'today' | 'site'>

/** Parameters of the lists that a page shows. */
export interface PageLists {
  /** Events that have not ended, from today on, unless the filters specify a time. */
  readonly coming: Sent
  /**
   * Events that began earlier and have not ended; those that end first come first, because it is the last chance to see
   * them.
   */
  readonly running: Sent | undefined
}

/** The first day of the period in the filters, if they specify one. */
export const firstDayOf = (context: Pick<FilterContext, 'filters' | 'now' | 'site'>): string | undefined =>
  firstDayIn(withDates(context.filters, context))

const firstDayIn = ({ during, start_date }: Filters): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(during ?? start_date ?? '')?.[0]

/** Named even if the filters do not, because `start_date` alone would end after two years (interface: Date window). */
const lastStartIn = ({ start_date, starts_before, end_date }: Filters): string | undefined =>
  starts_before ?? (start_date !== undefined && end_date === undefined ? lastShown : undefined)

/**
 * Running events are listed separately before the others, so that a list does not begin with last year's exhibitions.
 */
export function pageLists(context: FilterContext): PageLists {
  const { narrowing, now, today } = context
  const filters = withDates(context.filters, context)
  const { during, start_date, end_date } = filters
  const starts_before = lastStartIn(filters)
  const first = firstDayIn(filters) ?? today
  const midnight = `${first} 00:00:00`
  const runningThen = runningInto(narrowing, first)
  if (during !== undefined && !areDays(during))
    return { coming: { ...narrowing, during }, running: undefined }
  if (during !== undefined)
    return {
      coming: { ...narrowing, start_date: first, starts_before: during.split('/').at(-1) },
      running: runningThen,
    }
  if (hasTimes(filters)) {
    const isPast = start_date === undefined && (starts_before ?? end_date ?? today) < today
    const isReversed = starts_before !== undefined && starts_before.slice(0, first.length) < first
    return {
      coming: {
        ...narrowing,
        start_date: start_date ?? (isPast ? firstShown : today),
        starts_before,
        end_date,
      },
      running: end_date === undefined && !isPast && !isReversed ? runningThen : undefined,
    }
  }
  const present = { ...narrowing, ...notOver(now) }
  return {
    coming: { ...present, start_date: midnight },
    running: { ...present, starts_before: midnight, orderby: 'end_date' },
  }
}

/** Whether the filters match only past events. */
export function isPast(context: FilterContext): boolean {
  const { during, starts_before, end_date } = withDates(context.filters, context)
  return (lastDayIn(during) ?? starts_before ?? end_date ?? context.today) < context.today
}

/** The last day of a period, if it is written as one. */
const lastDayIn = (during = '') => /\d{4}-\d{2}-\d{2}[^/]*$/.exec(during)?.[0]

/** Events that began before a day and have not ended at its start. */
export const runningInto = (narrowing: Sent, day: string): Sent => ({
  ...narrowing,
  strict_dates: 'true',
  starts_before: `${day} 00:00:00`,
  ends_after: `${day} 00:00:00`,
  orderby: 'end_date',
})

/** All events that have not ended, or those of the time that the filters specify, running ones included. */
export function wholeList(context: FilterContext): Sent {
  const { narrowing, now } = context
  const filters = withDates(context.filters, context)
  if (filters.during !== undefined) return { ...narrowing, during: filters.during }
  if (!hasTimes(filters)) return { ...narrowing, ...notOver(now) }
  const { coming, running } = pageLists(context)
  return (running && joined(coming)) ?? coming
}

/** What begins in a period and what runs into it; undefined if that is not between two days. */
const joined = ({ start_date = '', starts_before = '', ...others }: Sent): Sent | undefined =>
  isDay(start_date) && isDay(starts_before)
    ? { ...others, during: `${start_date}/${starts_before}` }
    : undefined

/**
 * The same for links to data and feeds, which go on being right: what is over by now is not left out, a time is named only
 * where the filters name one, and `tomorrow` stays tomorrow.
 */
export function linkedList(context: FilterContext): Sent {
  const { filters, narrowing } = context
  if (filters.during !== undefined) return { ...narrowing, during: filters.during }
  return hasTimes(filters) ? wholeList(context) : narrowing
}

const areDays = (during: string) => during.split('/').every(isDay)

/** Expiry of pages that depend on the current day. */
export const untilTomorrow = ({ today, site }: PageContext): Instant =>
  toInstant(`${dayAfter(today, 1)} 00:00:00`, site.timezone)
