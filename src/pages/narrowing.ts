import { resources } from '../resources/index.ts'
import { fold } from '../text/search.ts'
import { withoutTimes } from './filters.ts'
import { listItems, type ListingContext, type Sent } from './event-list.ts'
import type { ShownVenue } from './shown.ts'

/** How far around a place is looked, in kilometres, unless the address says another. */
export const defaultRadius = '20'

const placesAtOnce = 100

/** `2502 Biel` and `biel` both mean the town: words are compared without case and accents. */
const isIn = (place: string) => {
  const words = fold(place).split(/\s+/)
  return ({ city = '', zip = '' }: ShownVenue) => {
    const known = `${fold(city)} ${fold(zip)}`.split(/[\s/]+/)
    return words.every((word) => known.includes(word))
  }
}

const isPlaced = (venue: ShownVenue): venue is ShownVenue & { geo_lat: number; geo_lng: number } =>
  venue.geo_lat !== undefined && venue.geo_lng !== undefined

const average = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** No event has this ID, so nothing is found. */
const nothing: Sent = { include: '0' }

/** A town or postcode is looked up among our own venues, because pages ask nobody else where it is. */
async function around(context: ListingContext, place: string, radius: string): Promise<Sent> {
  const { items } = await listItems<ShownVenue>(
    context,
    resources.venues,
    { search: place },
    { perPage: placesAtOnce },
  )
  const there = items.filter(isIn(place))
  const placed = there.filter(isPlaced)
  if (placed.length > 0)
    return {
      geoloc_lat: average(placed.map(({ geo_lat }) => geo_lat)).toFixed(5),
      geoloc_lng: average(placed.map(({ geo_lng }) => geo_lng)).toFixed(5),
      geoloc_radius: radius,
    }
  return there.length > 0 ? { venue: there.map(({ id }) => id).join(',') } : nothing
}

/** The filters of the address as parameters of the API, without those that say when. */
export async function narrowingOf(context: ListingContext): Promise<Sent> {
  const { near, geoloc_radius = defaultRadius, ...others } = withoutTimes(context.filters)
  if (near !== undefined) return { ...others, ...(await around(context, near, geoloc_radius)) }
  return others.geoloc_lat === undefined ? others : { ...others, geoloc_radius }
}
