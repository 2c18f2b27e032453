import { sql, type SqlBool } from 'kysely'
import { Invalid } from '../errors.ts'
import { say } from '../locales/sentence.ts'
import { all, any } from './conditions.ts'
import type { Condition, Lookup } from './resource.ts'

/** Mean radius of the earth in kilometres (IUGG). */
const earth = 6371.0088

/** One degree of latitude, in kilometres; a little less than true, so that boxes are never too small. */
const degree = (Math.PI * earth) / 180 - 0.01

const defaultRadius = 40

/** A millimetre: at the poles and across the antimeridian one point has several coordinates, rounded apart. */
const tolerance = 1e-6

interface Around {
  readonly geoloc_lat?: number | null
  readonly geoloc_lng?: number | null
  readonly geoloc_radius?: number | null
  readonly geoloc?: boolean | null
}

/** A point without radius has the usual one, which `rest_url` names (contract §10). */
export const withRadius = <V extends Around>(values: V): V =>
  values.geoloc_lat == null ? values : { ...values, geoloc_radius: values.geoloc_radius ?? defaultRadius }

const between = (column: string, from: number, to: number): Condition =>
  sql<SqlBool>`${sql.ref(column)} between ${from} and ${to}`

/** Ranges of longitude that hold the circle: all of them around a pole, two across the antimeridian. */
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
  const [lat, lng, radius] = [geoloc_lat ?? 0, geoloc_lng ?? 0, geoloc_radius ?? defaultRadius]
  const reach = radius / degree
  return all([
    between('venues.geo_lat', lat - reach, lat + reach),
    ...longitudes(lat, lng, radius),
    sql<SqlBool>`${distance(lat, lng)} <= ${radius + tolerance}`,
  ])
}

export const isPlaced: Condition = sql<SqlBool>`venues.geo_lat is not null`

const inactive = () =>
  new Invalid('geoloc-extension-not-active', say('Geolocation is switched off on this site.'))

const alone = (other: string) =>
  new Invalid('rest_incomplete_point', say('This needs {other} as well.', { other }))

/** One coordinate alone is no point; with the extension switched off none of them is known (contract §10.1). */
export function checkAround(values: Around, { faults, site }: Lookup): void {
  const sent = (['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const).filter(
    (name) => values[name] !== undefined || faults.has(name),
  )
  if (!site.geolocation) for (const name of sent) faults.set(name, inactive())
  else if (sent.includes('geoloc_lat') && !sent.includes('geoloc_lng'))
    faults.set('geoloc_lat', alone('geoloc_lng'))
  else if (sent.includes('geoloc_lng') && !sent.includes('geoloc_lat'))
    faults.set('geoloc_lng', alone('geoloc_lat'))
}
