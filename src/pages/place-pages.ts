import { resources } from '../resources/index.ts'
import { type PageContext } from './context.ts'
import { descriptionOf, plainOf } from './parts/description.ts'
import { fact } from './parts/fact.ts'
import { languageOf, pathOf, programme, type EntryOptions } from './parts/entry.ts'
import { redirectFrom } from './addresses/resource-address.ts'
import { queryOf } from './addresses/addresses.ts'
import { filtersInForce } from './filters/filters-in-force.ts'
import { hasTimes, isFiltered, type Filters } from './filters/filters.ts'
import { withinTarget } from './filters/narrowing.ts'
import { wholeList } from './list/list-query.ts'
import { listEvents, listItems, over, type FoundItems } from './list/event-list.ts'
import { html, linkTo, type Content, type SafeHtml } from './parts/html.ts'
import { subscriptionMenu } from './parts/subscription.ts'
import { byNumber, linksOfPages, pageCount, pageFilter, pageLinks, perPage } from './list/list-page.ts'
import type { Page, Redirect } from './page.ts'
import { picture } from './parts/pictures.ts'
import { telephone } from './parts/telephone.ts'
import { drawPlan, type PlannedPlace } from './map/plan.ts'
import { readResource } from './read-resource.ts'
import { addressLines, directions } from './parts/venue-facts.ts'
import type { ShownEvent, ShownOrganizer, ShownVenue } from './parts/shown.ts'
import { typeset, wordsBeside } from './parts/words.ts'
import { narrowedPage, type PageContent } from './narrowed-page.ts'

/** The pages of venues and organizers: their details and upcoming events. */

const host = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

const contact = (context: PageContext, { website, phone, email }: Partial<ShownOrganizer>): Content =>
  fact(
    context.words,
    context.words('Contact'),
    website && html`<a href="${linkTo(website)}">${host(website)}</a>`,
    phone && telephone(phone),
    email && html`<a href="mailto:${email}">${email}</a>`,
  )

export const subscription = (
  context: PageContext,
  name: string,
  feed: Readonly<Record<string, string>>,
): Content =>
  fact(
    context.words,
    name,
    subscriptionMenu(
      context,
      feed,
      html`<summary class="button"${context.words.lang}>${context.words('Subscribe')}</summary>`,
    ),
  )

interface ProgrammeOptions extends Pick<EntryOptions, 'hasPlace' | 'shown'> {
  /** Whether all past events are shown, page by page like the others, instead of recent ones. */
  readonly hasAllPast?: boolean
}

/** Upcoming events of what the context is narrowed to, then past ones, unless the filters say when. */
export async function programmeOf(
  context: PageContext,
  heading: string,
  { hasAllPast = false, ...options }: ProgrammeOptions = {},
): Promise<SafeHtml> {
  const { words, page } = context
  const addressOf = (chosen: Filters) => `${context.path}${queryOf(chosen)}`
  const [coming, past] = await Promise.all([
    listEvents(context, wholeList(context), { page, perPage }),
    pastEvents(context, hasAllPast),
  ])
  const shown = (items: readonly ShownEvent[]) => programme(items, context, { isDated: true, ...options })
  const pages = hasAllPast
    ? pagesOfBoth(context, [coming, past], addressOf)
    : pageLinks(context, coming.total, addressOf)
  return html`<div class="main-column">
    <h2${words.lang}>${heading}</h2>
    ${await filtersInForce(context, addressOf)}${coming.total === 0 ? html`<p class="hint"${words.lang}>${nothingComing(context)}</p> ` : coming.items.length > 0 && shown(coming.items)}${!hasAllPast && pages}
    ${past.items.length > 0 && html`<h2${words.lang}>${words('Past events')}</h2> ${shown(past.items)}`}${hasAllPast && pages}
  </div> `
}

const nothingComing = ({ words, filters }: PageContext): string =>
  words(isFiltered(filters) ? 'Nothing matches these filters.' : 'Nothing is planned at the moment.')

const recentlyShown = 5

/** The latest first: some of them on the first page, or all of them on as many pages as they fill. */
async function pastEvents(context: PageContext, areAllShown: boolean): Promise<FoundItems<ShownEvent>> {
  const { narrowing, now, page, filters } = context
  if (hasTimes(filters) || (page > 1 && !areAllShown)) return { items: [], total: 0 }
  const past = { ...narrowing, ...over(now) }
  return listEvents(context, past, areAllShown ? { page, perPage } : { perPage: recentlyShown })
}

/** Each page has a part of both lists, of which one goes back in time: so pages are not those of earlier or later events. */
const pagesOfBoth = (
  context: PageContext,
  lists: readonly FoundItems<ShownEvent>[],
  addressOf: (filters: Filters) => string,
): Content =>
  linksOfPages(Math.max(...lists.map(({ total }) => pageCount(total))), context, addressOf, byNumber)

const neighbourhood = '5'
const maxNeighbours = 9

