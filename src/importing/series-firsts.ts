import { findStored, shifted, type First } from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'
import type { Wall } from '../time/index.ts'

const firstOf = (start: string, { timezone, all_day }: Draft['row']): First => ({
  start,
  timezone: String(timezone),
  allDay: all_day === 1,
})

type Firsts = readonly [from: First, to: First]

/** The first dates of a series that is written, before and after. */
export const firstsOf = (former: Item, { repeating, row }: Draft): Firsts => [
  firstOf(former.series!.starts, former.row),
  firstOf(repeating!.starts, row),
]

/** Dates of a stored recurrence, at the times that they have once its first date is another. */
export const movedDates = (stored: string, dates: readonly Wall[], [from, to]: Firsts): readonly Wall[] =>
  shifted({ rule: findStored(stored, from)?.rule, dates: [], excluded: dates }, from, to).excluded
