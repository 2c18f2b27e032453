import type { First } from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'

const firstOf = (start: string, { timezone, all_day }: Draft['row']): First => ({
  start,
  timezone: String(timezone),
  allDay: all_day === 1,
})

/** The first dates of a series that is written, before and after. */
export const firstsOf = (former: Item, { repeating, row }: Draft): readonly [from: First, to: First] => [
  firstOf(former.series!.starts, former.row),
  firstOf(repeating!.starts, row),
]
