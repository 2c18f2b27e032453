import { defaultPlaceRadiusKm } from '../../api/around.ts'
import { defaultPointRadiusKm } from '../../resources/geography.ts'

/**
 * The filters in the URL of a page, under the names of the API (interface: Event filters). A form submits every field,
 * so empty ones are ignored.
 */

const names = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'cost',
  'featured',
  'event_status',
  'during',
  'start_date',
  'starts_before',
  'end_date',
  'near',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
] as const

export type FilterName = (typeof names)[number]

export type Filters = Readonly<Partial<Record<FilterName | 'page', string>>>

/** Filters by time; pages of a fixed period have none of these. */
const times: readonly FilterName[] = ['during', 'start_date', 'starts_before', 'end_date']

/** A form submits one value per checked box; they are joined to a list. */
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map(textOf)
        .filter((one) => one !== '')
        .join(',')
    : typeof value === 'string'
      ? value.trim()
      : ''

export function readFilters(sent: Readonly<Record<string, unknown>>): Filters {
  const read = names.map((name): [FilterName, string] => [name, textOf(sent[name])])
  const filters = withOnePeriod(Object.fromEntries(read.filter(([, value]) => value !== '')))
  // A named place replaces a position, because a list has one place.
  if (filters.near !== undefined) return without(filters, 'geoloc_lat', 'geoloc_lng')
  // A radius has no meaning without a place.
  return filters.geoloc_lat === undefined ? without(filters, 'geoloc_radius') : filters
}

/** Around coordinates, lists of the API have another radius than around a named place. */
export const radiusOf = ({ geoloc_radius, geoloc_lat }: Filters): string =>
  geoloc_radius ?? (geoloc_lat === undefined ? defaultPlaceRadiusKm : String(defaultPointRadiusKm))

/** The days of the form replace the hours that it has kept, because a list has one period. */
const withOnePeriod = (filters: Filters): Filters =>
  filters.start_date === undefined && filters.starts_before === undefined
    ? filters
    : without(filters, 'during')

export const without = (filters: Filters, ...dropped: readonly (FilterName | 'page')[]): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name]) => !dropped.includes(name as FilterName | 'page')),
  )

export const withoutTimes = (filters: Filters): Filters => without(filters, ...times, 'page')

export const hasTimes = (filters: Filters): boolean => times.some((name) => filters[name] !== undefined)

export const isFiltered = (filters: Filters): boolean => Object.keys(without(filters, 'page')).length > 0
