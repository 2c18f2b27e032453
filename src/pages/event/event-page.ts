import { labelled } from '../../locales/sentence.ts'
import { placeOfZone } from '../../locales/zone-places.ts'
import { isCalledOff, matterOf, matterWords, type Matter } from '../../resources/events/matter.ts'
import { resources } from '../../resources/index.ts'
import { isAtNight, isoWithOffset } from '../../time/index.ts'
import { calendarFile, calendarMenu } from './add-to-calendar.ts'
import { freshFor, type PageContext } from '../context.ts'
import { capitalized, formatDay, formatNumeral, timeOf } from '../parts/dates.ts'
import { descriptionOf, fact, plainOf, summaryOf } from '../parts/description.ts'
import {
  dayText,
  languageOf,
  ownSpanOf,
  pathOf,
  programme,
  spanOf,
  timesOfDay,
  type Span,
} from '../parts/entry.ts'
import {
  firstTakingPlace,
  instantSent,
  listEvents,
  listItems,
  notOver,
  type Sent,
} from '../list/event-list.ts'
import { attribute, html, linkTo, type Content, type SafeHtml } from '../parts/html.ts'
import { nativeName } from '../parts/layout.ts'
import type { Page, Redirect } from '../page.ts'
import { isOwn, picture } from '../parts/pictures.ts'
import { readResource } from '../read-resource.ts'
import { queryOf } from '../addresses/addresses.ts'
import { addressesOf, redirectFrom } from '../addresses/resource-address.ts'
import type { Filters } from '../filters/filters.ts'
import { pageFilter } from '../list/list-page.ts'
import { programmeOf, subscription } from '../place-pages.ts'
import { priceFact } from './price.ts'
import { isSeries, nextDate, oncePerSeries, repeatFact, ruleOf, type ShownSeries } from './series.ts'
import { addressLines, directions } from '../parts/venue-facts.ts'
import { hueOf, venuesOf, type ShownEvent, type ShownTerm, type WholeEvent } from '../parts/shown.ts'
import { typeset } from '../parts/words.ts'
import type { Message } from '../../locales/fr.ts'

/** The page of an event: its date, place, price and status. */

const notices: Readonly<Record<Matter, Message>> = {
  cancelled: 'This event does not take place.',
  postponed: 'A new date will be announced.',
  rescheduled: 'This event takes place at another time than first announced.',
  'moved-online': 'This event takes place online.',
  'sold-out': 'There are no tickets left.',
}

/** A series ends with its last date, which its next date tells. */
const isOver = (event: ShownEvent, { end }: Span, { now }: PageContext): boolean =>
  !isSeries(event) && end <= now

function notice(matter: Matter | undefined, event: WholeEvent, span: Span, context: PageContext): Content {
  const { words, to, site } = context
  if (isOver(event, span, context) && !isCalledOff(matter))
    return html`<div class="notice stack">
      <p>${words('This event is over.')}</p>
    </div> `
  if (matter === undefined) return undefined
  const way =
    matter === 'moved-online'
      ? event.website !== '' &&
        html`<p>
          <a class="button" data-main href="${linkTo(event.website)}">${words('Take part online')}</a>
        </p>`
      : matter === 'cancelled' &&
        html`<p>
          <a class="button" href="${to.day(spanOf(event, site.timezone).first)}">${words('See what else is on that day')}</a>
        </p>`
  return html`<div class="notice stack">
    <p><strong>${words(matterWords[matter])}</strong>${words(notices[matter])}</p>
    ${way}
  </div> `
}

function daysOf(event: ShownEvent, { first, last, isLong }: Span, { language }: PageContext): SafeHtml {
  const isNight = !isLong && isAtNight(event.end_date)
  const day = (one: string) =>
    html`<time datetime="${one}">${capitalized(formatDay(language, 'full', one), language)}</time>`
  return first === last || isNight ? day(first) : html`${day(first)} –<br>${day(last)}`
}

/** Always names the time zone, because the reader may be elsewhere. */
function timeFact(event: ShownEvent, span: Span, context: PageContext): Content {
  const { words } = context
  if (event.all_day) return words('All day')
  const zone = words('{place} time', { place: placeOfZone(event.timezone, context.language) })
  return html`<b>${timesOfDay(event, span)}</b> ${zone}`
}

