import { dayOf, toInstant, toWall } from '../time/index.ts'
import { lastWall } from './dates.ts'
import { yields } from './engine.ts'
import { partsOf, ruleOf, timeParts } from './parts.ts'
import { basic, startOf, type First } from './recurrence.ts'
import { untilIn } from './until.ts'

/**
 * The rule in the form that other programs expect next to DTSTART (RFC 5545 3.3.10): UNTIL is a date for all-day events
 * and an instant for others. COUNT becomes UNTIL if the rule does not yield the start, because programs differ in
 * whether they count it. Undefined if the rule yields no date at all, such as one that ends before the start, because
 * some programs would then show none, not even the start.
 */
export function publishedRule(rule: string, first: First): string | undefined {
  const parts = partsOf(rule)
  const { timezone, allDay } = first
  if (allDay) for (const name of timeParts) parts.delete(name)
  const start = startOf(first)
  const end = parts.has('UNTIL') ? untilIn(parts.get('UNTIL')!, first) : undefined
  const hasStart = (end === undefined || end >= start) && yields(rule, first, start)
  const last = hasStart ? undefined : lastWall({ rule, dates: [], excluded: [] }, first)
  if (last === start) return undefined
  const until = parts.has('COUNT') ? last : end
  if (until === undefined) return ruleOf(parts)
  parts.delete('COUNT')
  const written = allDay ? basic(dayOf(until)) : `${basic(toWall(toInstant(until, timezone), 'UTC'))}Z`
  return ruleOf(parts.set('UNTIL', written))
}
