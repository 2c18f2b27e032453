import type { PageContext } from './context.ts'
import { byDay } from './list-page.ts'
import { runningInto, untilTomorrow } from './asked.ts'
import { beginningOn, smallMonth } from './day-page.ts'
import { capitalized, dayAfter, formatDay, formatNumeral, isoWeekOf, mondayOf } from './dates.ts'
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

/** `1–7 March 2027`: of the first day only what differs from the last, whose year tells that of both. */
function weekTitle(monday: string, language: string, hasYear: boolean): string {
  const sunday = dayAfter(monday, 6)
  const first =
    monday.slice(0, 7) === sunday.slice(0, 7)
      ? `${formatNumeral(language, monday)}–`
      : `${formatDay(language, 'dayMonth', monday)} – `
  return `${first}${formatDay(language, hasYear ? 'dayMonthYear' : 'dayMonth', sunday)}`
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
  const weekName = (week: string) => words('Week {n}', { n: Number(week.slice(6)) })
  const steps = stepLinks(words('Week'), [
    { address: to.week(before, kept), name: weekName(before), rel: 'prev' },
    { address: to.week(after, kept), name: weekName(after), rel: 'next' },
    ...(isoWeekOf(today) === isoWeekOf(monday)
      ? []
      : [{ address: to.week(isoWeekOf(today), kept), name: words('Today') }]),
  ])
  const title = weekTitle(monday, language, true)
  const heading = weekTitle(monday, language, sunday.slice(0, 4) !== today.slice(0, 4))
  const total = begins.total + running.total
  const content: Content =
    total === 0
      ? await emptyWeek(context, sunday, heading)
      : [
          page === 1 && namedSection(words('Running that week'), running.items, context, { isRunning: true }),
          ...byDay(begins.items, site.timezone).map(([day, events]) => daySection(day, events, context)),
        ]
  const main = html`${pageHead(html`${heading} <span class="quiet week-number">${weekName(isoWeekOf(monday))}</span>`, steps)}
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
    sentence: context.words('Nothing in the week of {dates}.', { dates: title }),
    after: `${sunday} 23:59:59`,
    unfiltered: {
      sent: { during: `${dayAfter(sunday, -6)}/${sunday}` },
      address: context.to.week(isoWeekOf(sunday)),
      singular: 'Without the filters there is {count} event.',
      plural: 'Without the filters there are {count} events.',
    },
  })
