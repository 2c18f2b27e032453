import { idsOf } from '../ids-of.ts'
import { fold } from '../text/search.ts'

/** Default search radius around a place, in kilometres. */
export const defaultPlaceRadiusKm = '20'

/** Maximum number of venues fetched to locate a place. */
export const maxPlaceMatches = 100

/** The fields of a venue that are needed to locate a place. */
export interface Place {
  readonly id: number
  readonly city?: string
  readonly zip?: string
  readonly geo_lat?: number
  readonly geo_lng?: number
}

/** Compares words without case and accents, so that `2502 Biel` and `biel` both match the town. */
const isIn = (place: string) => {
  const words = fold(place).split(/\s+/)
  return ({ city = '', zip = '' }: Place) => {
    const known = `${fold(city)} ${fold(zip)}`.split(/[\s/]+/)
    return words.every((word) => known.includes(word))
  }
}

interface Placed extends Place {
  readonly geo_lat: number
  readonly geo_lng: number
}

const isPlaced = (venue: Place): venue is Placed => venue.geo_lat !== undefined && venue.geo_lng !== undefined

/** No town is wider. */
const townKm = 20

const kmPerDegree = 111

const isInTownOf = (one: Placed) => (other: Placed) => {
  const [lat, lng] = [other.geo_lat - one.geo_lat, other.geo_lng - one.geo_lng]
  return kmPerDegree * Math.hypot(lat, lng * Math.cos((one.geo_lat * Math.PI) / 180)) <= townKm
}

/** Most venues that lie together, because towns share names, and a single wrong position would move the middle of all. */
const largestTown = (venues: readonly Placed[]): readonly Placed[] =>
  venues
    .map((one) => venues.filter(isInTownOf(one)))
    .reduce((largest, town) => (town.length > largest.length ? town : largest), [])

const average = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

type Narrowing = Readonly<Record<string, string>>

/** No event has this ID, so the list is empty. */
const nothing: Narrowing = { include: '0' }

/** List parameters for events around a place, which is located by the venues that a search for its name found. */
export function around(venues: readonly Place[], place: string, radius: string): Narrowing {
  const there = venues.filter(isIn(place))
  const placed = largestTown(there.filter(isPlaced))
  if (placed.length > 0)
    return {
      geoloc_lat: average(placed.map(({ geo_lat }) => geo_lat)).toFixed(5),
      geoloc_lng: average(placed.map(({ geo_lng }) => geo_lng)).toFixed(5),
      geoloc_radius: radius,
    }
  return there.length > 0 ? { venue: idsOf(there).join(',') } : nothing
}
