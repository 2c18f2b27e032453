import {
  dayOf,
  isAtNight,
  lastDay,
  offsetAt,
  offsetText,
  secondsOf,
  toWall,
  type Instant,
  type Wall,
} from '../../time/index.ts'
import { placeOfZone } from '../../locales/zone-places.ts'
import { matterOf, matterWords, type Matter } from '../../resources/events/matter.ts'
import type { PageContext } from '../context.ts'
import {
  formatDay,
  formatDayAlone,
  formatDays,
  formatNumeral,
  monthOf,
  timeOf,
  type DateStyle,
} from './dates.ts'
import { capitalized } from '../../text/capitalized.ts'
import { attribute, flag, html, toText, type Content, type SafeHtml } from './html.ts'
import { hueOf, venuesOf, type ListedTerm, type ShownEvent } from './shown.ts'
import { withoutTimes as dayFilters } from '../filters/filters.ts'
import { thumbnail } from './pictures.ts'
import { freeWord } from '../../resources/events/shown-cost.ts'
import { pricesOf } from '../../resources/events/ticket-prices.ts'
import { typeset, wordsBeside, type Words } from './words.ts'

/** An event in a list: time, title, facts, and a thumbnail if there is an image. The whole entry links to the event. */

/** The dates of an event in the calendar of the site. */
export interface Span {
  readonly start: Instant
  readonly end: Instant
  /** Days such as `2027-03-02`; an all-day event keeps its own days in every time zone. */
  readonly first: string
  readonly last: string
  /** The same days by the clock of its own place, to which its times belong. */
  readonly ownFirst: string
  readonly ownLast: string
  /** Whether it lasts several days, which does not include a night that ends in the morning. */
  readonly isLong: boolean
}

const longFrom = 86_400

export function spanOf(event: ShownEvent, timezone: string): Span {
  const start = secondsOf(event.utc_start_date)
  const end = secondsOf(event.utc_end_date)
  const own = daysOf(event.start_date, event.end_date)
  const [first, last] =
    event.all_day || event.timezone === timezone
      ? own
      : daysOf(toWall(start, timezone), toWall(end, timezone))
  const isLong = event.all_day ? dayOf(event.end_date) > own[0] : end - start >= longFrom
  return { start, end, first, last, ownFirst: own[0], ownLast: own[1], isLong }
}

const daysOf = (start: Wall, end: Wall): readonly [first: string, last: string] => [
  dayOf(start),
  lastDay(start, end),
]

/** The dates of an event by the clock of its own place. */
export const ownSpanOf = (event: ShownEvent): Span => spanOf(event, event.timezone)

/** Styles of days, and the same with the year. */
const withYear = {
  dayMonth: 'dayMonthYear',
  short: 'shortYear',
  weekdayDayMonth: 'full',
} as const satisfies Partial<Record<DateStyle, DateStyle>>

/** Formats a day, with the year unless it is the current one. */
export const dayText = (
  { language, today }: Pick<PageContext, 'language' | 'today'>,
  style: keyof typeof withYear,
  day: string,
): string => formatDay(language, day.slice(0, 4) === today.slice(0, 4) ? style : withYear[style], day)

/** `3 May`, `3–5 May`, or `28 April – 5 May`, with the years that are not the current one. */
export function daysText(context: PageContext, first: string, last: string): string {
  const [from, to] = [first, last].map((day) => dayText(context, 'dayMonth', day))
  if (first === last) return from!
  if (monthOf(first) !== monthOf(last)) return `${from}\u00A0– ${to}`
  const { language, today } = context
  return formatDays(
    language,
    last.slice(0, 4) === today.slice(0, 4) ? 'dayMonth' : 'dayMonthYear',
    first,
    last,
  )
}

/** `Thu 10 Dec`, but in full for screen readers, which read abbreviations as other words: `jeu.` is a game. */
export function shortDay(context: PageContext, day: string): SafeHtml {
  const text = (style: 'short' | 'weekdayDayMonth') =>
    capitalized(dayText(context, style, day), context.language)
  return html`<span aria-hidden="true">${text('short')}</span><span class="visually-hidden">${text('weekdayDayMonth')}</span>`
}

