import { addDays, addSeconds, dayOf, lastSecond, type Wall } from '../time/index.ts'
import { wallsOf } from './dates.ts'
import { periodsOf, ruleWalls, writtenOutParts, yields } from './engine.ts'
import { fault } from './fault.ts'
import { partsOf, ruleOf, timeParts, withoutEnd } from './parts.ts'
import { basic, startOf, type First, type Recurrence } from './recurrence.ts'
import { untilIn } from './until.ts'

const mostListed = 1_000

const goesOn = (rule: string, first: First, from: Wall): boolean =>
  !ruleWalls(rule, first, from, lastSecond).next().done

/** The recurrence limited to dates before a local time. */
export function endedBefore(recurrence: Recurrence, first: First, wall: Wall): Recurrence {
  const { rule } = recurrence
  const dates = recurrence.dates.filter((date) => date < wall)
  return {
    rule: rule !== undefined && goesOn(rule, first, wall) ? withEnd(rule, first, wall) : rule,
    // A series needs at least one line, so one reduced to its first date lists that date.
    dates: rule === undefined && dates.length === 0 ? [startOf(first)] : dates,
    excluded: recurrence.excluded.filter((date) => date < wall),
  }
}

function withEnd(rule: string, { allDay }: First, wall: Wall): string {
  const until = allDay ? basic(dayOf(addDays(wall, -1))) : basic(addSeconds(wall, -1))
  return ruleOf(withoutEnd(partsOf(rule)).set('UNTIL', until))
}

/** The local time before which a rule ends; undefined if it has no UNTIL. */
export function endOfRule({ rule }: Recurrence, first: First): Wall | undefined {
  const until = rule === undefined ? undefined : partsOf(rule).get('UNTIL')
  return until === undefined ? undefined : addSeconds(untilIn(until, first), 1)
}

/** The recurrence from a local time on, which must be one of its dates and becomes the start of the new series. */
export function continuedFrom(recurrence: Recurrence, first: First, wall: Wall): Recurrence {
  const dates = recurrence.dates.filter((date) => date > wall)
  const excluded = recurrence.excluded.filter((date) => date >= (date.length === 10 ? dayOf(wall) : wall))
  const { rule } = recurrence
  if (rule === undefined || !goesOn(rule, first, wall)) return listed(dates, excluded, wall)
  if (yields(rule, first, wall)) return { rule: withoutCounted(rule, first, wall, 0), dates, excluded }
  return fromOther({ rule, dates, excluded }, first, wall)
}

const listed = (dates: readonly Wall[], excluded: readonly string[], wall: Wall): Recurrence => ({
  rule: undefined,
  dates: dates.length === 0 ? [wall] : dates,
  excluded,
})

/** Reduces COUNT by the dates before the split, and adds one for a new start that the rule does not yield. */
function withoutCounted(rule: string, first: First, wall: Wall, more: 0 | 1): string {
  const parts = partsOf(rule)
  const count = parts.get('COUNT')
  if (count === undefined) return rule
  const before = ruleWalls(rule, first, startOf(first), addSeconds(wall, -1))
  return ruleOf(parts.set('COUNT', String(Number(count) - [...before].length + more)))
}

/**
 * Continues from a date that the rule does not yield, so that no part of the rule can be derived from the new start.
 */
function fromOther({ rule, dates, excluded }: Recurrence & { rule: string }, first: First, wall: Wall) {
  const parts = writtenOutParts(withoutCounted(rule, first, wall, 1), first)
  const isInRhythm =
    periodsOf(parts, startOf(first)).periodsUntil(wall) % Number(parts.get('INTERVAL') ?? 1) === 0
  if (first.allDay) for (const name of timeParts) parts.delete(name)
  if (isInRhythm) return { rule: ruleOf(parts), dates, excluded }
  if (!parts.has('COUNT') && !parts.has('UNTIL')) throw cannotSplit(rule, wall)
  const window = { from: addSeconds(wall, 1), until: lastSecond, limit: mostListed + 1 }
  const walls = wallsOf({ rule, dates, excluded: [] }, first, window)
  if (walls.length > mostListed) throw cannotSplit(rule, wall)
  return listed(walls, excluded, wall)
}

const cannotSplit = (rule: string, wall: Wall) =>
  fault(
    { text: `RRULE:${rule}` },
    '"{line}": cannot be continued from {day}, which is not a date of this rule; split at one of its dates.',
    { day: dayOf(wall) },
  )
