import { endedBefore, endOfRule, findStored, nextWall, type First } from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'
import type { Wall } from '../time/index.ts'
import { isSame } from './context.ts'
import { linesIn } from './excluded-dates.ts'
import type { Sent } from './record.ts'
import { firstsOf, movedDates } from './series-firsts.ts'

/**
 * From when on all dates of a series were deleted here: its dates are those of the source, ended earlier. A rule that was
 * edited in any other way is for the policy of the import.
 */
function endHere(stored: string, before: Sent, first: First): Wall | undefined {
  const here = findStored(stored, first)
  const there = findStored(linesIn(before), first)
  if (here === undefined || there === undefined) return undefined
  const end = endOfRule(here, first) ?? there.dates.filter((date) => !here.dates.includes(date)).toSorted()[0]
  if (end === undefined || nextWall(there, first, end) === undefined) return undefined
  const { rule, dates } = endedBefore(there, first, end)
  return rule === here.rule && isSame(dates, here.dates) ? end : undefined
}

/**
 * The draft of a series without the last dates, if these were deleted here with `scope=following`, because what was deleted
 * here is not created again. `before` is the record from which it was last imported.
 */
export function keepEnd(draft: Draft, former: Item, before: Sent): Draft {
  const { repeating } = draft
  if (!repeating?.recurrence || former.series === undefined) return draft
  const firsts = firstsOf(former, draft)
  const { recurrence } = former.series
  const end = endHere(recurrence, before, firsts[0])
  if (end === undefined) return draft
  const [moved] = movedDates(recurrence, [end], firsts)
  return {
    ...draft,
    repeating: { ...repeating, recurrence: endedBefore(repeating.recurrence, firsts[1], moved!) },
  }
}
