import { placeOfZone } from '../../locales/zone-places.ts'
import type { PageContext } from '../context.ts'
import { formatDay, formatDayAlone } from '../parts/dates.ts'
import {
  dayNumeral,
  dayText,
  isElsewhere,
  isOnOtherDay,
  languageOf,
  entry,
  pathOf,
  programme,
  programmeOf,
  shortDay,
  spanOf,
  statusMark,
  timeElement,
} from '../parts/entry.ts'
import { attribute, flag, html, type Content, type SafeHtml } from '../parts/html.ts'
import { entriesPerDay, type Bar, type MonthDay, type MonthWeek, type ShownMonth } from './month.ts'
import { hueOf, type ShownEvent } from '../parts/shown.ts'
import { moreLink, moreWords, typeset, wordsBeside } from '../parts/words.ts'

/** A month as a table. Its colour marks are decorative, so there is no legend. */

const hue = ({ categories: [first] }: ShownEvent) => attribute('data-cat', first && hueOf(first))

const titleOf = (event: ShownEvent, context: PageContext): SafeHtml =>
  html`<bdi${languageOf(event, context)}>${typeset(event.title, event.language)}</bdi>`

const isPast = (day: string, { today }: PageContext) => day < today

/** `, until 22 December`: the length of a bar shows how long the event lasts, but a screen reader needs words. */
function barEnd(event: ShownEvent, { words, site, today }: PageContext): SafeHtml {
  const { last } = spanOf(event, site.timezone)
  const date = dayText({ language: words.language, today }, 'dayMonth', last)
  return html`, ${wordsBeside(words, words('until {date}', { date }))}`
}

const barLink = ({ event, from, to, lane, begins, ends }: Bar, context: PageContext): SafeHtml =>
  html` <a class="bar"${hue(event)} data-span="${to - from + 1}" data-lane="${lane}"${flag('data-from', begins)}${flag('data-to', ends)} href="${pathOf(event.url)}"><span class="bar-title">${statusMark(event, context.words)}${titleOf(event, context)}</span><span class="bar-end">${barEnd(event, context)}</span></a>`

/** The time stands only where the event begins. */
function cellEntry(event: ShownEvent, context: PageContext, isRunning: boolean): SafeHtml {
  const span = spanOf(event, context.site.timezone)
  const date = isOnOtherDay(event, span, context.site.timezone) && html`${shortDay(context, span.ownFirst)} `
  const place =
    isElsewhere(span, event, context.site.timezone) && html` ${placeOfZone(event.timezone, context.language)}`
  const time =
    !event.all_day &&
    !isRunning &&
    html`<span class="month-time">${date}${timeElement(event.start_date, span.start, event.timezone)}${place}</span>`
  return html`<li${hue(event)}><a href="${pathOf(event.url)}">${time}${statusMark(event, context.words)}<span>${titleOf(event, context)}</span></a></li>
`
}

function cellEntries(day: MonthDay, context: PageContext): Content {
  const { words, to, filters, language } = context
  if (day.total === 0) return undefined
  const isMore = day.total > entriesPerDay
  const shown = [
    ...day.events.map((event) => ({ event, isRunning: false })),
    ...day.running.map((event) => ({ event, isRunning: true })),
  ].slice(0, isMore ? entriesPerDay - 1 : entriesPerDay)
  const more = day.total - shown.length
  return html` <ul class="month-events">
    ${shown.map(({ event, isRunning }) => cellEntry(event, context, isRunning))}${
      more > 0 &&
      html`<li>
        <a class="more" href="${to.day(day.day, filters)}">${wordsBeside(words, moreWords(more, words))}<span class="visually-hidden">, ${formatDay(language, 'weekdayDayMonth', day.day)}</span></a>
      </li> `
    }
  </ul>`
}

/** The bars that cover a day of the week. */
const runningOn = ({ bars }: MonthWeek, index: number): readonly Bar[] =>
  bars.filter(({ from, to }) => from <= index && index <= to)

const maxDots = 4

interface GridOptions {
  /** Shown beside a day or week: its days link to their pages, and there is no agenda below it. */
  readonly isSmall?: boolean
  /** The day shown by the page. */
  readonly chosen?: string
}

