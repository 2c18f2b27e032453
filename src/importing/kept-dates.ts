import {
  endedBefore,
  endOfRule,
  findStored,
  nextWall,
  shifted,
  without,
  type First,
  type Recurrence,
} from '../recurrence/index.ts'
import type { Draft, Item } from '../resources/resource.ts'
import type { Wall } from '../time/index.ts'
import { isSame } from './context.ts'
import { linesIn } from './objects.ts'
import type { Sent } from './record.ts'

/** What was changed here in the dates of a series, which an import keeps: what was deleted here is not created again. */

/** A series that is written again. */
interface Rewritten {
  /** Its recurrence here, as it is stored. */
  readonly stored: string
  /** The record from which it was last imported. */
  readonly record: Sent
  /** Its first dates, before and after. */
  readonly from: First
  readonly to: First
}

const firstOf = (start: string, { timezone, all_day }: Draft['row']): First => ({
  start,
  timezone: String(timezone),
  allDay: all_day === 1,
})

/** Dates of the stored recurrence, at the times that they have once the first date is another. */
const moved = ({ stored, from, to }: Rewritten, dates: readonly Wall[]): readonly Wall[] =>
  shifted({ rule: findStored(stored, from)?.rule, dates: [], excluded: dates }, from, to).excluded

/** The dates that were deleted or detached here: the source has not excluded them. */
function excludedHere({ stored, record, from }: Rewritten): string[] {
  const own = findStored(stored, from)?.excluded ?? []
  const theirs = new Set(findStored(linesIn(record), from)?.excluded)
  return own.filter((date) => !theirs.has(date))
}

/**
 * From when on all dates were deleted here with `scope=following`: the dates are those of the source, ended earlier. A rule
 * that was edited in any other way is for the policy of the import.
 */
function deletedFrom({ stored, record, from }: Rewritten): Wall | undefined {
  const here = findStored(stored, from)
  const there = findStored(linesIn(record), from)
  if (here === undefined || there === undefined) return undefined
  const end = endOfRule(here, from) ?? there.dates.filter((date) => !here.dates.includes(date)).toSorted()[0]
  if (end === undefined || nextWall(there, from, end) === undefined) return undefined
  const { rule, dates } = endedBefore(there, from, end)
  return rule === here.rule && isSame(dates, here.dates) ? end : undefined
}

/**
 * From when on other series, which begin with `starts`, have taken the dates over here, which would take place twice. What
 * was split may have moved to other days since.
 */
function splitFrom({ stored, from }: Rewritten, starts: readonly Wall[]): Wall | undefined {
  const start = starts.toSorted()[0]
  const recurrence = findStored(stored, from)
  if (start === undefined || recurrence === undefined || nextWall(recurrence, from, start) !== undefined)
    return start
  return endOfRule(recurrence, from) ?? start
}

function endedAt(recurrence: Recurrence, series: Rewritten, end: Wall | undefined): Recurrence {
  if (end === undefined) return recurrence
  const [there] = moved(series, [end])
  return endedBefore(recurrence, series.to, there!)
}

/**
 * A series that the source no longer repeats keeps the one date that is left there. Ending it would make events of their own
 * of some occurrences, which neither the source nor undoing the import could reach any more.
 */
const onlyDate = (starts: Wall): Recurrence => ({ rule: undefined, dates: [starts], excluded: [] })

/**
 * The draft of a series with what was changed here in its dates. `record` is the one from which it was last imported, and
 * `splits` are the first dates of the series that were split from it. Its occurrences move with its start to other days,
 * because new ones would have nothing of what was edited here; the source always says its rule, so a write does not tell by
 * its absence that the dates move.
 */
export function keepDates(draft: Draft, former: Item, record: Sent, splits: readonly Wall[]): Draft {
  const { repeating, row } = draft
  if (repeating === undefined) return draft
  const written = { ...repeating, takesOver: true }
  if (former.series === undefined || repeating.recurrence === undefined)
    return { ...draft, repeating: written }
  const series: Rewritten = {
    stored: former.series.recurrence,
    record,
    from: firstOf(former.series.starts, former.row),
    to: firstOf(repeating.starts, row),
  }
  const there = repeating.recurrence ?? onlyDate(repeating.starts)
  const kept = moved(series, excludedHere(series)).reduce(without, there)
  const ended = endedAt(kept, series, deletedFrom(series))
  const recurrence = endedAt(ended, series, splitFrom(series, splits))
  return { ...draft, repeating: { ...written, recurrence } }
}
