import { readOffset } from './offsets.ts'
import { secondsOf, wallOf, type Instant, type Wall } from './walls.ts'
import { findZone, secondsAt, toWall } from './zones.ts'

/** A time zone, or an offset in seconds ahead of UTC. */
export type Place = string | number

export const wallAt = (instant: Instant, place: Place): Wall =>
  typeof place === 'string' ? toWall(instant, place) : wallOf(instant + place)

export const instantAt = (wall: Wall, place: Place): Instant =>
  typeof place === 'string' ? secondsAt(wall, place) : secondsOf(wall) - place

interface PlacedWords {
  readonly words: string
  readonly place?: Place
  /** True for `Z` and `+01:00`, which ISO 8601 and RFC 2822 allow only after a time. */
  readonly needsTime: boolean
}

const bareOffset = /^(?:Z|[+-].*)$/i

/** Splits a trailing time zone or offset such as `UTC`, `(CET)` or `Europe/Paris` from the words before it. */
export const partPlace = (text: string): PlacedWords => {
  const end = text.lastIndexOf(' ')
  const name = text.slice(end + 1).replace(/^\((.*)\)$/, '$1')
  const place = end > 0 ? (readOffset(name) ?? findZone(name)) : undefined
  if (place === undefined) return { words: text, needsTime: false }
  return { words: text.slice(0, end), place, needsTime: bareOffset.test(name) }
}
