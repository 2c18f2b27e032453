import { addSeconds, dayOf, endOfDay, secondsOf, startOfDay, type Wall } from '../time/index.ts'
import { wallsOf } from './dates.ts'
import { movedTo, withMovedEnd } from './moving.ts'
import { isValidPart, partsOf, ruleOf, timeParts } from './parts.ts'
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

/**
 * The recurrence after a change of the start, the time zone or `all_day`. With `movesAll`, the dates of a rule move even
 * if it has one on the new day anyway.
 */
export function shifted(recurrence: Recurrence, from: First, to: First, movesAll = false): Recurrence {
  const day = dayOf(to.start)
  const between = { ...from, start: `${day} ${timeOf(from.start)}` }
  return atTime(movedTo(recurrence, from, day, movesAll), between, to)
}

/** RDATE and EXDATE at the old time of day move to the new one, and UNTIL still includes the same last day. */
function atTime({ rule, dates, excluded }: Recurrence, from: First, to: First): Recurrence {
  const [oldTime, newTime] = [from, to].map((first) => timeOf(startOf(first)))
  const move = (date: string): string => {
    if (to.allDay) return startOfDay(date)
    return timeOf(date) === oldTime ? `${dayOf(date)} ${newTime}` : date
  }
  const seconds = secondsOf(to.start) - secondsOf(from.start)
  const moveTime = (date: string) => (date.length === 10 ? date : addSeconds(date, seconds))
  const moved = rule && oldTime !== newTime ? withTimes(rule, from, to) : undefined
  return {
    rule: moved === undefined ? rule && withUntil(rule, from, to) : withMovedEnd(moved, from, seconds),
    dates: inOrder(dates.map(move)),
    excluded: inOrder(excluded.map(moved === undefined ? move : moveTime)),
  }
}

/** The rule whose times of day move with the start; undefined if it says none, or if one would be on another day. */
function withTimes(rule: string, from: First, to: First): string | undefined {
  const parts = partsOf(rule)
  const named = timeParts.filter((name) => parts.has(name))
  if (named.length === 0 || from.allDay || to.allDay) return undefined
  const moved = named.map((name) => {
    const [old, now] = [from, to].map(({ start }) =>
      Number(timeOf(start).split(':')[timeParts.indexOf(name)]),
    )
    const numbers = parts.get(name)!.split(',').map(Number)
    return [
      name,
      (numbers.includes(old!) ? numbers.map((number) => number + now! - old!) : [-1]).join(),
    ] as const
  })
  return moved.every(([name, value]) => isValidPart(name, value))
    ? ruleOf(new Map([...parts, ...moved]))
    : undefined
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
