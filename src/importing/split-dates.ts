import { endedBefore, endOfRule, findStored, nextWall, type First } from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'
import type { Wall } from '../time/index.ts'
import { firstsOf, movedDates } from './series-firsts.ts'

/** Until when a series has dates: what was split from it may have moved to other days since. */
function endHere(stored: string, first: First, starts: readonly Wall[]): Wall {
  const from = starts.toSorted()[0]!
  const recurrence = findStored(stored, first)
  if (recurrence === undefined || nextWall(recurrence, first, from) !== undefined) return from
  return endOfRule(recurrence, first) ?? from
}

/**
 * The draft of a series without the dates that other series have taken over here, because they would take place twice.
 * `starts` are the first dates of these series.
 */
export function keepSplits(draft: Draft, former: Item, starts: readonly Wall[]): Draft {
  const { repeating } = draft
  if (!repeating?.recurrence || former.series === undefined || starts.length === 0) return draft
  const firsts = firstsOf(former, draft)
  const [from, to] = firsts
  const { recurrence } = former.series
  const [end] = movedDates(recurrence, [endHere(recurrence, from, starts)], firsts)
  return {
    ...draft,
    repeating: { ...repeating, recurrence: endedBefore(repeating.recurrence, to, end!) },
  }
}
