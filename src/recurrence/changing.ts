import { dayOf, endOfDay, startOfDay, type Wall } from '../time/index.ts'
import { wallsOf } from './dates.ts'
import { movedTo } from './moving.ts'
import { partsOf, ruleOf, timeParts } from './parts.ts'
import { basic, inOrder, isExcluded, startOf, timeOf, type First, type Recurrence } from './recurrence.ts'
import { lastDay, untilIn } from './until.ts'

/** Excludes a date with an EXDATE. */
export const without = (recurrence: Recurrence, wall: Wall): Recurrence =>
  isExcluded(recurrence)(wall)
    ? recurrence
    : { ...recurrence, excluded: inOrder([...recurrence.excluded, wall]) }

/** The inverse of `without`; a date that the rule does not yield becomes an RDATE. */
export function withDate(recurrence: Recurrence, first: First, wall: Wall): Recurrence {
  const day = dayOf(wall)
  const onDay = { from: startOfDay(wall), until: endOfDay(wall), limit: 2_000 }
  const all = wallsOf({ ...recurrence, excluded: [] }, first, onDay)
  const isDayOut = recurrence.excluded.includes(day)
  const remaining = recurrence.excluded.filter((date) => date !== wall && date !== day)
  const others = isDayOut ? all.filter((date) => date !== wall) : []
  return {
    ...recurrence,
    dates: all.includes(wall) ? recurrence.dates : inOrder([...recurrence.dates, wall]),
    excluded: inOrder([...remaining, ...others]),
  }
}

/** The recurrence after a change of the start, the time zone or `all_day`. */
export function shifted(recurrence: Recurrence, from: First, to: First): Recurrence {
  const day = dayOf(to.start)
  const between = { ...from, start: `${day} ${timeOf(from.start)}` }
  return atTime(movedTo(recurrence, from, day), between, to)
}

/** RDATE and EXDATE at the old time of day move to the new one, and UNTIL still includes the same last day. */
function atTime({ rule, dates, excluded }: Recurrence, from: First, to: First): Recurrence {
  const [oldTime, newTime] = [from, to].map((first) => timeOf(startOf(first)))
  const move = (date: string): string => {
    if (to.allDay) return startOfDay(date)
    return timeOf(date) === oldTime ? `${dayOf(date)} ${newTime}` : date
  }
  return {
    rule: rule && withUntil(rule, from, to),
    dates: inOrder(dates.map(move)),
    excluded: inOrder(excluded.map(move)),
  }
}

function withUntil(rule: string, from: First, to: First): string {
  const parts = partsOf(rule)
  const until = parts.get('UNTIL')
  const [oldTime, newTime] = [from, to].map((first) => timeOf(startOf(first)))
  const isSame = from.timezone === to.timezone && oldTime === newTime
  if (until === undefined || until.length === 8 || isSame) return rule
  const wall = untilIn(until, from)
  const hasTimes = timeParts.some((name) => parts.has(name))
  const isWhole = oldTime !== newTime && (to.allDay || !hasTimes)
  return ruleOf(parts.set('UNTIL', isWhole ? basic(lastDay(wall, startOf(from))) : basic(wall)))
}
