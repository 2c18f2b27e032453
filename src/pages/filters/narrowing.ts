import { around, maxPlaceMatches } from '../../api/around.ts'
import { resources } from '../../resources/index.ts'
import type { PageContext } from '../context.ts'
import { radiusOf, without, withoutTimes } from './filters.ts'
import { listItems, type ListingContext, type Sent } from '../list/event-list.ts'
import type { ShownVenue } from '../parts/shown.ts'

/** Looks up a town or postcode among our own venues, because pages do not use any external service. */
async function aroundNamed(context: ListingContext, place: string, radius: string): Promise<Sent> {
  const { items } = await listItems<ShownVenue>(
    context,
    resources.venues,
    { search: place },
    { perPage: maxPlaceMatches },
  )
  return around(items, place, radius)
}

/** Converts the filters of the URL to parameters of the API, without those that concern time. */
export async function narrowingOf(context: ListingContext): Promise<Sent> {
  const filters = withoutTimes(context.filters)
  if (filters.near === undefined) return filters
  const place = await aroundNamed(context, filters.near, radiusOf(filters))
  return { ...without(filters, 'near', 'geoloc_radius'), ...place }
}

/** For the page of one venue, organizer or term: what its address filters by narrows the events of that one. */
export const withinTarget = (
  context: PageContext,
  name: 'venue' | 'organizer' | 'categories' | 'tags',
  id: number,
): PageContext => ({
  ...context,
  filters: without(context.filters, name),
  narrowing: { ...context.narrowing, [name]: String(id) },
})