interface Grid extends GridOptions {
  /** The number of events that run on each day of the month and are not shown above it. */
  readonly unlisted: number
}

/** The day that colours mark, for those who hear the page: today, or else the day that the page shows. */
const current = (day: string, { today }: PageContext, { chosen }: GridOptions): SafeHtml =>
  attribute('aria-current', day === today ? 'date' : day === chosen && 'true')

/**
 * The number of a day, which a screen reader reads with its month: out of its cell the number says little, and two days of
 * a table may have the same one. The date is read as a whole, because browsers put a space before what is only hidden.
 */
const dayNumber = (day: string, language: string): SafeHtml =>
  html`<time datetime="${day}"><span aria-hidden="true">${Number(day.slice(8))}</span><span class="visually-hidden">${formatDay(language, 'dayMonth', day)}</span></time>`

/** A cell of the narrow table: the number of the day, and a dot for each event. */
function pick(
  day: MonthDay,
  number: SafeHtml,
  week: MonthWeek,
  index: number,
  isOther: boolean,
  context: PageContext,
  options: Grid,
): SafeHtml {
  const { words, to, filters } = context
  const running = runningOn(week, index)
  const count = day.total + running.length + (isOther ? 0 : options.unlisted)
  const dots = html`${running.map(({ event, lane }) => html`<i${hue(event)} data-run="${lane}"></i>`)}${[
    ...day.events,
    ...day.running,
  ]
    .slice(0, maxDots)
    .map((event) => html`<i${hue(event)}></i>`)}`
  // Without a comma, “1” and “3 events” would be heard as “13 events”.
  const content = html`${number}${
    count > 0 &&
    html`<span class="visually-hidden"${words.lang}>, ${words.count(count, '{count} event', '{count} events')}</span><span class="dots">${dots}</span>`
  }`
  const isCurrent = current(day.day, context, options)
  if (isOther || count === 0) return html`<span class="month-pick"${isCurrent}>${content}</span>`
  const address = options.isSmall ? to.day(day.day, filters) : `#d-${day.day}`
  return html`<a href="${address}" class="month-pick"${isCurrent}>${content}</a>`
}

function cell(
  day: MonthDay,
  index: number,
  week: MonthWeek,
  month: string,
  context: PageContext,
  options: Grid,
): SafeHtml {
  const { to, filters, today, language } = context
  const isOther = !day.day.startsWith(month)
  const bars = week.bars.filter(({ from }) => from === index)
  const lanes = Math.max(0, ...runningOn(week, index).map(({ lane }) => lane))
  const number = dayNumber(day.day, language)
  return html`<td${flag('data-other', isOther)}${flag('data-past', isPast(day.day, context))}${flag('data-today', day.day === today)}${flag('data-chosen', day.day === options.chosen)}${attribute('data-lanes', lanes > 0 && lanes)}><a class="month-day" href="${to.day(day.day, filters)}"${current(day.day, context, options)}>${number}</a>${pick(day, number, week, index, isOther, context, options)}${!options.isSmall && [...bars.map((bar) => barLink(bar, context)), cellEntries(day, context)]}</td>
`
}

/** Longer abbreviations, as in Arabic and Latvian, break in a table on a phone or beside a page. */
const longestWeekday = 6

/**
 * The header row, starting with the first day of the week in this language. Screen readers get the whole names, because
 * few read titles, and an abbreviation may be another word: `mer`.
 */
function weekdays(days: readonly MonthDay[], language: string): SafeHtml {
  const names = days.map(({ day }) => ({
    name: formatDayAlone(language, 'weekday', day),
    short: formatDayAlone(language, 'shortWeekday', day),
    narrow: formatDay(language, 'narrowWeekday', day),
  }))
  const areLong = names.some(({ short }) => short.length > longestWeekday)
  return html`<tr>
    ${names.map(
      ({ name, short, narrow }) =>
        html`<th scope="col">
          <span class="visually-hidden">${name}</span
          ><abbr title="${name}" aria-hidden="true">${areLong ? html`<span class="wide-only">${short}</span><span class="narrow-only">${narrow}</span>` : short}</abbr>
        </th>`,
    )}
  </tr>`
}

