import { readOffset } from './offsets.ts'
import { secondsOf, wallOf, type Instant, type Wall } from './walls.ts'
import { findZone, toInstant, toWall } from './zones.ts'

/** Where clocks hang: a time zone, or seconds ahead of UTC. */
export type Place = string | number

export const wallAt = (instant: Instant, place: Place): Wall =>
  typeof place === 'string' ? toWall(instant, place) : wallOf(instant + place)

export const instantAt = (wall: Wall, place: Place): Instant =>
  typeof place === 'string' ? toInstant(wall, place) : secondsOf(wall) - place

interface PlacedWords {
  readonly words: string
  readonly place?: Place
  /** ISO 8601 and RFC 2822 know `Z` and `+01:00` after a time alone. */
  readonly needsTime: boolean
}

const bareOffset = /^(?:Z|[+-].*)$/i

/** Parts a time zone or an offset such as `UTC`, `(CET)` or `Europe/Paris` from the words before it. */
export const partPlace = (text: string): PlacedWords => {
  const end = text.lastIndexOf(' ')
  const name = text.slice(end + 1).replace(/^\((.*)\)$/, '$1')
  const place = end > 0 ? (readOffset(name) ?? findZone(name)) : undefined
  if (place === undefined) return { words: text, needsTime: false }
  return { words: text.slice(0, end), place, needsTime: bareOffset.test(name) }
}
