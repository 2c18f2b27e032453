import { endedBefore, endOfRule, findStored, shifted, wallsOf, type First } from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'
import { lastSecond, type Wall } from '../time/index.ts'
import { firstsOf } from './series-firsts.ts'

/** Until when a series has dates: what was split from it may have moved to other days since. */
function endHere(stored: string, first: First, starts: readonly Wall[]): Wall {
  const from = starts.toSorted()[0]!
  const recurrence = findStored(stored, first)
  if (
    recurrence === undefined ||
    wallsOf(recurrence, first, { from, until: lastSecond, limit: 1 }).length > 0
  )
    return from
  return endOfRule(recurrence, first) ?? from
}

/**
 * The draft of a series without the dates that other series have taken over here, because they would take place twice.
 * `starts` are the first dates of these series.
 */
export function keepSplits(draft: Draft, former: Item, starts: readonly Wall[]): Draft {
  const { repeating } = draft
  if (!repeating?.recurrence || former.series === undefined || starts.length === 0) return draft
  const [from, to] = firstsOf(former, draft)
  const { recurrence } = former.series
  const end = endHere(recurrence, from, starts)
  const rule = findStored(recurrence, from)?.rule
  const [moved] = shifted({ rule, dates: [], excluded: [end] }, from, to).excluded
  return {
    ...draft,
    repeating: { ...repeating, recurrence: endedBefore(repeating.recurrence, to, moved!) },
  }
}