/** The events that begin on a day, and those that run, with or without a lane. */
function agendaDay(
  day: MonthDay,
  running: readonly SafeHtml[],
  shown: string | undefined,
  context: PageContext,
): Content {
  const { words, to, filters, today } = context
  const more = day.total - day.events.length - day.running.length
  if (day.total + running.length === 0) return undefined
  return html`<section class="day" id="d-${day.day}"${flag('data-today', day.day === today)}${flag('data-shown', day.day === shown)}>
    <h2 class="day-date">
      <a href="${to.day(day.day, filters)}">${dayNumeral(day.day, context, { withoutYear: true })}</a>
    </h2>
    ${day.events.length > 0 && programme(day.events, context)}${running.length > 0 && programmeOf(running)}${moreLink(more, to.day(day.day, filters), words)}
  </section> `
}

/**
 * The day initially shown below the table: the first one with events from today on, otherwise the first one of the
 * month.
 */
function shownDay({ weeks, month }: ShownMonth, { today }: PageContext): string | undefined {
  const days = weeks.flatMap((week) =>
    week.days.filter(
      (day, index) => day.day.startsWith(month) && (day.total > 0 || runningOn(week, index).length > 0),
    ),
  )
  return (days.find(({ day }) => day >= today) ?? days[0])?.day
}

/** Running events look the same on each of their days, so they are rendered once. */
function runningEntries({ weeks }: ShownMonth, context: PageContext): ReadonlyMap<ShownEvent, SafeHtml> {
  const events = new Set(
    weeks.flatMap(({ days, bars }) => [
      ...bars.map(({ event }) => event),
      ...days.flatMap(({ running }) => running),
    ]),
  )
  return new Map([...events].map((event) => [event, entry(event, context, { isRunning: true })]))
}

/** The days of the month, shown below a narrow table. */
function agenda(month: ShownMonth, context: PageContext): Content {
  const shown = shownDay(month, context)
  const entries = runningEntries(month, context)
  const days = month.weeks.flatMap((week) =>
    week.days.map((day, index) => {
      if (!day.day.startsWith(month.month)) return undefined
      const events = [...runningOn(week, index).map(({ event }) => event), ...day.running]
      const running = events.map((event) => entries.get(event)!)
      return agendaDay(day, running, shown, context)
    }),
  )
  return (
    days.some(Boolean) &&
    html`<div class="agenda">
      ${days}
      <p><a class="button" href="#content"${context.words.lang}>${context.words('Back to the month')}</a></p>
    </div> `
  )
}

function allMonth(shown: ShownMonth, context: PageContext): Content {
  const { allMonth: events, allMonthTotal, month } = shown
  const { words, to, filters } = context
  if (events.length === 0) return undefined
  return html`<div class="all-month">
    <h2${words.lang}>${words('All month:')}</h2>
    ${events.map(
      (event) =>
        html`<p class="cat"${hue(event)}>
          ${statusMark(event, context.words)}<a href="${pathOf(event.url)}">${titleOf(event, context)}</a>
        </p>`,
    )}${moreLink(allMonthTotal - events.length, to.day(`${month}-01`, filters), words)}
  </div> `
}

export function monthGrid(shown: ShownMonth, context: PageContext, options: GridOptions = {}): SafeHtml {
  const { words, language } = context
  const { weeks, month } = shown
  const name = formatDay(words.language, 'monthYear', `${month}-01`)
  const grid: Grid = { ...options, unlisted: options.isSmall ? shown.allMonthTotal : 0 }
  return html`<div class="month">
    ${!options.isSmall && allMonth(shown, context)}
    <table class="month-grid">
      <caption class="visually-hidden"${words.lang}>
        ${words('Events in {month}', { month: name })}
      </caption>
      <thead>
        ${weekdays(weeks[0]!.days, language)}
      </thead>
      <tbody>
        ${weeks.map(
          (week) => html`<tr>
${week.days.map((day, index) => cell(day, index, week, month, context, grid))}</tr>
`,
        )}
      </tbody>
    </table>
    ${!options.isSmall && agenda(shown, context)}
  </div> `
}
