import { placeOfZone } from '../../locales/zone-places.ts'
import { isCalledOff, type Matter } from '../../resources/events/matter.ts'
import { dayOf, isAtNight, isoWithOffset, type Instant, type Wall } from '../../time/index.ts'
import { calendarMenu } from './add-to-calendar.ts'
import type { PageContext } from '../context.ts'
import { formatDay, formatDayAlone, timeOf } from '../parts/dates.ts'
import { fact } from '../parts/fact.ts'
import { pathOf, timeElement, timesOfDay, type Span } from '../parts/entry.ts'
import { firstTakingPlace, notOver } from '../list/event-list.ts'
import { html, type Content, type SafeHtml } from '../parts/html.ts'
import { nativeName } from '../parts/layout.ts'
import { subscription } from '../place-pages.ts'
import { priceFact } from './price.ts'
import { feedOf, isSeries, nextDate, repeatFact, ruleOf, type ShownSeries } from './series.ts'
import { addressLines, directions } from '../parts/venue-facts.ts'
import { venuesOf, type ShownEvent, type WholeEvent } from '../parts/shown.ts'
import { typeset, wordsBeside } from '../parts/words.ts'

/** The facts of an event: its date, place and price. */

/** A series ends with its last date, which its next date tells. */
export const isOver = (event: ShownEvent, { end }: Span, { now }: PageContext): boolean =>
  !isSeries(event) && end <= now

/** Always names the time zone, because the reader may be elsewhere. */
const zoneOf = ({ timezone }: ShownEvent, { words }: PageContext): Content =>
  wordsBeside(words, words('{place} time', { place: placeOfZone(timezone, words.language) }))

const timeFact = (event: ShownEvent, span: Span, context: PageContext): Content =>
  event.all_day
    ? wordsBeside(context.words, context.words('All day'))
    : html`<b>${timesOfDay(event, span)}</b> ${zoneOf(event, context)}`

/** Of several days each has its own time: both times below both days would be read as hours of every day. */
function datesOf(event: ShownEvent, span: Span, context: PageContext): SafeHtml {
  const { start, end, first, last, isLong } = span
  const day = (one: string) =>
    html`<time datetime="${one}">${formatDayAlone(context.language, 'full', one)}</time>`
  const isNight = !isLong && isAtNight(event.end_date)
  if (first === last || isNight) return html`${day(first)}<br>${timeFact(event, span, context)}`
  if (event.all_day) return html`${day(first)} –<br>${day(last)}<br>${timeFact(event, span, context)}`
  // Beside its time, an end at midnight belongs to the day that begins.
  const at = (wall: Wall, instant: Instant) =>
    html`${day(dayOf(wall))}, <b>${timeElement(wall, instant, event.timezone)}</b>`
  return html`${at(event.start_date, start)} –<br>${at(event.end_date, end)}<br>${zoneOf(event, context)}`
}

/**
 * Filled in by a script if the visitor's time zone shows another time. It is a single line, because it moves the
 * content below.
 */
const visitorTime = (event: ShownEvent, span: Span, { words }: PageContext): Content =>
  !event.all_day &&
  html`<span class="quiet" data-visitor-time data-start="${isoWithOffset(span.start, 'UTC')}" data-end="${isoWithOffset(span.end, 'UTC')}" data-zone="${event.timezone}" data-label="${words('Where you are ({zone})', { zone: '{zone}' })}"${words.lang} hidden></span>`

/** When a series takes place: its rule, its time of day, and its next date. */
async function repeatingWhen(series: ShownSeries, span: Span, context: PageContext): Promise<SafeHtml> {
  const { words, now } = context
  const ahead = { post_parent: String(series.id), ...notOver(now) }
  const upcoming =
    (await firstTakingPlace(context, ahead)) ??
    (await firstTakingPlace(context, { ...ahead, event_status: 'postponed' }))
  return html`<div>
    <dt${words.lang}>${words('When')}</dt>
    <dd>${ruleOf(series, context)}<br>${timeFact(series, span, context)}</dd>
    <dd>${nextDate(series, upcoming, context)}</dd>
  </div> `
}

/** The originally announced time, struck through. */
function formerTime({ json_ld }: WholeEvent, { words }: PageContext): Content {
  const start = (json_ld as { readonly previousStartDate?: string } | undefined)?.previousStartDate
  if (start === undefined) return undefined
  const day = formatDay(words.language, 'full', start.slice(0, 10))
  const text = start.length > 10 ? `${day}, ${timeOf(start)}` : day
  return html`<dd class="quiet"${words.lang}>${words('First announced for')} <s><time datetime="${start}">${text}</time></s></dd>`
}

function whenFact(event: WholeEvent, matter: Matter | undefined, span: Span, context: PageContext): SafeHtml {
  const { words } = context
  const text = datesOf(event, span, context)
  const isOff = isCalledOff(matter)
  return html`<div>
    <dt${words.lang}>${words('When')}</dt>
    <dd>${isOff ? html`<s>${text}</s>` : html`${text}${visitorTime(event, span, context)}`}</dd>
    ${formerTime(event, context)}
    ${
      isOff
        ? html`<dd>
            <strong${words.lang}>${words(matter === 'cancelled' ? 'Does not take place' : 'New date to be announced')}</strong>
          </dd>`
        : !isOver(event, span, context) && html`<dd>${calendarMenu(event, span, context)}</dd>`
    }
  </div> `
}

function whereFact(event: WholeEvent, matter: Matter | undefined, context: PageContext): Content {
  const { words, language } = context
  const isOnline = matter === 'moved-online'
  const places = venuesOf(event).flatMap((venue): Content[] => {
    const name = html`<a href="${pathOf(venue.url)}">${typeset(venue.venue, language)}</a>`
    const text = html`${name}${addressLines(venue).map((line) => html`<br>${line}`)}`
    return isOnline
      ? [html`<s>${text}</s>`]
      : [text, event.show_map_link && venue.show_map_link && directions(venue, words)]
  })
  return fact(
    words,
    words('Where'),
    ...places,
    isOnline && html`<strong${words.lang}>${words('Online')}</strong>`,
  )
}

export async function factsOf(
  event: WholeEvent,
  matter: Matter | undefined,
  span: Span,
  context: PageContext,
): Promise<SafeHtml> {
  const { words, language } = context
  const when = isSeries(event)
    ? await repeatingWhen(event, span, context)
    : whenFact(event, matter, span, context)
  const others = Object.entries(event.translations).filter(([one]) => one !== event.language)
  return html`<dl class="facts">
    ${when}${await repeatFact(event, context)}${whereFact(event, matter, context)}${priceFact(event, matter, isOver(event, span, context), context)}${fact(
      words,
      words('Organizer'),
      ...event.organizer.map(
        (one) => html`<a href="${pathOf(one.url)}">${typeset(one.organizer, language)}</a>`,
      ),
    )}${fact(
      words,
      words('This event in'),
      others.length > 0 &&
        html`${others.map(
          ([one, { url }], index) =>
            html`${index > 0 && ', '}<a href="${pathOf(url)}" lang="${one}" hreflang="${one}">${nativeName(one)}</a>`,
        )}`,
    )}${isSeries(event) && subscription(context, words('Calendar of this series'), feedOf(event))}
  </dl> `
}
