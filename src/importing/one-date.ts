import type { Draft, Item } from '../resources/resource.ts'

/**
 * A series that the source no longer repeats keeps the one date that is left there. Ending it would make events of
 * their own of some occurrences, which neither the source nor undoing the import could reach any more.
 */
export function keepOneDate(draft: Draft, former: Item): Draft {
  const { repeating } = draft
  if (repeating?.recurrence !== null || former.series === undefined) return draft
  const recurrence = { rule: undefined, dates: [repeating.starts], excluded: [] }
  return { ...draft, repeating: { ...repeating, recurrence } }
}
