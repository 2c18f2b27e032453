import { addDays, type Wall } from '../time/index.ts'
import { isEndless, wallsOf } from './dates.ts'
import { yields } from './engine.ts'
import { readRecurrence } from './reading.ts'
import { inOrder, startOf, type First, type Recurrence } from './recurrence.ts'

/** Replaces EXRULE of RFC 2445, which RFC 5545 dropped, with a list of the dates it excludes. */

const mostDates = 1_000

/** Ten years, longer than events are planned ahead, and as many dates: a rule with hundreds a day would take seconds. */
const days = 3_653

/**
 * The recurrence with the dates of the EXRULE as EXDATEs; `until` is the last date covered if there are too many to
 * list all.
 */
export function withoutRule(
  recurrence: Recurrence,
  first: First,
  rule: string,
): { readonly recurrence: Recurrence; readonly until: Wall | undefined } {
  const excluding = readRecurrence([`RRULE:${rule}`], first)
  const start = startOf(first)
  const window = { until: addDays(start, days), limit: days }
  const out = new Set(wallsOf(excluding, first, window))
  // `wallsOf` always includes the start, but it is excluded only if the rule yields it.
  if (!yields(excluding.rule!, first, start)) out.delete(start)
  const found = wallsOf(recurrence, first, window).filter((wall) => out.has(wall))
  const isCut = found.length > mostDates || (isEndless(recurrence) && isEndless(excluding))
  const dates = found.slice(0, mostDates)
  return {
    recurrence: { ...recurrence, excluded: inOrder([...recurrence.excluded, ...dates]) },
    until: isCut ? dates.at(-1) : undefined,
  }
}