/**
 * Filled in by a script if the visitor's time zone shows another time. It is a single line, because it moves the
 * content below.
 */
const visitorTime = (event: ShownEvent, span: Span, { words }: PageContext): Content =>
  !event.all_day &&
  html`<span class="quiet" data-visitor-time data-start="${isoWithOffset(span.start, 'UTC')}" data-end="${isoWithOffset(span.end, 'UTC')}" data-zone="${event.timezone}" data-label="${words('Where you are ({zone})', { zone: '{zone}' })}" hidden></span>`

/** When a series takes place: its rule, its time of day, and its next date. */
async function repeatingWhen(series: ShownSeries, span: Span, context: PageContext): Promise<SafeHtml> {
  const { words, language, now } = context
  const upcoming = await firstTakingPlace(context, {
    post_parent: String(series.id),
    ...notOver(now),
  })
  return html`<div>
    <dt>${words('When')}</dt>
    <dd>${ruleOf(series, language)}<br>${timeFact(series, span, context)}</dd>
    <dd>${nextDate(upcoming, context)}</dd>
  </div> `
}

/** The originally announced time, struck through. */
function formerTime({ json_ld }: WholeEvent, { words, language }: PageContext): Content {
  const start = (json_ld as { readonly previousStartDate?: string } | undefined)?.previousStartDate
  if (start === undefined) return undefined
  const day = formatDay(language, 'full', start.slice(0, 10))
  const text = start.length > 10 ? `${day}, ${timeOf(start)}` : day
  return html`<dd class="quiet">${words('First announced for')} <s><time datetime="${start}">${text}</time></s></dd>`
}

function whenFact(event: WholeEvent, matter: Matter | undefined, span: Span, context: PageContext): SafeHtml {
  const { words } = context
  const text = html`${daysOf(event, span, context)}<br>${timeFact(event, span, context)}`
  const isOff = isCalledOff(matter)
  return html`<div>
    <dt>${words('When')}</dt>
    <dd>${isOff ? html`<s>${text}</s>` : html`${text}${visitorTime(event, span, context)}`}</dd>
    ${formerTime(event, context)}
    ${
      isOff
        ? html`<dd>
            <strong>${words(matter === 'cancelled' ? 'Does not take place' : 'New date to be announced')}</strong>
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
  return fact(words('Where'), ...places, isOnline && html`<strong>${words('Online')}</strong>`)
}

