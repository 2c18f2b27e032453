import { sql, type SqlBool } from 'kysely'
import { ValidationError } from '../errors.ts'
import { all, any } from './conditions.ts'
import type { Condition } from './listing.ts'
import type { Lookup } from './resource.ts'

/** Mean radius of the earth in kilometres (IUGG). */
const earth = 6371.0088

/** One degree of latitude in kilometres, rounded down, so that bounding boxes are never too small. */
const degree = (Math.PI * earth) / 180 - 0.01

export const defaultPointRadiusKm = 40

/**
 * A millimetre of tolerance, because at the poles and the antimeridian one point has several coordinates that round
 * differently.
 */
const tolerance = 1e-6

interface Around {
  readonly geoloc_lat?: number | null
  readonly geoloc_lng?: number | null
  readonly geoloc_radius?: number | null
  readonly geoloc?: boolean | null
}

/** A point without radius gets the default one, which `rest_url` shows (interface: Places). */
export const withRadius = <V extends Around>(values: V): V =>
  values.geoloc_lat == null
    ? values
    : { ...values, geoloc_radius: values.geoloc_radius ?? defaultPointRadiusKm }

const between = (column: string, from: number, to: number): Condition =>
  sql<SqlBool>`${sql.ref(column)} between ${from} and ${to}`

/** Longitude ranges that contain the circle: the full range around a pole, two across the antimeridian. */
function longitudes(lat: number, lng: number, radius: number): Condition[] {
  const reach = radius / degree
  if (Math.abs(lat) + reach >= 90) return []
  const ratio = Math.sin(radius / earth) / Math.cos((lat * Math.PI) / 180)
  if (radius / earth >= Math.PI / 2 || ratio >= 1) return []
  const half = (Math.asin(ratio) * 180) / Math.PI + 0.001
  const [west, east] = [lng - half, lng + half]
  const ranges = [
    between('venues.geo_lng', Math.max(west, -180), Math.min(east, 180)),
    ...(west < -180 ? [between('venues.geo_lng', west + 360, 180)] : []),
    ...(east > 180 ? [between('venues.geo_lng', -180, east - 360)] : []),
  ]
  return [any(ranges)]
}

/** Great-circle distance in kilometres, by the haversine formula; clamped against rounding at the antipode. */
function distance(lat: number, lng: number) {
  const venueLat = sql.ref('venues.geo_lat')
  const venueLng = sql.ref('venues.geo_lng')
  const square = sql`(sin(radians(${venueLat} - ${lat}) / 2) * sin(radians(${venueLat} - ${lat}) / 2) + cos(radians(${lat})) * cos(radians(${venueLat})) * sin(radians(${venueLng} - ${lng}) / 2) * sin(radians(${venueLng} - ${lng}) / 2))`
  return sql`${sql.lit(2 * earth)} * asin(sqrt(case when ${square} > 1 then 1 else ${square} end))`
}

/** Venues within the radius around the point. */
export function isAround({ geoloc_lat, geoloc_lng, geoloc_radius }: Around): Condition {
  const [lat, lng, radius] = [geoloc_lat ?? 0, geoloc_lng ?? 0, geoloc_radius ?? defaultPointRadiusKm]
  const reach = radius / degree
  return all([
    between('venues.geo_lat', lat - reach, lat + reach),
    ...longitudes(lat, lng, radius),
    sql<SqlBool>`${distance(lat, lng)} <= ${radius + tolerance}`,
  ])
}

export const isPlaced: Condition = sql<SqlBool>`venues.geo_lat is not null`

const inactive = () =>
  ValidationError.of('geoloc-extension-not-active', 'Geolocation is disabled on this site.')

export const missingHalf = (other: string) =>
  ValidationError.of('rest_incomplete_point', 'Must be sent together with {other}.', { other })

/**
 * Both coordinates are required; if geolocation is disabled, all of these parameters are invalid (interface: Places).
 */
export function checkAround(values: Around, { errors, site }: Pick<Lookup, 'errors' | 'site'>): void {
  const sent = (['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const).filter(
    (name) => values[name] !== undefined || errors.has(name),
  )
  if (!site.geolocation) for (const name of sent) errors.set(name, inactive())
  else if (sent.includes('geoloc_lat') && !sent.includes('geoloc_lng'))
    errors.set('geoloc_lat', missingHalf('geoloc_lng'))
  else if (sent.includes('geoloc_lng') && !sent.includes('geoloc_lat'))
    errors.set('geoloc_lng', missingHalf('geoloc_lat'))
}
