import { addDays, endOfDay, lastSecond, memoize, startOfDay, type Wall } from '../time/index.ts'
import { ruleWalls } from './engine.ts'
import { partsOf, ruleOf, withoutEnd } from './parts.ts'
import { basic, inOrder, isExcluded, startOf, type First, type Recurrence } from './recurrence.ts'
import { untilIn } from './until.ts'

interface Window {
  readonly from?: Wall
  /** Inclusive. */
  readonly until: Wall
  readonly limit: number
}

const earliest = '0001-01-01 00:00:00'

/** The start times of the occurrences, sorted and unique. */
export const wallsOf = (
  recurrence: Recurrence,
  first: First,
  { from = earliest, until, limit }: Window,
): Wall[] => {
  const isOut = isExcluded(recurrence)
  const found: Wall[] = []
  for (const wall of merged(recurrence, first, from, until)) {
    if (found.length >= limit) break
    if (!isOut(wall)) found.push(wall)
  }
  return found
}

/** The first date at this local time or later. */
export const nextWall = (recurrence: Recurrence, first: First, from: Wall): Wall | undefined =>
  wallsOf(recurrence, first, { from, until: lastSecond, limit: 1 })[0]

/** The date at this local time, or else the first one of its day; both even if they are excluded. */
export const dateOn = (recurrence: Recurrence, first: First, wall: Wall): Wall | undefined => {
  const within = (from: Wall, until: Wall) =>
    wallsOf({ ...recurrence, excluded: [] }, first, { from, until, limit: 1 })[0]
  return within(wall, wall) ?? within(startOfDay(wall), endOfDay(wall))
}

/** The dates of the rule and of RDATE in order, including those that EXDATE excludes. */
function* merged({ rule, dates }: Recurrence, first: First, from: Wall, until: Wall): Generator<Wall> {
  const start = startOf(first)
  const single = inOrder(rule === undefined ? [start, ...dates] : dates).filter(
    (wall) => wall >= from && wall <= until,
  )
  let next = 0
  for (const wall of rule === undefined || until < start ? [] : ruleWalls(rule, first, from, until)) {
    while (next < single.length && single[next]! < wall) yield single[next++]!
    if (single[next] === wall) next += 1
    yield wall
  }
  yield* single.slice(next)
}

/** Whether the rule has no end. */
export const isEndless = ({ rule }: Recurrence): boolean => {
  if (rule === undefined) return false
  const parts = partsOf(rule)
  return !parts.has('COUNT') && !parts.has('UNTIL')
}

/** Cached, because thousands of dates take up to a second to count, and each read of a series asks for the last one. */
const lastCounted = memoize((key: string): Wall => {
  const [rule, first] = JSON.parse(key) as [string, First]
  let last = startOf(first)
  for (const wall of ruleWalls(rule, first, earliest, lastSecond)) last = wall
  return last
}, 1_000)

/** The rule with UNTIL in place of COUNT. */
function withUntil(rule: string, first: First): string {
  const parts = partsOf(rule)
  if (!parts.has('COUNT')) return rule
  return ruleOf(withoutEnd(parts).set('UNTIL', basic(lastCounted(JSON.stringify([rule, first])))))
}

/** The start time of the last occurrence; undefined if there is no last one, or none at all. */
export const lastWall = (recurrence: Recurrence, first: First): Wall | undefined => {
  if (isEndless(recurrence)) return undefined
  const ended = { ...recurrence, rule: recurrence.rule && withUntil(recurrence.rule, first) }
  const isOut = isExcluded(recurrence)
  for (const from of backwards(ended, first)) {
    let last: Wall | undefined
    for (const wall of merged(ended, first, from, lastSecond)) if (!isOut(wall)) last = wall
    if (last !== undefined) return last
  }
  return undefined
}

/**
 * Where to start searching: progressively earlier days before UNTIL, because a rule can have millions of dates before
 * its last one.
 */
function backwards({ rule = '' }: Recurrence, first: First): Wall[] {
  const until = partsOf(rule).get('UNTIL')
  if (until === undefined) return [earliest]
  return [...[2, 40, 400, 4_000].map((days) => addDays(untilIn(until, first), -days)), earliest]
}
