import { dayOf, toInstant, toWall } from '../time/index.ts'
import { lastWall } from './dates.ts'
import { yields } from './engine.ts'
import { partsOf, ruleOf } from './parts.ts'
import { basic, startOf, type First } from './recurrence.ts'
import { untilIn } from './until.ts'

/**
 * The rule in the form that other programs expect next to DTSTART (RFC 5545 3.3.10): UNTIL is a date for all-day events
 * and an instant for others. COUNT becomes UNTIL if the rule does not yield the start, because programs differ in
 * whether they count it.
 */
export function publishedRule(rule: string, first: First): string {
  const parts = new Map(partsOf(rule))
  const { timezone, allDay } = first
  if (allDay) for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) parts.delete(name)
  const isAmbiguous = parts.has('COUNT') && !yields(rule, first, startOf(first))
  const last = isAmbiguous ? lastWall({ rule, dates: [], excluded: [] }, first) : undefined
  const until = last ?? (parts.has('UNTIL') ? untilIn(parts.get('UNTIL')!, first) : undefined)
  if (until === undefined) return ruleOf(parts)
  parts.delete('COUNT')
  const end = allDay ? basic(dayOf(until)) : `${basic(toWall(toInstant(until, timezone), 'UTC'))}Z`
  return ruleOf(parts.set('UNTIL', end))
}
