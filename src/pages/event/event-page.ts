import { labelled } from '../../locales/sentence.ts'
import { isCalledOff, matterOf, matterWords, type Matter } from '../../resources/events/matter.ts'
import { resources } from '../../resources/index.ts'
import { calendarFile } from './add-to-calendar.ts'
import { freshFor, type PageContext } from '../context.ts'
import { descriptionOf, plainOf, summaryOf } from '../parts/description.ts'
import {
  dayNumeral,
  daysText,
  dayText,
  languageOf,
  ownSpanOf,
  pathOf,
  placeWords,
  programme,
  spanOf,
  type Span,
} from '../parts/entry.ts'
import { instantSent, listEvents, listItems, type Sent } from '../list/event-list.ts'
import { attribute, html, linkTo, type Content, type SafeHtml } from '../parts/html.ts'
import type { Page, Redirect } from '../page.ts'
import { isOwn, picture } from '../parts/pictures.ts'
import { readResource } from '../read-resource.ts'
import { queryOf } from '../addresses/addresses.ts'
import { addressesOf, redirectFrom } from '../addresses/resource-address.ts'
import type { Filters } from '../filters/filters.ts'
import { pageFilter } from '../list/list-page.ts'
import { programmeOf } from '../place-pages.ts'
import { feedOf, isSeries, oncePerSeries, ruleText } from './series.ts'
import { hueOf, venuesOf, type ShownEvent, type ShownTerm, type WholeEvent } from '../parts/shown.ts'
import { typeset } from '../parts/words.ts'
import type { Message } from '../../locales/fr.ts'
import { factsOf, isOver } from './facts.ts'

/** The page of an event. */

const notices: Readonly<Record<Matter, Message>> = {
  cancelled: 'This event does not take place.',
  postponed: 'A new date will be announced.',
  rescheduled: 'This event takes place at another time than first announced.',
  'moved-online': 'This event takes place online.',
  'sold-out': 'There are no tickets left.',
}

const overNotice = ({ words }: PageContext): SafeHtml =>
  html`<div class="notice stack">
    <p${words.lang}>${words('This event is over.')}</p>
  </div> `

function notice(matter: Matter | undefined, event: WholeEvent, context: PageContext): Content {
  const { words, to, site } = context
  if (matter === undefined) return undefined
  const way =
    matter === 'moved-online'
      ? event.website !== '' &&
        html`<p>
          <a class="button" data-main href="${linkTo(event.website)}"${words.lang}>${words('Take part online')}</a>
        </p>`
      : matter === 'cancelled' &&
        !isSeries(event) &&
        html`<p>
          <a class="button" href="${to.day(spanOf(event, site.timezone).first)}"${words.lang}>${words('See what else is on that day')}</a>
        </p>`
  return html`<div class="notice stack">
    <p${words.lang}><strong>${words(matterWords[matter])}</strong>${words(notices[matter])}</p>
    ${way}
  </div> `
}

const idsOf = (shown: readonly { readonly id: number }[]) => shown.map(({ id }) => id).join(',')

/** Events that take place, of the same category or, if there are none, at the same venue. */
async function related(event: ShownEvent, context: PageContext): Promise<Content> {
  const { words, now } = context
  const coming: Sent = {
    exclude: String(event.id),
    strict_dates: 'true',
    starts_after: instantSent(now),
  }
  const ways = [
    ['Similar events', 'categories', event.categories],
    ['More at this venue', 'venue', venuesOf(event)],
  ] as const
  for (const [name, filter, shared] of ways) {
    if (shared.length === 0) continue
    const found = await listEvents(context, { ...coming, [filter]: idsOf(shared) }, { perPage: 12 })
    const takingPlace = found.items.filter((one) => !isCalledOff(matterOf(one)))
    const items = oncePerSeries(takingPlace, event).slice(0, 3)
    if (items.length > 0)
      return html`<div class="main-column">
        <section class="day" aria-labelledby="related">
          <h2 class="day-date" id="related"><span class="day-name"${words.lang}>${words(name)}</span></h2>
          ${programme(items, context, { isDated: true })}
        </section>
      </div> `
  }
  return undefined
}

