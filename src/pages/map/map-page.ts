import { freshFor, type PageContext } from '../context.ts'
import { emptiness } from '../parts/empty.ts'
import { entry, pathOf } from '../parts/entry.ts'
import { listEvents, listQuery, type Sent } from '../list/event-list.ts'
import { filterForm, filtersInForce, quickChoices } from '../filters/filter-form.ts'
import { linkedList, wholeList } from '../list/list-query.ts'
import { isFiltered } from '../filters/filters.ts'
import { html, type SafeHtml } from '../parts/html.ts'
import { dataLinks, pageHead } from '../parts/layout.ts'
import type { Page } from '../page.ts'
import { mapOfTiles } from './map-tiles.ts'
import { drawPlan, planNote } from './plan.ts'
import { venuesOf, type ShownEvent, type ListedVenue } from '../parts/shown.ts'
import { moreWords, typeset } from '../parts/words.ts'

/** Upcoming events at venues with coordinates: a list by venue, and a plan with the same numbers. */

const eventsRead = 100
const [placesShown, eventsShown] = [20, 3]

interface Place {
  readonly venue: ListedVenue
  readonly events: readonly ShownEvent[]
}

const isPlaced = ({ geo_lat, geo_lng }: ListedVenue) => geo_lat !== undefined && geo_lng !== undefined

/** Groups events by venue, in the order of their next events. */
function placesOf(events: readonly ShownEvent[]): Place[] {
  const places = new Map<number, { venue: ListedVenue; events: ShownEvent[] }>()
  for (const event of events)
    for (const venue of venuesOf(event).filter(isPlaced)) {
      const place = places.get(venue.id) ?? { venue, events: [] }
      place.events.push(event)
      places.set(venue.id, place)
    }
  return [...places.values()].slice(0, placesShown)
}

function placeSection(
  { venue, events }: Place,
  number: number,
  count: number,
  context: PageContext,
): SafeHtml {
  const { words, to, filters, language } = context
  const shown = events.slice(0, eventsShown)
  const rest = count - shown.length
  return html`<section class="day" id="place-${number}">
    <h2>
      <span class="place-num">${number}</span><a href="${pathOf(venue.url)}">${typeset(venue.venue, language)}</a>
    </h2>
    <div>
      <ol class="programme">
        ${shown.map((event) => entry(event, context, { isDated: true, hasPlace: false }))}
      </ol>
      ${
        rest > 0 &&
        html`<p>
          <a href="${to.list({ ...filters, venue: String(venue.id) })}">${moreWords(rest, words)}</a>
        </p> `
      }
    </div>
  </section> `
}

export async function mapPage(context: PageContext): Promise<Page> {
  const { words, to, filters } = context
  const narrowing: Sent = { ...context.narrowing, geoloc: 'true' }
  const placed = { ...context, narrowing }
  const sent = wholeList(placed)
  const found = await listEvents(context, sent, { perPage: eventsRead })
  const counts = await context.reads.counts(await listQuery(context, sent), 'venue')
  const places = placesOf(found.items)
  const title = words('On the map')
  const summary = html`<p class="num">
    ${words('{events} at {places}', {
      events: words.count(found.total, '{count} event', '{count} events'),
      places: words.count(places.length, '{count} place', '{count} places'),
    })}
  </p>`
  const countAt = ({ venue, events }: Place) => counts.get(venue.id) ?? events.length
  const planned = places.map((place, index) => ({
    latitude: place.venue.geo_lat!,
    longitude: place.venue.geo_lng!,
    name: typeset(place.venue.venue, context.language),
    title: words.count(countAt(place), '{count} event', '{count} events'),
    address: `#place-${index + 1}`,
    number: index + 1,
  }))
  const list = html`${places.map((place, index) => placeSection(place, index + 1, countAt(place), context))}`
  const plan =
    places.length === 0
      ? undefined
      : drawPlan(planned, words.count(places.length, 'Map of {count} place', 'Map of {count} places'))
  const content =
    plan === undefined
      ? html`<div class="main-column">${await emptyMap(context)}</div>`
      : html`<div class="map-side">
            <figure class="map-frame" data-map>${plan.drawing}</figure>
            <p class="quiet">${planNote(plan, words)}</p>
          </div>
          <div class="main-column">${list}</div>`
  const form = await filterForm(context, {
    action: to.map(),
    list: sent,
    total: found.total,
    isSheet: true,
  })
  const main = html`${pageHead(title, summary)}${await quickChoices(placed, (one) => to.map(one))}${await filtersInForce(context, (one) => to.map(one))}
    <div class="columns map-split">${content}</div>
    ${form}`
  return {
    title,
    main,
    view: 'map',
    path: to.map(filters),
    filters,
    ...dataLinks(placed, linkedList(placed)),
    head: mapOfTiles(context, planned),
    isListed: !isFiltered(filters),
    validUntil: context.now + freshFor,
  }
}

const emptyMap = (context: PageContext): Promise<SafeHtml> =>
  emptiness(context, {
    sentence: context.words('No coming event has a place on the map.'),
    after: String(context.now),
    unfiltered: {
      sent: { geoloc: 'true', strict_dates: 'true', ends_after: String(context.now) },
      address: context.to.map(),
    },
  })
