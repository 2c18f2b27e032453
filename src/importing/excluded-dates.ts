import { findStored, without, type First } from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'
import type { Sent } from './record.ts'
import { firstsOf, movedDates } from './series-firsts.ts'

/** The lines of a record, as one text. */
export const linesIn = ({ recurrence = '' }: Sent): string =>
  Array.isArray(recurrence) ? recurrence.join('\n') : String(recurrence)

/** The dates that were deleted or detached here: the source has not excluded them. */
function excludedHere(stored: string, before: Sent, first: First): string[] {
  const own = findStored(stored, first)?.excluded ?? []
  const theirs = new Set(findStored(linesIn(before), first)?.excluded)
  return own.filter((date) => !theirs.has(date))
}

/**
 * The draft of a series without the dates that were deleted or detached here, because what was deleted here is not created
 * again. `before` is the record from which it was last imported.
 */
export function keepExcluded(draft: Draft, former: Item, before: Sent): Draft {
  const { repeating } = draft
  if (!repeating?.recurrence || former.series === undefined) return draft
  const { recurrence } = former.series
  const firsts = firstsOf(former, draft)
  const kept = movedDates(recurrence, excludedHere(recurrence, before, firsts[0]), firsts)
  return { ...draft, repeating: { ...repeating, recurrence: kept.reduce(without, repeating.recurrence) } }
}