/** A date within words. */
const dateElement = ({ words: { language }, today }: PageContext, day: string) =>
  html`<time datetime="${day}">${dayText({ language, today }, 'dayMonth', day)}</time>`

/** A time of day in the zone of the event, with the instant in machine-readable form. */
export const timeElement = (wall: string, instant: Instant, zone: string): SafeHtml =>
  html`<time datetime="${wall.slice(0, 16).replace(' ', 'T')}${offsetText(instant, zone)}">${timeOf(wall)}</time>`

/** Whether the local time at the event differs from that of the site. */
export const isElsewhere = ({ start }: Span, { timezone }: ShownEvent, site: string): boolean =>
  timezone !== site && offsetAt(start, timezone) !== offsetAt(start, site)

/** `New York time`, if the local time at the event differs from that of the site. */
export const zoneWords = (event: ShownEvent, span: Span, { words, site }: PageContext): string | undefined =>
  isElsewhere(span, event, site.timezone)
    ? words('{place} time', { place: placeOfZone(event.timezone, words.language) })
    : undefined

/**
 * Whether the day under which an event is listed, which is one of the site, is another one at the event: a concert in
 * New York at 20:00 is listed under the next day in Zurich.
 */
export const isOnOtherDay = (event: ShownEvent, span: Span, site: string): boolean =>
  isElsewhere(span, event, site) && span.ownFirst !== span.first

/**
 * `19:30–21:45`, or a single time if the event has no duration. The dash is escaped, because a page with a character
 * outside Latin-1 takes twice the memory and three times as long to encode.
 */
export function timesOfDay(event: ShownEvent, { start, end }: Span): SafeHtml {
  const from = timeElement(event.start_date, start, event.timezone)
  return start === end ? from : html`${from}&#8211;${timeElement(event.end_date, end, event.timezone)}`
}

/** The words precede or follow the date or time, depending on the language. */
function untilElement(sentence: string, element: SafeHtml, words: Words): Content {
  const [before = '', after = ''] = sentence.split('{at}')
  const text = html`${before === '' ? '' : html`<span>${before.trim()}</span> `}${element}${after}`
  return wordsBeside(words, text)
}

/** `until 22 December` */
const until = (context: PageContext, day: string): Content =>
  untilElement(context.words('until {date}', { date: '{at}' }), dateElement(context, day), context.words)

/** `until 08:00` */
const untilTime = ({ end_date, timezone }: ShownEvent, { end }: Span, { words }: PageContext): Content =>
  untilElement(words('until {time}', { time: '{at}' }), timeElement(end_date, end, timezone), words)

/** Whether a shorter event ends on a later day than it begins. */
const endsNextDay = ({ isLong, ownFirst, ownLast }: Span): boolean => !isLong && ownLast > ownFirst

/** A night that ends in the morning belongs to its evening. */
const isNight = (event: ShownEvent): boolean => isAtNight(event.end_date)

/** Running events, and entries that are not listed under a day, show only until when they last. */
function timeLines(event: ShownEvent, span: Span, context: PageContext, options: EntryOptions): Content {
  const { words } = context
  const { isRunning = false, isDated = false } = options
  if ((isRunning || isDated) && span.isLong) return until(context, span.last)
  const place = zoneWords(event, span, context)
  const zone = place !== undefined && html` <span${words.lang}>${place}</span>`
  const allDay = wordsBeside(words, words('All day'))
  if (event.all_day) return span.isLong ? html`${allDay} ${until(context, span.last)}` : allDay
  if (isRunning && endsNextDay(span)) return html`${untilTime(event, span, context)}${zone}`
  if (!span.isLong && (isNight(event) || !endsNextDay(span))) return html`${timesOfDay(event, span)}${zone}`
  return html`${timeElement(event.start_date, span.start, event.timezone)} ${until(context, span.ownLast)}${zone}`
}

