import type { PageContext } from './context.ts'
import { runningInto, untilTomorrow } from './asked.ts'
import { capitalized, dayAfter, formatDay, isDay, monthOf } from './dates.ts'
import { emptiness } from './empty.ts'
import { namedSection } from './entry.ts'
import { listEvents, type Sent } from './event-list.ts'
import { filtersInForce } from './filter-form.ts'
import { isFiltered, withoutTimes } from './filters.ts'
import { html, type Content, type SafeHtml } from './html.ts'
import { pageHead, stepLinks } from './layout.ts'
import { pageFilter, pageLinks } from './list-page.ts'
import { readMonth } from './month.ts'
import { monthGrid } from './month-grid.ts'
import type { Page } from './page.ts'
import { pageMissing } from './problem-page.ts'
import type { ShownEvent } from './shown.ts'
import type { Message } from '../locales/fr.ts'

/** How many entries a day shows at once. */
const eventsPerPage = 100
const runningShown = 50

const partsOfDay: readonly (readonly [Message, (event: ShownEvent) => boolean])[] = [
  ['All day', ({ all_day }) => all_day],
  ['Morning', (event) => !event.all_day && hour(event) < 12],
  ['Afternoon', (event) => !event.all_day && hour(event) >= 12 && hour(event) < 18],
  ['Evening', (event) => !event.all_day && hour(event) >= 18],
]

const hour = ({ start_date }: ShownEvent) => Number(start_date.slice(11, 13))

/** What begins on a day. */
export const beginningOn = (narrowing: Sent, first: string, last = first): Sent => ({
  ...narrowing,
  start_date: first,
  starts_before: last,
})

export async function smallMonth(context: PageContext, day: string): Promise<SafeHtml> {
  const { language, to, filters } = context
  const month = monthOf(day)
  const name = capitalized(formatDay(language, 'monthYear', `${month}-01`))
  const shown = await readMonth(context, month)
  return html`<aside aria-labelledby="small-month">
    <h2 id="small-month"><a href="${to.month(month, withoutTimes(filters))}">${name}</a></h2>
    ${monthGrid(shown, context, { isSmall: true, chosen: day })}
  </aside> `
}

/** One day, by its parts. */
export async function dayPage(context: PageContext): Promise<Page> {
  const day = context.request.path.day!
  if (!isDay(day)) throw pageMissing()
  const { language, words, to, today, filters, links, narrowing, page } = context
  const kept = withoutTimes(filters)
  const begins = await listEvents(context, beginningOn(narrowing, day), { page, perPage: eventsPerPage })
  const running = await listEvents(context, runningInto(narrowing, day), { perPage: runningShown })
  const [before, after] = [dayAfter(day, -1), dayAfter(day, 1)]
  const title = capitalized(formatDay(language, 'full', day))
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const heading = isThisYear ? capitalized(formatDay(language, 'weekdayDayMonth', day)) : title
  const stepName = (other: string) => capitalized(formatDay(language, 'shortDay', other))
  const steps = stepLinks(words('Day'), [
    { address: to.day(before, kept), name: stepName(before), rel: 'prev' },
    { address: to.day(after, kept), name: stepName(after), rel: 'next' },
    ...(day === today ? [] : [{ address: to.day(today, kept), name: words('Today') }]),
  ])
  const total = begins.total + running.total
  const content: Content =
    total === 0
      ? await emptyDay(context, day)
      : [
          ...partsOfDay.map(([name, isIn]) => namedSection(words(name), begins.items.filter(isIn), context)),
          namedSection(words(day === today ? 'Running now' : 'Running that day'), running.items, context, {
            isRunning: true,
          }),
        ]
  const main = html`${pageHead(html`<time datetime="${day}">${heading}</time>`, steps)}
    <div class="columns">
      <div class="main-column">
        ${await filtersInForce({ ...context, filters: kept }, (one) => to.day(day, one))}${content}${pageLinks(context, begins.total, (one) => to.day(day, one), eventsPerPage)}
      </div>
      ${await smallMonth(context, day)}
    </div>`
  return {
    title,
    main,
    view: 'day',
    path: to.day(day, { ...kept, ...pageFilter(context) }),
    filters,
    data: `${links.rest}/events?during=${day}`,
    feed: narrowing,
    isListed: !isFiltered(kept) && total > 0,
    validUntil: untilTomorrow(context),
    previous: to.day(before, kept),
    next: to.day(after, kept),
  }
}

const emptyDay = (context: PageContext, day: string): Promise<SafeHtml> =>
  emptiness(context, {
    sentence: context.words('Nothing on {date}.', { date: formatDay(context.language, 'dayMonth', day) }),
    after: `${day} 23:59:59`,
    unfiltered: {
      sent: { during: day },
      address: context.to.day(day),
      singular: 'Without the filters there is {count} event.',
      plural: 'Without the filters there are {count} events.',
    },
  })
