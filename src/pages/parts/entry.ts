import { dayOf, offsetAt, offsetText, secondsOf, toWall, type Instant } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { capitalized, formatDay, formatNumeral, lastDay, timeOf, type DateStyle } from './dates.ts'
import { attribute, flag, html, type Content, type SafeHtml } from './html.ts'
import { hueOf, venuesOf, type ListedTerm, type ShownEvent } from './shown.ts'
import { withoutTimes as dayFilters } from '../filters/filters.ts'
import { thumbnail } from './pictures.ts'
import { typeset, type Words } from './words.ts'

/** One event in a list: time, title, facts, and a thumbnail where there is an image. All of it leads to the event. */

/** When an event takes place, on the calendar of the site. */
export interface Span {
  readonly start: Instant
  readonly end: Instant
  /** Days such as `2027-03-02`; those of an all-day event are its own, wherever the reader is. */
  readonly first: string
  readonly last: string
  /** Whether it lasts for days: a night that ends in the morning does not. */
  readonly isLong: boolean
}

const longFrom = 86_400

export function spanOf(event: ShownEvent, timezone: string): Span {
  const start = secondsOf(event.utc_start_date)
  const end = secondsOf(event.utc_end_date)
  const [first, last] =
    event.all_day || event.timezone === timezone
      ? [event.start_date, event.end_date]
      : [toWall(start, timezone), toWall(end, timezone)]
  const isLong = event.all_day ? dayOf(last) > dayOf(first) : end - start >= longFrom
  return { start, end, first: dayOf(first), last: lastDay(first, last), isLong }
}

/** A day with its year only where that is not this year's. */
export const dayText = (
  { language, today }: PageContext,
  style: 'dayMonth' | 'short',
  day: string,
): string => {
  const withYear: Record<typeof style, DateStyle> = { dayMonth: 'dayMonthYear', short: 'shortYear' }
  return formatDay(language, day.slice(0, 4) === today.slice(0, 4) ? style : withYear[style], day)
}

const dateElement = (context: PageContext, day: string) =>
  html`<time datetime="${day}">${dayText(context, 'dayMonth', day)}</time>`

/** A time of day in the zone of the event, readable by programs as an instant. */
export const timeElement = (wall: string, instant: Instant, zone: string): SafeHtml =>
  html`<time datetime="${wall.slice(0, 16).replace(' ', 'T')}${offsetText(instant, zone)}">${timeOf(wall)}</time>`

/** `London`, of `Europe/London`. */
export const placeOfZone = (zone: string): string =>
  zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Whether clocks where the event is show another time than those of the site. */
export const isElsewhere = ({ start }: Span, { timezone }: ShownEvent, site: string): boolean =>
  timezone !== site && offsetAt(start, timezone) !== offsetAt(start, site)

/**
 * `19:30–21:45`; one time where the event has no length. The dash is escaped, because a page with one character beyond
 * Latin-1 takes twice the memory and three times as long to encode.
 */
export function timesOfDay(event: ShownEvent, { start, end }: Span): SafeHtml {
  const from = timeElement(event.start_date, start, event.timezone)
  return start === end ? from : html`${from}&#8211;${timeElement(event.end_date, end, event.timezone)}`
}

/** `until 22 December`: the words stand before or behind the date, as the language has it. */
function until(context: PageContext, day: string): SafeHtml {
  const [before = '', after = ''] = context.words('until {date}', { date: '{date}' }).split('{date}')
  return html`${before === '' ? '' : html`<span>${before.trim()}</span> `}${dateElement(context, day)}${after}`
}

/** What runs already, and what stands under no day, says only until when it lasts. */
function timeLines(event: ShownEvent, span: Span, context: PageContext, isBrief: boolean): Content {
  const { words, site } = context
  if (isBrief && span.isLong) return until(context, span.last)
  const zone = isElsewhere(span, event, site.timezone)
    ? html` <span>${words('{place} time', { place: placeOfZone(event.timezone) })}</span>`
    : ''
  if (event.all_day)
    return span.isLong ? html`${words('All day')} ${until(context, span.last)}` : words('All day')
  if (!span.isLong) return html`${timesOfDay(event, span)}${zone}`
  return html`${timeElement(event.start_date, span.start, event.timezone)} ${until(context, span.last)}${zone}`
}

export type Matter = 'cancelled' | 'postponed' | 'rescheduled' | 'moved-online' | 'sold-out'

export const matterWords = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'Rescheduled',
  'moved-online': 'Moved online',
  'sold-out': 'Sold out',
} as const

/** What a visitor has to know before anything else, if there is something. */
export function matterOf({ event_status, tickets }: ShownEvent): Matter | undefined {
  if (event_status !== 'scheduled') return event_status
  const isSoldOut = tickets.length > 0 && tickets.every(({ availability }) => availability === 'sold_out')
  return isSoldOut ? 'sold-out' : undefined
}