export const statusWord = (matter: Matter | undefined, words: Words): Content =>
  matter && html`<span class="status"${words.lang}>${words(matterWords[matter])}</span> `

/** For places with little room, which leave out that tickets are sold out. */
export function statusMark(event: ShownEvent, words: Words): Content {
  const matter = matterOf(event)
  return (
    matter &&
    matter !== 'sold-out' &&
    html`<b class="status" data-status="${matter}"${words.lang}>${words(matterWords[matter])}</b> `
  )
}

const categoryMark = (term: ListedTerm, language: string): SafeHtml =>
  html`<span class="cat" data-cat="${hueOf(term)}">${typeset(term.name, language)}</span>`

/** The place in a few words, for what has only text. */
export function placeWords(event: ShownEvent, words: Words): string {
  if (event.event_status === 'moved-online') return words('Online')
  return venuesOf(event)
    .map(({ venue }) => venue)
    .join(', ')
}

/** The place in a few words; undefined if there is none. */
export function placeText(event: ShownEvent, { words, language }: PageContext): Content {
  const place = placeWords(event, words)
  if (place === '') return undefined
  return event.event_status === 'moved-online' ? wordsBeside(words, place) : typeset(place, language)
}

const shownCategories = 3

/** Its place, its categories and what it or its tickets cost. */
function factsOf(event: ShownEvent, context: PageContext, hasPlace: boolean): readonly SafeHtml[] {
  const { language, site } = context
  const place = hasPlace && placeText(event, context)
  const price = event.cost || pricesOf(event.tickets, site.currency, language)
  const lang = event.cost !== '' && costLanguage(event, context)
  return [
    ...(place ? [html`<span>${place}</span>`] : []),
    ...event.categories.slice(0, shownCategories).map((term) => categoryMark(term, language)),
    ...(price === '' ? [] : [html`<span class="num"${lang}>${price}</span>`]),
  ]
}

/** Without what is known already of an event that the whole page is about. */
function newFacts(
  event: ShownEvent,
  context: PageContext,
  { hasPlace = true, shown }: EntryOptions,
): readonly SafeHtml[] {
  const facts = factsOf(event, context, hasPlace)
  if (shown === undefined) return facts
  const known = factsOf(shown, context, hasPlace).map(toText)
  return facts.filter((fact) => !known.includes(toText(fact)))
}

const imageUrl = ({ image }: ShownEvent) => image && image.url

export interface EntryOptions {
  /** Heading level of the title. */
  readonly heading?: 2 | 3
  /** Whether the date is shown above the time, because the entry is not listed under its day. */
  readonly isDated?: boolean
  /** Whether it began before the day under which it is listed. */
  readonly isRunning?: boolean
  /** Whether the page has several days, so that a shorter running event needs the day on which it ends. */
  readonly hasSeveralDays?: boolean
  /** False if the whole page is about one place. */
  readonly hasPlace?: boolean
  /** The event that the whole page is about. */
  readonly shown?: ShownEvent
  readonly title?: SafeHtml
}

/** The `lang` attribute of text in another language than the page, or the words around it, for screen readers. */
export const languageOf = (
  shown: { readonly language: string },
  { language }: Pick<PageContext, 'language'>,
): SafeHtml => attribute('lang', shown.language !== language && shown.language)

/** The same for its cost, in which the word for free is that of the page. */
const costLanguage = (event: ShownEvent, { language }: PageContext): Content =>
  event.language !== language && !event.cost.includes(freeWord(language)) && attribute('lang', event.language)

const titleOf = (event: ShownEvent) => html`<bdi>${typeset(event.title, event.language)}</bdi>`

