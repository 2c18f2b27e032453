import { matterOf, matterWords } from '../../src/resources/events/matter.ts'
import { wallDate } from '../../src/time/wall-date.ts'
import { dayLength, daysBetween, lastDay } from '../../src/time/days.ts'
import { formatRange, formatterIn, today } from './dates.ts'
import { make } from './dom.ts'
import { timeNames, type Settings } from './settings.ts'
import { feedOf, pageOf, readList, type Found, type ListedEvent, type Sent } from './source.ts'

/** A list of the next events; running ones come first and take at most a third of it. */

/** The days of an event; one that ends at midnight ends on the previous day. */
export const spanOf = ({ start_date, end_date, all_day }: ListedEvent) => {
  const [first, last] = [start_date.slice(0, 10), lastDay(start_date, end_date)]
  const length = wallDate(end_date).getTime() - wallDate(start_date).getTime()
  // An event that ends the next morning counts for its evening.
  return { first, last, isLong: last > first && (all_day || length >= dayLength) }
}

/** Dates farther ahead include the year. */
const daysWithoutYear = 300

function dateWords(event: ListedEvent, { locale, words }: Settings): HTMLElement | string {
  const { first, last, isLong } = spanOf(event)
  const now = today()
  const isFar = Math.abs(daysBetween(now, first < now ? last : first)) > daysWithoutYear
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  if (isFar) options.year = 'numeric'
  if (isLong && first < now && last >= now) {
    const until = words('until {date}', { date: formatterIn(words.locale)(options)(last) })
    return make('span', { lang: words.lang }, until)
  }
  return isLong ? formatRange(locale, options, first, last) : formatterIn(locale)(options)(first)
}

/** `18:00` in every language, as on the pages, with the zone if the visitor's local time differs. */
function timeWords({ start_date, utc_start_date, timezone_abbr }: ListedEvent, { locale }: Settings): string {
  const time = formatterIn(locale)({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })(start_date)
  const isHere = wallDate(utc_start_date).getTime() === new Date(start_date.replace(' ', 'T')).getTime()
  return isHere ? time : `${time} ${timezone_abbr}`
}

function placeOf({ venue, event_status }: ListedEvent, { words }: Settings): HTMLElement | undefined {
  if (event_status === 'moved-online')
    return make('span', { part: 'place', lang: words.lang }, words('Online'))
  const names = [venue].flat().flatMap((one) => one.venue ?? [])
  return names.length === 0 ? undefined : make('span', { part: 'place' }, names.join(', '))
}

/** The `lang` of text whose language differs from the element's, for screen readers. */
export const languageOf = ({ language }: ListedEvent, { source }: Settings): string | undefined =>
  source.languages.includes(language) ? undefined : language

/** The word for what became of an event, if it is not to take place as planned. */
export function statusMark(event: ListedEvent, { words }: Settings): HTMLElement | undefined {
  const status = matterOf(event)
  return status && make('b', { part: 'status', lang: words.lang }, words(matterWords[status]))
}

function entry(event: ListedEvent, settings: Settings): HTMLLIElement {
  const status = matterOf(event)
  const isTimed = !event.all_day && !spanOf(event).isLong
  return make(
    'li',
    { part: 'event', 'data-status': status },
    make(
      'time',
      { part: 'date', datetime: event.start_date.slice(0, isTimed ? 16 : 10) },
      // Isolated, because a page from right to left would show “1 Dec” as “Dec 1”.
      make('bdi', {}, dateWords(event, settings)),
      ...(isTimed ? [make('br', {}), make('bdi', {}, timeWords(event, settings))] : []),
    ),
    make(
      'a',
      { href: event.url },
      statusMark(event, settings),
      make('b', { part: 'title', lang: languageOf(event, settings) }, make('bdi', {}, event.title)),
      placeOf(event, settings),
    ),
  )
}

/** Placeholders for as many rows as are requested, so that nothing moves when the events arrive. */
export const waitingList = ({ limit }: Settings): HTMLOListElement =>
  make(
    'ol',
    { part: 'list', 'aria-hidden': 'true' },
    ...Array.from({ length: limit }, () => make('li', {}, make('b', {}, '\u00A0', make('br', {}), '\u00A0'))),
  )

export const eventList = (events: readonly ListedEvent[], settings: Settings): HTMLElement =>
  events.length === 0
    ? make(
        'p',
        { part: 'message', lang: settings.words.lang },
        settings.words('Nothing is planned at the moment.'),
      )
    : make('ol', { part: 'list' }, ...events.map((event) => entry(event, settings)))

export function listFoot(found: Found, { filters, limit, words }: Settings): HTMLElement[] {
  const all = found.total > limit ? words('All {count} events', { count: found.total }) : undefined
  return [
    make('a', { href: pageOf(found, '', filters), lang: words.lang }, all ?? words('Open the calendar')),
    make('a', { href: feedOf(found, filters), lang: words.lang }, words('Subscribe')),
  ]
}

/** Rounds the current time to five minutes, so that responses can be cached. */
function wanted({ filters, limit }: Settings): [Sent] | [Sent, Sent] {
  const all = { ...filters, per_page: String(limit) }
  if (timeNames.some((name) => name in filters)) return [all]
  const moment = new Date(Math.floor(Date.now() / 300_000) * 300_000).toISOString()
  const notOver = { ...all, strict_dates: 'true', ends_after: moment }
  // Events that end soonest come first, as on the pages, because it is the last chance to see them.
  const running = { ...notOver, starts_before: 'today', orderby: 'end_date' }
  return [{ ...notOver, start_date: 'today' }, running]
}

export async function readEvents(settings: Settings, signal: AbortSignal): Promise<Found> {
  const [coming, running] = await Promise.all(
    wanted(settings).map((sent) => readList(settings.source, sent, signal)),
  )
  return {
    ...coming!,
    // At most a third, because who looks for what is next would see nothing else of a short list.
    events: [...(running?.events ?? []).slice(0, Math.floor(settings.limit / 3)), ...coming!.events].slice(
      0,
      settings.limit,
    ),
    total: coming!.total + (running?.total ?? 0),
  }
}