/** The terms of an event with their own addresses and languages. */
const termsOf = async (
  event: WholeEvent,
  kind: 'categories' | 'tags',
  context: PageContext,
): Promise<readonly ShownTerm[]> =>
  event[kind].length === 0
    ? []
    : (
        await listItems<ShownTerm>(
          context,
          resources[kind],
          { include: idsOf(event[kind]), orderby: 'include', hide_empty: 'false' },
          { perPage: event[kind].length },
        )
      ).items

/** The date, shown large to the left of the text like a picture. */
const numeral = ({ first }: Span, context: PageContext): SafeHtml =>
  html`<p class="day-date">${dayNumeral(first, context)}</p> `

/** For search engines and link previews: a first day alone would say of what still runs that it is over. */
function whenWords(event: ShownEvent, { first, last, isLong }: Span, context: PageContext): string {
  if (isSeries(event)) return ruleText(event, context)
  return daysText(context, first, isLong ? last : first)
}

/** Tags as plain text links, to distinguish them from categories. */
function tagLinks(tags: readonly ShownTerm[], event: WholeEvent, context: PageContext): Content {
  const { language } = context
  const links = tags.map(
    (term, index) =>
      html`${index > 0 && ' · '}<a href="${pathOf(term.url!)}"${languageOf(term, context)}>${typeset(term.name, term.language)}</a>`,
  )
  return (
    links.length > 0 &&
    html`<p class="event-tags quiet"${attribute('lang', event.language !== language && language)}>
      ${links}
    </p> `
  )
}

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
  const [categories, tags] = await Promise.all([
    termsOf(event, 'categories', context),
    termsOf(event, 'tags', context),
  ])
  const lede = typeset(plainOf(event.excerpt), event.language)
  const isPlainlyOver = isOver(event, span, context) && !isCalledOff(matter)
  const main = html`<article class="event"${attribute('data-status', isPlainlyOver ? 'over' : matter)}>
      ${isPlainlyOver ? overNotice(context) : notice(matter, event, context)}${isSeries(event) ? html`<p class="day-date"><span class="day-name"${words.lang}>${words('Series')}</span></p> ` : numeral(span, context)}
      <header class="event-head">
        <p class="event-kind">
          ${categories.map(
            (term) =>
              html`<a class="cat" data-cat="${hueOf(term)}" href="${pathOf(term.url!)}"${languageOf(term, context)}>${typeset(term.name, term.language)}</a> `,
          )}
        </p>
        <h1 class="event-title"${languageOf(event, context)}><bdi>${title}</bdi></h1>
        ${lede !== '' && html`<p class="event-lede"${languageOf(event, context)}>${lede}</p>`}
      </header>
      ${picture(event.image, context)}${await factsOf(event, matter, span, context)}
      ${
        (event.description !== '' || event.tags.length > 0) &&
        html`<div class="event-text stack"${languageOf(event, context)}>
          ${descriptionOf(event.description, event.language, context)} ${tagLinks(tags, event, context)}
        </div> `
      }
    </article>
    ${isSeries(event) ? await programmeOf({ ...context, filters: {}, narrowing: feedOf(event) }, words('Dates'), { shown: event, hasAllPast: true }) : await related(event, context)}`
  const summary =
    summaryOf(event.language, event.excerpt, event.description) ?? typeset(placeWords(event, words), language)
  const when = whenWords(event, span, context)
  const isDate = !isSeries(event) && event.recurrence_id !== undefined
  const dated = isDate ? `${title}, ${dayText(context, 'short', span.first)}` : title
  return {
    title: matter === undefined ? dated : labelled(words(matterWords[matter]), dated, language),
    description: summary === '' ? when : labelled(when, summary, language),
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