export function entry(event: ShownEvent, context: PageContext, options: EntryOptions = {}): SafeHtml {
  const { heading = 3, isRunning = false, shown, title = titleOf(event) } = options
  const { isDated = false, hasSeveralDays = false } = options
  const span = isDated ? ownSpanOf(event) : spanOf(event, context.site.timezone)
  const matter = matterOf(event)
  const link = html`${statusWord(matter, context.words)}<a href="${pathOf(event.url)}"${languageOf(event, context)}>${title}</a>`
  const facts = newFacts(event, context, options)
  const hasImage = shown === undefined || imageUrl(event) !== imageUrl(shown)
  const date =
    (isDated || (hasSeveralDays && !span.isLong) || isMisplaced(event, span, context, isRunning)) &&
    html`<span>${shortDay(context, dayOfTimes(span, isRunning))}</span> `
  return html`<li>
    <article class="entry"${attribute('data-status', matter)}>
      <p class="entry-time">${date}${timeLines(event, span, context, options)}</p>
      ${heading === 2 ? html`<h2 class="entry-title">${link}</h2>` : html`<h3 class="entry-title">${link}</h3>`}
      ${facts.length > 0 && html`<p class="entry-facts">${facts}</p> `}${hasImage && thumbnail(event.image, context)}
    </article>
  </li> `
}

/** Whether the times of an entry need their date, because those of the site are on another day. */
const isMisplaced = (event: ShownEvent, span: Span, { site }: PageContext, isRunning: boolean): boolean =>
  isRunning
    ? !span.isLong && isElsewhere(span, event, site.timezone)
    : isOnOtherDay(event, span, site.timezone)

/** The day at the event to which the first of the shown times belongs. */
const dayOfTimes = (span: Span, isRunning: boolean): string =>
  isRunning && endsNextDay(span) ? span.ownLast : span.ownFirst

/** Removes the origin from links within the site, which shortens pages. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

/** Entries as an ordered list, because they are sorted by time. */
export const programmeOf = (entries: readonly SafeHtml[]): SafeHtml =>
  html`<ol class="programme">
    ${entries}
  </ol>`

export const programme = (
  events: readonly ShownEvent[],
  context: PageContext,
  options?: EntryOptions,
): SafeHtml => programmeOf(events.map((event) => entry(event, context, options)))

/** A section that is not a day, such as "Running now" or "Morning". */
export const namedSection = (
  name: string,
  events: readonly ShownEvent[],
  context: PageContext,
  options?: EntryOptions,
): Content =>
  events.length > 0 &&
  html`<section class="day"${flag('data-running', options?.isRunning ?? false)}>
    <h2 class="day-date"><span class="day-name"${context.words.lang}>${name}</span></h2>
    ${programme(events, context, options)}
  </section> `

/** A section for a day, headed by its number; the current day is shown in the site colour. */
export function daySection(day: string, events: readonly ShownEvent[], context: PageContext): SafeHtml {
  return html`<section class="day"${flag('data-today', day === context.today)}>
    <h2 class="day-date">${dayHead(day, context)}</h2>
    ${programme(events, context)}
  </section> `
}

function dayHead(day: string, context: PageContext): SafeHtml {
  const { today, to, filters } = context
  const parts = day === today ? { name: todayName(context) } : {}
  return html`<a href="${to.day(day, dayFilters(filters))}">${dayNumeral(day, context, parts)}</a>`
}

function todayName({ words, today }: PageContext): SafeHtml {
  const weekday = formatDay(words.language, 'weekday', today)
  return html`<span class="day-name"${words.lang}>${words('Today, {weekday}', { weekday })}</span>`
}

/** What `dayNumeral` shows instead of the weekday, and whether the page itself says which year. */
interface DayParts {
  readonly name?: SafeHtml
  readonly withoutYear?: boolean
}

/** A day in which the number stands first, but for the eye alone: nobody says "30 Monday November". */
export function dayNumeral(
  day: string,
  { language, today }: PageContext,
  { name, withoutYear = day.slice(0, 4) === today.slice(0, 4) }: DayParts = {},
): SafeHtml {
  const weekday = formatDayAlone(language, 'weekday', day)
  const month = formatDay(language, withoutYear ? 'month' : 'monthYear', day)
  return html`<time datetime="${day}">${name ?? html`<span class="day-name">${weekday}</span>`}
      <span class="day-num">${formatNumeral(language, day)}</span> <span class="day-month">${month}</span></time>`
}
