import type { PageContext } from './context.ts'
import { byDay } from './list-page.ts'
import { untilTomorrow } from './asked.ts'
import { beginningOn, runningInto, smallMonth } from './day-page.ts'
import { capitalized, dayAfter, formatDay, isoWeekOf, mondayOf } from './dates.ts'
import { emptiness } from './empty.ts'
import { daySection, namedSection } from './entry.ts'
import { listEvents } from './event-list.ts'
import { filtersInForce } from './filter-form.ts'
import { isFiltered, withoutTimes } from './filters.ts'
import { html, type Content, type SafeHtml } from './html.ts'
import { pageHead, stepLinks } from './layout.ts'
import { pageFilter, pageLinks } from './list-page.ts'
import type { Page } from './page.ts'
import { pageMissing } from './problem-page.ts'

const eventsPerPage = 100
const runningShown = 20

/** `1–7 March 2027`, with as much of the first day as differs from the last. */
function weekTitle(monday: string, language: string): string {
  const sunday = dayAfter(monday, 6)
  const style = monday.slice(0, 4) === sunday.slice(0, 4) ? 'dayMonth' : 'dayMonthYear'
  const first =
    monday.slice(0, 7) === sunday.slice(0, 7)
      ? String(Number(monday.slice(8)))
      : formatDay(language, style, monday)
  const dot = language === 'de' && /^\d+$/.test(first) ? '.' : ''
  return `${first}${dot}${/\D/.test(first) ? ' – ' : '–'}${formatDay(language, 'dayMonthYear', sunday)}`
}

/** A week, from Monday to Sunday, as its number means it (ISO 8601). */
export async function weekPage(context: PageContext): Promise<Page> {
  const monday = mondayOf(context.request.path.week!)
  if (monday === undefined) throw pageMissing()
  const { language, words, to, today, filters, links, narrowing, page, site } = context
  const sunday = dayAfter(monday, 6)
  const kept = withoutTimes(filters)
  const begins = await listEvents(context, beginningOn(narrowing, monday, sunday), {
    page,
    perPage: eventsPerPage,
  })
  const running = await listEvents(context, runningInto(narrowing, monday), { perPage: runningShown })
  const [before, after] = [isoWeekOf(dayAfter(monday, -7)), isoWeekOf(dayAfter(monday, 7))]
  const steps = stepLinks(words('Week'), [
    { address: to.week(before, kept), name: words('Previous week'), rel: 'prev' },
    { address: to.week(after, kept), name: words('Next week'), rel: 'next' },
    ...(isoWeekOf(today) === isoWeekOf(monday)
      ? []
      : [{ address: to.week(isoWeekOf(today), kept), name: words('Today') }]),
  ])
  const title = weekTitle(monday, language)
  const total = begins.total + running.total
  const content: Content =
    total === 0
      ? await emptyWeek(context, sunday, title)
      : [
          page === 1 && namedSection(words('Running that week'), running.items, context, { isRunning: true }),
          ...byDay(begins.items, site.timezone).map(([day, events]) => daySection(day, events, context)),
        ]
  const number = Number(isoWeekOf(monday).slice(6))
  const main = html`${pageHead(html`${title} <span class="quiet week-number">${words('Week {n}', { n: number })}</span>`, steps)}
    <div class="columns">
      <div class="main-column">
        ${await filtersInForce({ ...context, filters: kept }, (one) => to.week(isoWeekOf(monday), one))}${content}${pageLinks(context, begins.total, (one) => to.week(isoWeekOf(monday), one), eventsPerPage)}
      </div>
      ${await smallMonth(context, monday <= today && today <= sunday ? today : monday)}
    </div>`
  return {
    title: capitalized(title),
    main,
    view: 'week',
    path: to.week(isoWeekOf(monday), { ...kept, ...pageFilter(context) }),
    filters,
    data: `${links.rest}/events?during=${monday}/${sunday}`,
    feed: narrowing,
    isListed: !isFiltered(kept) && total > 0,
    validUntil: untilTomorrow(context),
    previous: to.week(before, kept),
    next: to.week(after, kept),
  }
}

const emptyWeek = (context: PageContext, sunday: string, title: string): Promise<SafeHtml> =>
  emptiness(context, {
    sentence: context.words('Nothing from {dates}.', { dates: title }),
    after: `${sunday} 23:59:59`,
    unfiltered: {
      sent: { during: `${dayAfter(sunday, -6)}/${sunday}` },
      address: context.to.week(isoWeekOf(sunday)),
      singular: 'Without the filters there is {count} event.',
      plural: 'Without the filters there are {count} events.',
    },
  })