const statusWord = (matter: Matter | undefined, words: Words): Content =>
  matter && html`<span class="status">${words(matterWords[matter])}</span> `

const categoryMark = (term: ListedTerm, language: string): SafeHtml =>
  html`<span class="cat" data-cat="${hueOf(term)}">${typeset(term.name, language)}</span>`

/** Where it takes place, in a few words. */
export function placeWords(event: ShownEvent, words: Words): string {
  if (event.event_status === 'moved-online') return words('Online')
  return venuesOf(event)
    .map(({ venue }) => venue)
    .join(', ')
}

const shownCategories = 3

function facts(event: ShownEvent, { words, language }: PageContext, hasPlace: boolean): SafeHtml {
  const place = hasPlace ? placeWords(event, words) : ''
  return html`<p class="entry-facts">
    ${place !== '' && html`<span>${typeset(place, language)}</span>`}${event.categories
      .slice(0, shownCategories)
      .map((term) =>
        categoryMark(term, language),
      )}${event.cost !== '' && html`<span class="num">${event.cost}</span>`}
  </p>`
}

interface EntryOptions {
  /** The level of the title in the outline of the page. */
  readonly heading?: 2 | 3
  /** The date stands above the time where the entry is under no day. */
  readonly isDated?: boolean
  /** It began before the day that it stands under. */
  readonly isRunning?: boolean
  /** Left out where the whole page is about one place. */
  readonly hasPlace?: boolean
  readonly title?: SafeHtml
}

/** Text in another language than the page, for the voice that reads it out. */
export const languageOf = (shown: { readonly language: string }, { language }: PageContext): SafeHtml =>
  attribute('lang', shown.language !== language && shown.language)

const titleOf = (event: ShownEvent) => html`<bdi>${typeset(event.title, event.language)}</bdi>`

export function entry(event: ShownEvent, context: PageContext, options: EntryOptions = {}): SafeHtml {
  const { heading = 3, isDated = false, isRunning = false, hasPlace = true, title = titleOf(event) } = options
  const span = spanOf(event, context.site.timezone)
  const matter = matterOf(event)
  const link = html`${statusWord(matter, context.words)}<a href="${pathOf(event.url)}"${languageOf(event, context)}>${title}</a>`
  const date = isDated && html`<span>${dayText(context, 'short', span.first)}</span> `
  return html`<li>
    <article class="entry"${attribute('data-status', matter)}>
      <p class="entry-time">${date}${timeLines(event, span, context, isRunning || isDated)}</p>
      ${heading === 2 ? html`<h2 class="entry-title">${link}</h2>` : html`<h3 class="entry-title">${link}</h3>`}
      ${facts(event, context, hasPlace)} ${thumbnail(event.image, context)}
    </article>
  </li> `
}

/** Links inside the site leave out its origin, which shortens pages. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

/** Several entries, as a numbered list: their order is that of time. */
export const programmeOf = (entries: readonly SafeHtml[]): SafeHtml =>
  html`<ol class="programme">
    ${entries}
  </ol>`

export const programme = (
  events: readonly ShownEvent[],
  context: PageContext,
  options?: EntryOptions,
): SafeHtml => programmeOf(events.map((event) => entry(event, context, options)))

/** A part of the list that is no day: "Running now", "Morning". */
export const namedSection = (
  name: string,
  events: readonly ShownEvent[],
  context: PageContext,
  options?: EntryOptions,
): Content =>
  events.length > 0 &&
  html`<section class="day"${flag('data-running', options?.isRunning ?? false)}>
    <h2 class="day-date"><span class="day-name">${name}</span></h2>
    ${programme(events, context, options)}
  </section> `

/** A day with its numeral; today stands in the colour of the house. */
export function daySection(
  day: string,
  events: readonly ShownEvent[],
  context: PageContext,
  { id }: { readonly id?: string } = {},
): SafeHtml {
  return html`<section class="day"${attribute('id', id)}${flag('data-today', day === context.today)}>
    <h2 class="day-date">${dayHead(day, context)}</h2>
    ${programme(events, context)}
  </section> `
}

function dayHead(day: string, context: PageContext): SafeHtml {
  const { language, words, today, to, filters } = context
  const weekday = formatDay(language, 'weekday', day)
  const name = day === today ? words('Today, {weekday}', { weekday }) : capitalized(weekday, language)
  const month = formatDay(language, day.slice(0, 4) === today.slice(0, 4) ? 'month' : 'monthYear', day)
  return html`<a href="${to.day(day, dayFilters(filters))}"><time datetime="${day}"><span class="day-num">${formatNumeral(language, day)}</span> <span class="day-name">${name}</span>
      <span class="day-month">${month}</span></time></a>`
}
