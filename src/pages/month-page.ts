import type { PageContext } from './context.ts'
import { untilTomorrow } from './asked.ts'
import { capitalized, dayAfter, formatDay, isMonth, monthAfter, monthOf } from './dates.ts'
import { filtersInForce } from './filter-form.ts'
import { withoutTimes, isFiltered } from './filters.ts'
import { html, type SafeHtml } from './html.ts'
import { pageHead, stepLinks } from './layout.ts'
import { monthGrid } from './month-grid.ts'
import { readMonth } from './month.ts'
import type { Page } from './page.ts'
import { pageMissing } from './problem-page.ts'
import { emptiness } from './empty.ts'

/** A month as a table; on a narrow screen its days, and below them what takes place on the chosen one. */
export async function monthPage(context: PageContext): Promise<Page> {
  const month = context.request.path.month!
  if (!isMonth(month)) throw pageMissing()
  const { language, words, to, today, filters, links, narrowing } = context
  const shown = await readMonth(context, month)
  const kept = withoutTimes(filters)
  const name = (other: string) => capitalized(formatDay(language, 'month', `${other}-01`))
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)]
  const title = capitalized(formatDay(language, 'monthYear', `${month}-01`))
  const steps = stepLinks(words('Month'), [
    ...(isMonth(before)
      ? [{ address: to.month(before, kept), name: name(before), rel: 'prev' as const }]
      : []),
    ...(isMonth(after) ? [{ address: to.month(after, kept), name: name(after), rel: 'next' as const }] : []),
    ...(month === monthOf(today) ? [] : [{ address: to.month(monthOf(today), kept), name: words('Today') }]),
  ])
  const main = html`${pageHead(title, steps)}${await filtersInForce({ ...context, filters: kept }, (one) => to.month(month, one))}${
    shown.total === 0 && (await emptyMonth(context, month))
  }${monthGrid(shown, context)}`
  return {
    title,
    main,
    view: 'month',
    path: to.month(month, kept),
    filters,
    data: `${links.rest}/events?start_date=${month}-01&end_date=${dayAfter(`${after}-01`, -1)}`,
    feed: narrowing,
    isListed: !isFiltered(kept) && shown.total > 0,
    validUntil: untilTomorrow(context),
    previous: isMonth(before) ? to.month(before, kept) : undefined,
    next: isMonth(after) ? to.month(after, kept) : undefined,
  }
}

const emptyMonth = (context: PageContext, month: string): Promise<SafeHtml> =>
  emptiness(context, {
    sentence: context.words('Nothing in {month}.', {
      month: formatDay(context.language, 'monthYear', `${month}-01`),
    }),
    after: `${dayAfter(`${monthAfter(month, 1)}-01`, -1)} 23:59:59`,
    unfiltered: {
      sent: { during: `${month}-01/${dayAfter(`${monthAfter(month, 1)}-01`, -1)}` },
      address: context.to.month(month),
      singular: 'Without the filters there is {count} event.',
      plural: 'Without the filters there are {count} events.',
    },
  })
