import type { PageContext } from '../context.ts'
import { formatDay, formatDayAlone, isMonth, lastOfMonth, monthOf } from '../parts/dates.ts'
import { countEvents } from '../list/event-list.ts'
import { html } from '../parts/html.ts'
import { monthGrid } from './month-grid.ts'
import { readMonth } from './month.ts'
import type { Page } from '../page.ts'
import {
  listDuring,
  emptyPeriod,
  periodFilters,
  periodForm,
  periodPage,
  timeless,
  type Period,
} from './period.ts'
import { pageMissing } from '../problem-page.ts'

export function monthPeriod({ language, words, to }: PageContext, month: string): Period {
  const first = `${month}-01`
  const title = formatDayAlone(language, 'monthYear', first)
  return {
    view: 'month',
    first,
    last: lastOfMonth(month),
    title,
    heading: title,
    sentence: words('Nothing in {month}.', { month: formatDay(words.language, 'monthYear', first) }),
    addressAt: (day, filters) => to.month(monthOf(day), filters),
    nameAt: (day) => formatDayAlone(language, 'month', day),
  }
}

/**
 * A month as a table; on a narrow screen, the table shows only the days, and the events of the selected day follow
 * below.
 */
export async function monthPage(original: PageContext): Promise<Page> {
  const month = original.request.path.month!
  if (!isMonth(month)) throw pageMissing()
  const context = timeless(original)
  const period = monthPeriod(context, month)
  const [shown, total] = await Promise.all([
    readMonth(context, month),
    countEvents(context, listDuring(context, period)),
  ])
  const main = html`${await periodFilters(context, period)}${total === 0 && (await emptyPeriod(context, period))}${monthGrid(shown, context)}
    ${await periodForm(context, period, total, { isSheet: true })}`
  return periodPage(context, period, { main, total })
}
