import { fold } from '../text/search.ts'

/** How far around a place is looked, in kilometres, unless it is said. */
export const defaultPlaceRadiusKm = '20'

/** How many venues are looked at to find a place. */
export const placesAtOnce = 100

/** What is looked at of the representation of a venue. */
export interface Place {
  readonly id: number
  readonly city?: string
  readonly zip?: string
  readonly geo_lat?: number
  readonly geo_lng?: number
}

/** `2502 Biel` and `biel` both mean the town: words are compared without case and accents. */
const isIn = (place: string) => {
  const words = fold(place).split(/\s+/)
  return ({ city = '', zip = '' }: Place) => {
    const known = `${fold(city)} ${fold(zip)}`.split(/[\s/]+/)
    return words.every((word) => known.includes(word))
  }
}

const isPlaced = (venue: Place): venue is Place & { geo_lat: number; geo_lng: number } =>
  venue.geo_lat !== undefined && venue.geo_lng !== undefined

const average = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

type Narrowing = Readonly<Record<string, string>>

/** No event has this ID, so nothing is found. */
const nothing: Narrowing = { include: '0' }

/** Parameters for what is around a place, which is known by the venues that a search for its name has found. */
export function around(venues: readonly Place[], place: string, radius: string): Narrowing {
  const there = venues.filter(isIn(place))
  const placed = there.filter(isPlaced)
  if (placed.length > 0)
    return {
      geoloc_lat: average(placed.map(({ geo_lat }) => geo_lat)).toFixed(5),
      geoloc_lng: average(placed.map(({ geo_lng }) => geo_lng)).toFixed(5),
      geoloc_radius: radius,
    }
  return there.length > 0 ? { venue: there.map(({ id }) => id).join(',') } : nothing
}
