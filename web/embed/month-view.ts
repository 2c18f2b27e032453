import { dayAfter } from '../../src/time/days.ts'
import { daysIntoWeek, formatterIn, lastOfMonth, today } from './dates.ts'
import { heard, make } from './dom.ts'
import { languageOf, spanOf, statusMark } from './list-view.ts'
import type { Settings } from './settings.ts'
import { pageOf, readList, type Found, type ListedEvent } from './source.ts'

/** A month as a table in which each day with events links to its page. */

/** Maximum number of events read per month. Beyond it, every day gets a link without a count. */
const [perPage, mostPages] = [100, 5]

interface FoundMonth extends Found {
  readonly counts: ReadonlyMap<string, number>
  /** Events that span the whole month, which are not counted per day. */
  readonly allMonth: readonly ListedEvent[]
  /** The first day with events that were not read. */
  readonly unread: string | undefined
}

export async function readMonth(
  { source, narrowing }: Settings,
  month: string,
  signal: AbortSignal,
): Promise<FoundMonth> {
  const sent = { ...narrowing, during: `${month}-01/${lastOfMonth(month)}`, per_page: String(perPage) }
  const page = (number: number) => readList(source, { ...sent, page: String(number) }, signal)
  const first = await page(1)
  const others = Array.from({ length: Math.min(first.total_pages, mostPages) - 1 }, (_, index) => index + 2)
  const found = [first, ...(await Promise.all(others.map(page)))]
  const events = found.flatMap((one) => one.events)
  const isAllMonth = (event: ListedEvent) => {
    const span = spanOf(event)
    return span.first < `${month}-01` && span.last > lastOfMonth(month)
  }
  return {
    ...first,
    events,
    counts: countsOf(
      events.filter((event) => !isAllMonth(event)),
      month,
    ),
    allMonth: events.filter(isAllMonth),
    unread: first.total_pages > mostPages ? events.at(-1)!.start_date.slice(0, 10) : undefined,
  }
}

/**
 * Counts an event on the day it starts, and a multi-day one on each of its days. One that takes place in the month by the
 * clock of the site, but before or after it by its own, counts for the first or the last day.
 */
function countsOf(events: readonly ListedEvent[], month: string): Map<string, number> {
  const counts = new Map<string, number>()
  const monthEnd = lastOfMonth(month)
  const inMonth = (day: string) => (day < month ? `${month}-01` : day > monthEnd ? monthEnd : day)
  for (const event of events) {
    const { first, last, isLong } = spanOf(event)
    const end = inMonth(isLong ? last : first)
    for (let day = inMonth(first); day <= end; day = dayAfter(day, 1))
      counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

function cell(day: string, found: FoundMonth | undefined, { narrowing, words }: Settings) {
  const number = String(Number(day.slice(8)))
  const count = found?.counts.get(day) ?? 0
  const isUnread = found?.unread !== undefined && day >= found.unread
  const content =
    count > 0 || isUnread
      ? make(
          'a',
          { part: 'day', href: pageOf(found!, `day/${day}/`, narrowing) },
          make('time', { datetime: day }, number),
          isUnread ? undefined : heard(`, ${words.count(count)}`, words.lang),
        )
      : number
  return make('td', day === today() ? { 'aria-current': 'date', part: 'today' } : {}, content)
}

/** Weeks of the month; days of other months are undefined. */
function weeksOf(month: string, locale: string): (string | undefined)[][] {
  const before = daysIntoWeek(`${month}-01`, locale)
  const length = Number(lastOfMonth(month).slice(8))
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = dayAfter(`${month}-01`, 7 * week + weekday - before)
      return day.startsWith(month) ? day : undefined
    }),
  )
}

/**
 * Two letters, as in German, fit into every column, and initials would be less clear. Some languages, such as Arabic and
 * Latvian, hardly abbreviate.
 */
const fittingOf = (short: readonly string[]): string | undefined => {
  const longest = Math.max(...short.map((name) => name.length))
  return longest > 6 ? 'fitting long' : longest > 2 ? 'fitting' : undefined
}

/** Screen readers get the whole names; of the visible ones, the style sheet shows the longer if the column is wide. */
function weekdays(month: string, { locale }: Settings): HTMLElement {
  const first = dayAfter(`${month}-01`, -daysIntoWeek(`${month}-01`, locale))
  const namesIn = (weekday: 'long' | 'short' | 'narrow') => {
    const format = formatterIn(locale)({ weekday })
    return Array.from({ length: 7 }, (_, index) => format(dayAfter(first, index)))
  }
  const [long, short, narrow] = [namesIn('long'), namesIn('short'), namesIn('narrow')]
  const fitting = fittingOf(short)
  return make(
    'tr',
    {},
    ...long.map((name, index) =>
      make(
        'th',
        { scope: 'col', part: 'weekday' },
        heard(name, undefined),
        make(
          'span',
          { 'aria-hidden': 'true', title: name, class: fitting },
          make('span', {}, short[index]),
          fitting && make('span', {}, narrow[index]),
        ),
      ),
    ),
  )
}

export const monthName = (month: string, { locale }: Pick<Settings, 'locale'>): string =>
  formatterIn(locale)({ month: 'long', year: 'numeric' })(`${month}-01`)

/** Days have no links until their events have been loaded. */
export const monthTable = (month: string, settings: Settings, found?: FoundMonth): HTMLElement =>
  make(
    'table',
    { part: 'table' },
    make(
      'caption',
      { class: 'heard', lang: settings.words.lang },
      settings.words('Events in {month}', { month: monthName(month, settings.words) }),
    ),
    make('thead', {}, weekdays(month, settings)),
    make(
      'tbody',
      {},
      ...weeksOf(month, settings.locale).map((week) =>
        make(
          'tr',
          {},
          ...week.map((day) => (day === undefined ? make('td', {}) : cell(day, found, settings))),
        ),
      ),
    ),
  )

const marked = (event: ListedEvent, settings: Settings): (HTMLElement | string)[] => {
  const mark = statusMark(event, settings)
  return mark === undefined ? [] : [mark, ' ']
}

export const allMonth = ({ allMonth }: FoundMonth, settings: Settings): HTMLElement[] =>
  allMonth.length === 0
    ? []
    : [
        make(
          'p',
          { part: 'all-month' },
          make('b', { lang: settings.words.lang }, settings.words('All month')),
          ' ',
          ...allMonth.flatMap((event, index) => [
            index === 0 ? '' : ' · ',
            ...marked(event, settings),
            make('a', { href: event.url, lang: languageOf(event, settings), dir: 'auto' }, event.title),
          ]),
        ),
      ]

export const monthFoot = (month: string, found: Found, { narrowing, words }: Settings): HTMLElement[] => [
  make(
    'a',
    { href: pageOf(found, `month/${month}/`, narrowing), lang: words.lang },
    words('Open the calendar'),
  ),
]
