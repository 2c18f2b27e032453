import { resources } from '../resources/index.ts'
import { freshFor, type PageContext } from './context.ts'
import { descriptionOf, fact, plainOf, summaryOf } from './parts/description.ts'
import { languageOf, pathOf, programme } from './parts/entry.ts'
import { addressesOf, redirectFrom } from './addresses/resource-address.ts'
import { listEvents, listItems, type Sent } from './list/event-list.ts'
import { html, linkTo, type Content, type SafeHtml } from './parts/html.ts'
import { feedAddress } from './parts/layout.ts'
import { pageFilter, pageLinks, perPage } from './list/list-page.ts'
import type { Page, Redirect } from './page.ts'
import { picture } from './parts/pictures.ts'
import { drawPlan, type PlannedPlace } from './map/plan.ts'
import { readResource } from './read-resource.ts'
import { addressLines, directions } from './parts/venue-facts.ts'
import type { ShownOrganizer, ShownVenue } from './parts/shown.ts'
import { typeset } from './parts/words.ts'

/** A venue, and an organizer: who or where it is, and what comes up there. */

const host = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

const contact = (context: PageContext, { website, phone, email }: Partial<ShownOrganizer>): Content =>
  fact(
    context.words('Contact'),
    website && html`<a href="${linkTo(website)}">${host(website)}</a>`,
    phone && html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`,
    email && html`<a href="mailto:${email}">${email}</a>`,
  )

export const subscription = (
  context: PageContext,
  name: string,
  feed: Readonly<Record<string, string>>,
): Content =>
  fact(name, html`<a class="button" href="${feedAddress(context, feed)}">${context.words('Subscribe')}</a>`)

/** Upcoming events, then recent ones. */
export async function programmeOf(
  context: PageContext,
  sent: Sent,
  heading: string,
  hasPlace: boolean,
): Promise<SafeHtml> {
  const { words, now, page } = context
  const coming = await listEvents(
    context,
    { ...sent, strict_dates: 'true', ends_after: String(now) },
    { page, perPage },
  )
  const past =
    page === 1
      ? (
          await listEvents(
            context,
            { ...sent, strict_dates: 'true', ends_before: String(now), order: 'desc' },
            { perPage: 5 },
          )
        ).items
      : []
  const path = context.path
  return html`<div class="main-column">
    <h2>${heading}</h2>
    ${
      coming.items.length > 0
        ? programme(coming.items, context, { isDated: true, hasPlace })
        : html`<p class="hint">${words('Nothing is planned at the moment.')}</p> `
    }${pageLinks(context, coming.total, (filters) => `${path}${filters.page === undefined ? '' : `?page=${filters.page}`}`)}
    ${past.length > 0 && html`<h2>${words('Past events')}</h2> ${programme(past, context, { isDated: true, hasPlace })}`}
  </div> `
}

const neighbourhood = '5'
const mostNeighbours = 9

/** The venue among its neighbours, as a plan; without coordinates there is none. */
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
  const { items } = await listItems<ShownVenue>(context, resources.venues, sent, { perPage: mostNeighbours })
  const others = items.filter(({ id }) => id !== venue.id)
  const places: PlannedPlace[] = [venue, ...others].map((one) => ({
    latitude: one.geo_lat!,
    longitude: one.geo_lng!,
    name: one.venue,
    address: pathOf(one.url),
    isMain: one === venue,
  }))
  return places.length < 2
    ? undefined
    : html`<figure class="event-image map-frame">
        ${drawPlan(places, context.words('Venues around {place}', { place: venue.venue })).drawing}
      </figure> `
}

export async function venuePage(context: PageContext): Promise<Page | Redirect> {
  const { shown: venue } = await readResource<
    ShownVenue & Required<Pick<ShownVenue, 'language' | 'rest_url'>>
  >(context, resources.venues)
  const elsewhere = redirectFrom(context.path, venue.url)
  if (elsewhere !== undefined) return elsewhere
  const { words, language } = context
  const title = typeset(venue.venue, language)
  const lines = addressLines(venue)
  const main = html`<article class="event"${languageOf(venue, context)}>
    <p class="day-date"><b class="day-name">${words('Venue')}</b></p>
    ${headOf(title, venue)}${picture(venue.image ?? false, context) ?? (await neighbourhoodOf(venue, context))}
    <dl class="facts">
      ${fact(words('Address'), lines.length > 0 && html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`, venue.show_map_link && directions(venue, words))}${contact(context, venue)}${subscription(context, words('Calendar of this venue'), { venue: String(venue.id) })}
    </dl>
    ${longText(venue, context)}${await programmeOf(context, { venue: String(venue.id) }, words('Coming up here'), false)}
  </article>`
  return pageOf(context, venue, { title, main, feed: { venue: String(venue.id) } })
}

export async function organizerPage(context: PageContext): Promise<Page | Redirect> {
  const { shown: organizer } = await readResource<
    ShownOrganizer & Required<Pick<ShownOrganizer, 'language' | 'rest_url'>>
  >(context, resources.organizers)
  const elsewhere = redirectFrom(context.path, organizer.url)
  if (elsewhere !== undefined) return elsewhere
  const { words, language } = context
  const title = typeset(organizer.organizer, language)
  const main = html`<article class="event"${languageOf(organizer, context)}>
    <p class="day-date"><b class="day-name">${words('Organizer')}</b></p>
    ${headOf(title, organizer)}${picture(organizer.image ?? false, context)}
    <dl class="facts">
      ${contact(context, organizer)}${subscription(context, words('Calendar of this organizer'), { organizer: String(organizer.id) })}
    </dl>
    ${longText(organizer, context)}${await programmeOf(context, { organizer: String(organizer.id) }, words('Coming up'), true)}
  </article>`
  return pageOf(context, organizer, { title, main, feed: { organizer: String(organizer.id) } })
}

/** As much of a description as reads as the line below a title; more of it is text. */
const longestLede = 220

const isShort = (description = '') => plainOf(description).length <= longestLede

interface Described {
  readonly description?: string
  readonly language: string
}

const headOf = (title: string, { description = '', language }: Described): SafeHtml =>
  html`<header class="event-head">
    <h1 class="event-title"><bdi>${title}</bdi></h1>
    ${isShort(description) && description !== '' && html`<p class="event-lede">${typeset(plainOf(description), language)}</p>`}
  </header> `

const longText = ({ description = '', language }: Described, context: PageContext): Content =>
  !isShort(description) &&
  html`<div class="event-text stack">${descriptionOf(description, language, context)}</div> `

const pageOf = (
  context: PageContext,
  shown: (ShownVenue | ShownOrganizer) & Described,
  {
    title,
    main,
    feed,
  }: { readonly title: string; readonly main: SafeHtml; readonly feed: Readonly<Record<string, string>> },
): Page => {
  const description = summaryOf(shown.language, shown.description ?? '')
  const query = pageFilter(context).page
  return {
    title,
    ...(description === undefined ? {} : { description }),
    main,
    path: `${pathOf(shown.url)}${query === undefined ? '' : `?page=${query}`}`,
    translations: addressesOf(shown),
    data: shown.rest_url!,
    feed,
    jsonLd: (shown as { readonly json_ld?: unknown }).json_ld,
    validUntil: context.now + freshFor,
  }
}
