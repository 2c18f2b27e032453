import { runningInto } from '../list/list-query.ts'
import type { PageContext } from '../context.ts'
import { formatDayAlone, monthOf } from '../parts/dates.ts'
import { listEvents, type Sent } from '../list/event-list.ts'
import { html, type Content, type SafeHtml } from '../parts/html.ts'
import { linksOfPages, pageCount, pageFilter } from '../list/list-page.ts'
import { monthGrid } from './month-grid.ts'
import { readMonth } from './month.ts'
import type { Page } from '../page.ts'
import { emptyPeriod, periodFilters, periodForm, periodPage, type Period } from './period.ts'
import type { ShownEvent } from '../parts/shown.ts'

/** The page of a day or week: its events, with a small month and the filters beside them. */

const [beginningShown, runningShown] = [100, 50]

/** Arranges the events of a period: those that begin in it, and those that began before. */
type Arrange = (beginning: readonly ShownEvent[], running: readonly ShownEvent[]) => Content

const beginningIn = ({ narrowing }: PageContext, { first, last }: Period): Sent => ({
  ...narrowing,
  start_date: first,
  starts_before: last,
})

async function smallMonth(context: PageContext, day: string): Promise<SafeHtml> {
  const { language, to, filters } = context
  const month = monthOf(day)
  const name = formatDayAlone(language, 'monthYear', `${month}-01`)
  const shown = await readMonth(context, month)
  return html`<section aria-labelledby="small-month">
    <h2 id="small-month"><a href="${to.month(month, filters)}">${name}</a></h2>
    ${monthGrid(shown, context, { isSmall: true, chosen: day })}
  </section> `
}

export async function agendaPage(context: PageContext, period: Period, arrange: Arrange): Promise<Page> {
  const { narrowing, page, today, filters } = context
  const { first, last, addressAt } = period
  const [beginning, running] = await Promise.all([
    listEvents(context, beginningIn(context, period), { page, perPage: beginningShown }),
    listEvents(context, runningInto(narrowing, first), { page, perPage: runningShown }),
  ])
  const total = beginning.total + running.total
  const content = total === 0 ? await emptyPeriod(context, period) : arrange(beginning.items, running.items)
  // Each page has a part of both, so that neither needs an address of its own.
  const count = Math.max(pageCount(beginning.total, beginningShown), pageCount(running.total, runningShown))
  const pages = linksOfPages(count, context, (one) => addressAt(first, one))
  const main = html`<div class="columns">
    <div class="main-column">${await periodFilters(context, period)}${content}${pages}</div>
    <div class="side">
      ${await smallMonth(context, first <= today && today <= last ? today : first)}${await periodForm(context, period, total)}
    </div>
  </div>`
  return {
    ...periodPage(context, period, { main, total }),
    path: addressAt(first, { ...filters, ...pageFilter(context) }),
  }
}
