import { untilTomorrow } from '../list/list-query.ts'
import type { PageContext } from '../context.ts'
import { dayAfter } from '../../time/index.ts'
import { isDay } from '../parts/dates.ts'
import { whatIsOn } from '../parts/description.ts'
import { emptiness } from '../parts/empty.ts'
import type { Sent } from '../list/event-list.ts'
import { filterForm } from '../filters/filter-form.ts'
import { sheetLink } from '../filters/quick-choices.ts'
import { filtersInForce } from '../filters/filters-in-force.ts'
import { isFiltered, withoutTimes, type Filters } from '../filters/filters.ts'
import { html, type Content, type SafeHtml } from '../parts/html.ts'
import { dataLinks, pageHead, stepLinks, type Step } from '../parts/layout.ts'
import type { Page } from '../page.ts'

/** Shared parts of the pages of a day, a week and a month. */

export interface Period {
  readonly view: 'day' | 'week' | 'month'
  readonly first: string
  readonly last: string
  /** Always with the year, which the heading omits for the current year. */
  readonly title: string
  readonly heading: Content
  /** Text shown if there are no events. */
  readonly sentence: string
  /** Path and link text of the page of the same kind for another day. */
  readonly addressAt: (day: string, filters?: Filters) => string
  readonly nameAt: (day: string) => string
  /** The attribute of these texts if they contain words. */
  readonly nameLang?: SafeHtml
}

/** Drops filters by time, because the period itself determines the time. */
export const timeless = (context: PageContext): PageContext => ({
  ...context,
  filters: withoutTimes(context.filters),
})

const duringOf = ({ first, last }: Period): Sent => ({ during: first === last ? first : `${first}/${last}` })

/** All events during the period, including those that began before. */
export const listDuring = ({ narrowing }: PageContext, period: Period): Sent => ({
  ...narrowing,
  ...duringOf(period),
})

/** Links to the previous and next period, within the range of the calendar. */
export function neighbours(
  { filters }: PageContext,
  { first, last, addressAt, nameAt, nameLang }: Period,
): Step[] {
  const step = (day: string, rel: 'prev' | 'next'): Step[] =>
    isDay(day) ? [{ address: addressAt(day, filters), name: nameAt(day), rel, lang: nameLang }] : []
  return [...step(dayAfter(first, -1), 'prev'), ...step(dayAfter(last, 1), 'next')]
}

const labels = { day: 'Day', week: 'Week', month: 'Month' } as const

function periodHead(context: PageContext, period: Period): SafeHtml {
  const { words, today, filters } = context
  const { view, first, last, heading, addressAt } = period
  const isNow = first <= today && today <= last
  const now = isNow ? [] : [{ address: addressAt(today, filters), name: words('Today'), lang: words.lang }]
  const steps = [...neighbours(context, period), ...now]
  const after = !isFiltered(filters) && sheetLink(context)
  return pageHead(heading, stepLinks(words, words(labels[view]), steps, after))
}

/** The active filters, followed by the link that opens the form; without filters, that link is in the page header. */
export const periodFilters = async (context: PageContext, { first, addressAt }: Period): Promise<Content> =>
  isFiltered(context.filters) &&
  filtersInForce(context, (filters) => addressAt(first, filters), { hasSheetLink: true })

export const periodForm = (
  context: PageContext,
  period: Period,
  total: number,
  { isSheet = false } = {},
): Promise<SafeHtml> =>
  filterForm(context, {
    action: period.addressAt(period.first),
    list: listDuring(context, period),
    total,
    isSheet,
    hasDates: false,
  })

export const emptyPeriod = (context: PageContext, period: Period): Promise<SafeHtml> =>
  emptiness(context, {
    sentence: period.sentence,
    after: `${period.last} 23:59:59`,
    unfiltered: { sent: duringOf(period), address: period.addressAt(period.first) },
  })

export function periodPage(
  context: PageContext,
  period: Period,
  { main, total }: { readonly main: SafeHtml; readonly total: number },
): Page {
  const { filters } = context
  return {
    title: period.title,
    description: whatIsOn(context, period.title),
    main: html`${periodHead(context, period)}${main}`,
    view: period.view,
    path: period.addressAt(period.first, filters),
    filters,
    ...dataLinks(context, listDuring(context, period)),
    isListed: !isFiltered(filters) && total > 0,
    validUntil: untilTomorrow(context),
  }
}
