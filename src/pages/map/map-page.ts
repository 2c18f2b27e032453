import { resources } from '../../resources/index.ts'
import { freshFor, type PageContext } from '../context.ts'
import { whatIsOn } from '../parts/description.ts'
import { emptiness } from '../parts/empty.ts'
import { entry, pathOf } from '../parts/entry.ts'
import { countEvents, eventsOf, instantSent, listQuery, notOver, type Sent } from '../list/event-list.ts'
import { byNumber, linksOfPages, pageCount, pageFilter } from '../list/list-page.ts'
import { filterForm } from '../filters/filter-form.ts'
import { quickChoices } from '../filters/quick-choices.ts'
import { filtersInForce } from '../filters/filters-in-force.ts'
import { linkedList, wholeList } from '../list/list-query.ts'
import { isFiltered } from '../filters/filters.ts'
import { html, type SafeHtml } from '../parts/html.ts'
import { dataLinks, pageHead } from '../parts/layout.ts'
import type { Page } from '../page.ts'
import { mapOfTiles } from './map-tiles.ts'
import { drawPlan, planNote } from './plan.ts'
import { venuesOf, type ShownEvent, type ListedVenue } from '../parts/shown.ts'
import { moreLink, typeset } from '../parts/words.ts'

/** Upcoming events at venues with coordinates: a list by venue, and a plan with the same numbers. */

const [placesShown, eventsShown] = [20, 3]

interface Place {
  readonly venue: ListedVenue
  /** Its first events, and how many there are. */
  readonly events: readonly ShownEvent[]
  readonly count: number
}

/** The venues that have coordinates, because an event on the map may have another one without. */
const placedVenues = ({ reads, ...context }: PageContext): Promise<ReadonlySet<number>> =>
  reads.cached('placed venues', async (latest) => {
    const query = await listQuery(
      { ...context, reads: latest },
      { geoloc: 'true', orderby: 'id' },
      resources.venues,
    )
    return new Set((await latest.list({ ...query, page: 1, perPage: everyVenue })).ids)
  })

const everyVenue = 2 ** 31 - 1

/** One page of the places, in the order of their next events, and the number of all. */
async function readPlaces(
  context: PageContext,
  sent: Sent,
): Promise<{ readonly places: readonly Place[]; readonly total: number }> {
  const { reads, page } = context
  const firsts = await reads.firstOfLinks(await listQuery(context, sent), 'venue', eventsShown)
  const placed = await placedVenues(context)
  const all = [...firsts].filter(([id]) => placed.has(id))
  const shown = all.slice((page - 1) * placesShown, page * placesShown)
  const read = await eventsOf(context, [...new Set(shown.flatMap(([, { ids }]) => ids))])
  const events = new Map(read.map((event) => [event.id, event]))
  const places = shown.flatMap(([id, { ids, total }]): Place[] => {
    const here = ids.flatMap((one) => events.get(one) ?? [])
    const venue = here.flatMap(venuesOf).find((one) => one.id === id)
    return venue === undefined ? [] : [{ venue, events: here, count: total }]
  })
  return { places, total: all.length }
}

function placeSection({ venue, events, count }: Place, number: number, context: PageContext): SafeHtml {
  const { words, to, filters, language } = context
  return html`<section class="day" id="place-${number}">
    <h2>
      <span class="place-num">${number}</span><a href="${pathOf(venue.url)}">${typeset(venue.venue, language)}</a>
    </h2>
    <div>
      <ol class="programme">
        ${events.map((event) => entry(event, context, { isDated: true, hasPlace: false }))}
      </ol>
      ${moreLink(count - events.length, to.list({ ...filters, venue: String(venue.id) }), words)}
    </div>
  </section> `
}

/** The map itself needs coordinates, also where visitors and clients may not filter by them. */
const withCoordinates = (context: PageContext): PageContext => ({
  ...context,
  site: {
    ...context.site,
    geolocation: context.site.geolocation || context.narrowing.geoloc_lat === undefined,
  },
})

export async function mapPage(visited: PageContext): Promise<Page> {
  const context = withCoordinates(visited)
  const { words, to, filters } = context
  const narrowing: Sent = { ...context.narrowing, geoloc: 'true' }
  const placed = { ...context, narrowing }
  const linked = visited.site.geolocation ? placed : visited
  const sent = wholeList(placed)
  const total = await countEvents(context, sent)
  const { places, total: placesTotal } = await readPlaces(context, sent)
  const pages = linksOfPages(pageCount(placesTotal, placesShown), context, (one) => to.map(one), byNumber)
  const title = words('On the map')
  const summary = html`<p class="num"${words.lang}>
    ${words('{events} at {places}', {
      events: words.count(total, '{count} event', '{count} events'),
      places: words.count(placesTotal, '{count} place', '{count} places'),
    })}
  </p>`
  const planned = places.map((place, index) => ({
    latitude: place.venue.geo_lat!,
    longitude: place.venue.geo_lng!,
    name: typeset(place.venue.venue, context.language),
    title: words.count(place.count, '{count} event', '{count} events'),
    address: `#place-${index + 1}`,
    number: index + 1,
  }))
  const list = html`${places.map((place, index) => placeSection(place, index + 1, context))}`
  const plan =
    places.length === 0
      ? undefined
      : drawPlan(planned, words.count(places.length, 'Map of {count} place', 'Map of {count} places'), words)
  const content =
    plan === undefined
      ? html`<div class="main-column">${await emptyMap(context)}</div>`
      : html`<div class="map-side">
            <figure class="map-frame" data-map>${plan.drawing}</figure>
            <p class="quiet"${words.lang}>${planNote(plan, words)}</p>
          </div>
          <div class="main-column">${list}${pages}</div>`
  const form = await filterForm(context, {
    action: to.map(),
    list: sent,
    total,
    isSheet: true,
  })
  const main = html`${pageHead(title, summary, words.lang)}${await quickChoices(placed, (one) => to.map(one))}${await filtersInForce(context, (one) => to.map(one))}
    <div class="columns map-split">${content}</div>
    ${form}`
  return {
    title,
    description: whatIsOn(context, title),
    main,
    view: 'map',
    path: to.map({ ...filters, ...pageFilter(context) }),
    filters,
    ...dataLinks(linked, linkedList(linked)),
    head: mapOfTiles(context, planned),
    isListed: !isFiltered(filters),
    validUntil: context.now + freshFor,
  }
}

const emptyMap = (context: PageContext): Promise<SafeHtml> =>
  emptiness(context, {
    sentence: context.words(
      isFiltered(context.filters)
        ? 'No event on the map matches these filters.'
        : 'No coming event has a place on the map.',
    ),
    after: instantSent(context.now),
    unfiltered: {
      sent: { geoloc: 'true', ...notOver(context.now) },
      address: context.to.map(),
    },
  })
