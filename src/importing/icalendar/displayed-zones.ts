import { placeWritten } from '../../locales/zone-places.ts'
import { findZone, offsetAt, toInstant } from '../../time/index.ts'
import { fixedZone, offsetOf } from './vtimezone.ts'

/**
 * Time zones by the names that Windows displays, which Exchange and Outlook on the web write without any rules, such as
 * `(UTC-05:00) Eastern Time (US & Canada)` and `(GMT+10:00) Canberra, Melbourne, Sydney`.
 */

/** Names that are no city of the IANA database. */
const regions: ReadonlyMap<string, string> = new Map([
  ['coordinated universal time', 'UTC'],
  ['eastern time', 'America/New_York'],
  ['central time', 'America/Chicago'],
  ['mountain time', 'America/Denver'],
  ['pacific time', 'America/Los_Angeles'],
  ['atlantic time', 'America/Halifax'],
  ['newfoundland', 'America/St_Johns'],
  ['saskatchewan', 'America/Regina'],
  ['arizona', 'America/Phoenix'],
  ['alaska', 'America/Anchorage'],
  ['hawaii', 'Pacific/Honolulu'],
  ['central america', 'America/Guatemala'],
  ['brasilia', 'America/Sao_Paulo'],
  ['west central africa', 'Africa/Lagos'],
  // What programs in German and French call it, which is the same in all of its countries.
  ...[
    'mez',
    'mesz',
    'cest',
    'mitteleuropäische zeit',
    'mitteleuropäische sommerzeit',
    'mitteleuropäische normalzeit',
    'central european time',
    'central european summer time',
    'heure d’europe centrale',
    'heure d’été d’europe centrale',
    'heure normale d’europe centrale',
  ].map((name) => [name, 'Europe/Berlin'] as const),
])

const continents = ['Europe', 'America', 'Asia', 'Australia', 'Africa', 'Pacific', 'Atlantic', 'Indian']

/** More than Windows displays; each place takes a millisecond, and whoever writes a calendar decides its names. */
const [longestName, mostPlaces] = [100, 6]

const inContinents = (place: string) =>
  continents.map((continent) => `${continent}/${place.replaceAll(' ', '_')}`)

const zoneOf = (place: string): string[] =>
  [
    regions.get(place),
    ...[place, placeWritten(place)].flatMap((name) => (name === undefined ? [] : inContinents(name))),
  ]
    .map((name) => (name === undefined ? undefined : findZone(name)))
    .filter((zone) => zone !== undefined)

const standardOffset = (zone: string): number =>
  Math.min(...['01', '07'].map((month) => offsetAt(toInstant(`2026-${month}-15 12:00:00`, 'UTC'), zone)))

/** Takes the first place that has the offset of the name, because zones of Windows are larger, and some have changed. */
export function displayedZone(name: string): string | undefined {
  if (name.length > longestName) return undefined
  const [, prefix, offset, named = name] = /^(\((?:UTC|GMT) ?([+-]\d\d:\d\d)?\))(.*)$/i.exec(name) ?? []
  const places = named
    .replaceAll(/\([^()]*\)/g, '')
    .split(/[,:;]/)
    .map((place) => place.trim().toLowerCase().replaceAll("'", '’'))
    .filter((place) => place !== '')
    .slice(0, mostPlaces)
  const stated = offset === undefined ? 0 : offsetOf(offset.replace(':', ''))
  if (prefix !== undefined && places.length === 0) return fixedZone(stated)
  // The name of a single city may be anything.
  if (prefix === undefined && places.length === 1 && !regions.has(places[0]!)) return undefined
  return places.flatMap(zoneOf).find((zone) => prefix === undefined || standardOffset(zone) === stated)
}