/** A plan of the venue and its surroundings, if it has coordinates. */
async function neighbourhoodOf(venue: ShownVenue, context: PageContext): Promise<Content> {
  const { geo_lat, geo_lng, show_map } = venue
  if (geo_lat === undefined || geo_lng === undefined || !show_map || !context.config.geolocation)
    return undefined
  const sent = {
    geoloc_lat: String(geo_lat),
    geoloc_lng: String(geo_lng),
    geoloc_radius: neighbourhood,
    has_events: 'true',
  }
  const { items } = await listItems<ShownVenue>(context, resources.venues, sent, { perPage: maxNeighbours })
  const others = items.filter(({ id }) => id !== venue.id)
  const places: PlannedPlace[] = [venue, ...others].map((one) => ({
    latitude: one.geo_lat!,
    longitude: one.geo_lng!,
    name: one.venue,
    address: pathOf(one.url),
    isMain: one === venue,
  }))
  if (others.length === 0) return undefined
  const { words } = context
  const caption = words('Venues around {place}', { place: venue.venue })
  return html`<figure class="event-image map-frame">
    ${drawPlan(places, caption, words).drawing}
    <figcaption>${wordsBeside(words, caption)} ${linksTo(others, context)}</figcaption>
  </figure> `
}

/** The places of a plan in words, because pins may be too small to press (WCAG 2.5.8, Equivalent). */
const linksTo = (venues: readonly ShownVenue[], { language }: PageContext): SafeHtml =>
  html`<ul>
    ${venues.map(({ venue, url }) => html`<li><a href="${pathOf(url)}">${typeset(venue, language)}</a></li> `)}
  </ul>`

export async function venuePage(asking: PageContext): Promise<Page | Redirect> {
  const { shown: venue } = await readResource<
    ShownVenue & Required<Pick<ShownVenue, 'language' | 'rest_url'>>
  >(asking, resources.venues)
  const elsewhere = redirectFrom(asking.path, venue.url, { ...asking.filters, ...pageFilter(asking) })
  if (elsewhere !== undefined) return elsewhere
  const context = withinTarget(asking, 'venue', venue.id)
  const { words, language } = context
  const title = typeset(venue.venue, language)
  const lines = addressLines(venue)
  const main = html`<article class="event">
    <p class="day-date"><span class="day-name"${words.lang}>${words('Venue')}</span></p>
    ${headOf(title, venue, context)}${picture(venue.image ?? false, context) ?? (await neighbourhoodOf(venue, context))}
    <dl class="facts">
      ${fact(words, words('Address'), lines.length > 0 && html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`, venue.show_map_link && directions(venue, words))}${contact(context, venue)}${subscription(context, words('Calendar of this venue'), { venue: String(venue.id) })}
    </dl>
    ${longText(venue, context)}${await programmeOf(context, words('Coming up here'), { hasPlace: false })}
  </article>`
  return pageOf(context, venue, { title, main })
}

export async function organizerPage(asking: PageContext): Promise<Page | Redirect> {
  const { shown: organizer } = await readResource<
    ShownOrganizer & Required<Pick<ShownOrganizer, 'language' | 'rest_url'>>
  >(asking, resources.organizers)
  const elsewhere = redirectFrom(asking.path, organizer.url, { ...asking.filters, ...pageFilter(asking) })
  if (elsewhere !== undefined) return elsewhere
  const context = withinTarget(asking, 'organizer', organizer.id)
  const { words, language } = context
  const title = typeset(organizer.organizer, language)
  const main = html`<article class="event">
    <p class="day-date"><span class="day-name"${words.lang}>${words('Organizer')}</span></p>
    ${headOf(title, organizer, context)}${picture(organizer.image ?? false, context)}
    <dl class="facts">
      ${contact(context, organizer)}${subscription(context, words('Calendar of this organizer'), { organizer: String(organizer.id) })}
    </dl>
    ${longText(organizer, context)}${await programmeOf(context, words('Coming up'))}
  </article>`
  return pageOf(context, organizer, { title, main })
}

/** Longer descriptions are shown as text instead of below the title. */
const maxLedeLength = 220

const isShort = (description: string) => plainOf(description).length <= maxLedeLength

interface Described {
  readonly description?: string
  readonly language: string
}

const headOf = (title: string, shown: Described, context: PageContext): SafeHtml => {
  const { description = '', language } = shown
  return html`<header class="event-head"${languageOf(shown, context)}>
    <h1 class="event-title"><bdi>${title}</bdi></h1>
    ${isShort(description) && description !== '' && html`<p class="event-lede">${typeset(plainOf(description), language)}</p>`}
  </header> `
}

const longText = (shown: Described, context: PageContext): Content => {
  const { description = '', language } = shown
  return (
    !isShort(description) &&
    html`<div class="event-text stack"${languageOf(shown, context)}>${descriptionOf(description, language, context)}</div> `
  )
}

const pageOf = (
  context: PageContext,
  shown: (ShownVenue | ShownOrganizer) & Described,
  content: PageContent,
): Page => ({
  ...narrowedPage(context, shown, content),
  data: shown.rest_url!,
  jsonLd: (shown as { readonly json_ld?: unknown }).json_ld,
})
