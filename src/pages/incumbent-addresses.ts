import type { PageContext } from './context.ts'
import { isoWeekOf, isDay, isMonth, monthOf } from './dates.ts'
import type { Redirect } from './page.ts'
import { pageMissing } from './problem-page.ts'
import type { MakePage } from './index.ts'

/** The addresses of The Events Calendar, which old links lead to; each leads on to ours. */

const to =
  (address: (context: PageContext) => string): MakePage =>
  (context) =>
    Promise.resolve<Redirect>({ location: `${context.origin}${address(context)}` })

/** `/events/2027-03/`, `/events/2027-03-02/`, `/events/today/` */
const dated: MakePage = (context) => {
  const { date } = context.request.path
  const address =
    date === 'today'
      ? context.to.day(context.today)
      : isDay(date!)
        ? context.to.day(date!)
        : isMonth(date!)
          ? context.to.month(date!)
          : undefined
  if (address === undefined) throw pageMissing()
  return Promise.resolve({ location: `${context.origin}${address}` })
}

const week: MakePage = (context) => {
  const { date } = context.request.path
  if (!isDay(date!)) throw pageMissing()
  return Promise.resolve({ location: `${context.origin}${context.to.week(isoWeekOf(date!))}` })
}

export const incumbentAddresses: Readonly<Record<string, MakePage>> = {
  '/events': (context) =>
    Promise.resolve(addressAsked(context) ?? { location: `${context.origin}${context.to.list()}` }),
  '/events/list': to((context) => context.to.list()),
  '/events/month': to((context) => context.to.month(monthOf(context.today))),
  '/events/month/{month}': to((context) => context.to.month(context.request.path.month!)),
  '/events/week': to((context) => context.to.week(isoWeekOf(context.today))),
  '/events/week/{date}': week,
  '/events/day/{day}': to((context) => context.to.day(context.request.path.day!)),
  '/events/map': to((context) => context.to.map()),
  '/events/{date}': dated,
}

/** `?eventDisplay=month&eventDate=2027-03`, at the root and at `/events/`. */
export function addressAsked(context: PageContext): Redirect | undefined {
  const { eventDisplay, eventDate, 'tribe-bar-date': barDate } = context.request.sent
  const date = [eventDate, barDate].find((one): one is string => typeof one === 'string' && one !== '')
  const address = addressOf(context, eventDisplay, date)
  return address === undefined ? undefined : { location: `${context.origin}${address}` }
}

function addressOf(
  { to, today }: PageContext,
  display: unknown,
  date: string | undefined,
): string | undefined {
  const day =
    date !== undefined && isDay(date) ? date : date !== undefined && isMonth(date) ? `${date}-01` : today
  if (display === 'month') return to.month(monthOf(day))
  if (display === 'week') return to.week(isoWeekOf(day))
  if (display === 'day') return to.day(day)
  if (display === 'map') return to.map()
  if (display === 'list' || display === 'upcoming')
    return to.list(date === undefined ? {} : { start_date: day })
  return display === undefined && date !== undefined ? to.day(day) : undefined
}
