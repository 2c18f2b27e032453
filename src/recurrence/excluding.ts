import { addDays, type Wall } from '../time/index.ts'
import { isEndless, wallsOf } from './dates.ts'
import { yields } from './engine.ts'
import { readRecurrence } from './reading.ts'
import { inOrder, startOf, type First, type Recurrence } from './recurrence.ts'

/** EXRULE of RFC 2445, which RFC 5545 dropped: what it takes out is listed instead. */

const mostDates = 1_000

/** Longer than anything is planned ahead. */
const days = 3_653

/** Once its dates are EXDATEs; `until` says where they end, if the rule does not. */
export function withoutRule(
  recurrence: Recurrence,
  first: First,
  rule: string,
): { readonly recurrence: Recurrence; readonly until: Wall | undefined } {
  const excluding = readRecurrence([`RRULE:${rule}`], first)
  const start = startOf(first)
  const window = { until: addDays(start, days), limit: days * 24 }
  const out = new Set(wallsOf(excluding, first, window))
  // Every rule has its first date, but only one that yields it takes that out.
  if (!yields(excluding.rule!, first, start)) out.delete(start)
  const found = wallsOf(recurrence, first, window).filter((wall) => out.has(wall))
  const isCut = found.length > mostDates || (isEndless(recurrence) && isEndless(excluding))
  const dates = found.slice(0, mostDates)
  return {
    recurrence: { ...recurrence, excluded: inOrder([...recurrence.excluded, ...dates]) },
    until: isCut ? dates.at(-1) : undefined,
  }
}