async function factsOf(
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
      words('Organizer'),
      ...event.organizer.map(
        (one) => html`<a href="${pathOf(one.url)}">${typeset(one.organizer, language)}</a>`,
      ),
    )}${fact(
      words('This event in'),
      others.length > 0 &&
        html`${others.map(
          ([one, { url }], index) =>
            html`${index > 0 && ', '}<a href="${pathOf(url)}" lang="${one}" hreflang="${one}">${nativeName(one)}</a>`,
        )}`,
    )}${isSeries(event) && subscription(context, words('Calendar of this series'), feedOf(event))}
  </dl> `
}

/** Filter for all dates of a series. */
const feedOf = ({ id }: ShownEvent) => ({ post_parent: String(id) })

/** Events of the same category or, if there are none, at the same venue. */
async function related(event: ShownEvent, context: PageContext): Promise<Content> {
  const { words, now } = context
  const coming: Sent = {
    exclude: String(event.id),
    strict_dates: 'true',
    starts_after: instantSent(now),
  }
  const ways: readonly (readonly [Message, Sent])[] = [
    ...(event.categories.length > 0
      ? [['Similar events', { categories: event.categories.map(({ id }) => id).join(',') }] as const]
      : []),
    ...(venuesOf(event).length > 0
      ? [
          [
            'More at this venue',
            {
              venue: venuesOf(event)
                .map(({ id }) => id)
                .join(','),
            },
          ] as const,
        ]
      : []),
  ]
  for (const [name, sent] of ways) {
    const found = await listEvents(context, { ...coming, ...sent }, { perPage: 12 })
    const items = oncePerSeries(found.items, event).slice(0, 3)
    if (items.length > 0)
      return html`<div class="main-column">
        <section class="day" aria-labelledby="related">
          <h2 class="day-date" id="related"><span class="day-name">${words(name)}</span></h2>
          ${programme(items, context, { isDated: true })}
        </section>
      </div> `
  }
  return undefined
}

const termAddress = async (event: ShownEvent, context: PageContext): Promise<readonly ShownTerm[]> =>
  event.categories.length === 0
    ? []
    : (
        await listItems<ShownTerm>(
          context,
          resources.categories,
          { include: event.categories.map(({ id }) => id).join(','), hide_empty: 'false' },
          { perPage: 20 },
        )
      ).items

/** The date, shown large to the left of the text like a picture. */
function numeral({ first }: Span, { language, today }: PageContext): SafeHtml {
  const month = formatDay(language, first.slice(0, 4) === today.slice(0, 4) ? 'month' : 'monthYear', first)
  return html`<p class="day-date">
    <time datetime="${first}"><span class="day-num">${formatNumeral(language, first)}</span>
      <b class="day-name">${capitalized(formatDay(language, 'weekday', first), language)}</b>
      <span class="day-month">${month}</span></time>
  </p> `
}

/** Tags as plain text links, to distinguish them from categories. Their names are in the language of the page. */
const tagLinks = ({ tags, language: ofText }: WholeEvent, { to, language }: PageContext): Content =>
  tags.length > 0 &&
  html`<p class="event-tags quiet"${attribute('lang', ofText !== language && language)}>
    ${tags.map(({ name, slug }, index) => html`${index > 0 && ' · '}<a href="${to.tag(slug)}">${typeset(name, language)}</a>`)}
  </p> `

/** The page number as a filter if the dates of a series fill several pages. */
const pageOfDates = (event: ShownEvent, context: PageContext): Filters =>
  isSeries(event) ? pageFilter(context) : {}

export async function eventPage(context: PageContext): Promise<Page | Redirect> {
  const { shown: event, isPrivate } = await readResource<WholeEvent>(context, resources.events)
  const pageOfSeries = pageOfDates(event, context)
  const elsewhere = redirectFrom(context.path, event.url, pageOfSeries)
  if (elsewhere !== undefined) return elsewhere
  const { language, words } = context
  const span = ownSpanOf(event)
  const matter = matterOf(event)
  const title = typeset(event.title, event.language)
  const categories = await termAddress(event, context)
  const lede = typeset(plainOf(event.excerpt), event.language)
  const main = html`<article class="event"${attribute('data-status', matter)}>
      ${notice(matter, event, span, context)}${isSeries(event) ? html`<p class="day-date"><b class="day-name">${words('Series')}</b></p> ` : numeral(span, context)}
      <header class="event-head">
        <p class="event-kind">
          ${categories.map(
            (term) =>
              html`<a class="cat" data-cat="${hueOf(term)}" href="${pathOf(term.url!)}">${typeset(term.name, language)}</a> `,
          )}
        </p>
        <h1 class="event-title"${languageOf(event, context)}><bdi>${title}</bdi></h1>
        ${lede !== '' && html`<p class="event-lede"${languageOf(event, context)}>${lede}</p>`}
      </header>
      ${picture(event.image, context)}${await factsOf(event, matter, span, context)}
      ${
        (event.description !== '' || event.tags.length > 0) &&
        html`<div class="event-text stack"${languageOf(event, context)}>
          ${descriptionOf(event.description, event.language, context)} ${tagLinks(event, context)}
        </div> `
      }
    </article>
    ${isSeries(event) ? await programmeOf({ ...context, filters: {}, narrowing: feedOf(event) }, words('Dates'), { hasPlace: true, hasAllPast: true }) : await related(event, context)}`
  const description = summaryOf(event.language, event.excerpt, event.description)
  const isDate = !isSeries(event) && event.recurrence_id !== undefined
  const dated = isDate ? `${title}, ${dayText(context, 'short', span.first)}` : title
  return {
    title: matter === undefined ? dated : labelled(words(matterWords[matter]), dated, language),
    ...(description === undefined
      ? {}
      : { description: labelled(dayText(context, 'dayMonth', span.first), description, language) }),
    main,
    path: `${pathOf(event.url)}${queryOf(pageOfSeries)}`,
    ...(isSeries(event) ? { feed: feedOf(event) } : {}),
    calendar: calendarFile(event, context),
    translations: addressesOf(event, pageOfSeries),
    data: event.rest_url,
    image: event.image !== false && isOwn(event.image, context) ? event.image.url : undefined,
    jsonLd: event.json_ld,
    isPrivate,
    validUntil: context.now + freshFor,
  }
}
