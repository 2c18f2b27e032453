import { addDays, addSeconds, dayOf, daysBetween, type Wall } from '../time/index.ts'
import { yields } from './engine.ts'
import { partsOf, ruleOf, type Parts } from './parts.ts'
import { basic, fromBasic, inOrder, startOf, timeOf, type First, type Recurrence } from './recurrence.ts'
import { untilIn } from './until.ts'
import { placesOf, weekdayName, weekdays } from './weekdays.ts'

/** A recurrence whose start moves to another day, at the same time of day. */

/**
 * RDATEs move by as many days. If the dates of the rule do as well, so do its end and the dates that it leaves out.
 * Unless all have to move, they stay if the rule has a date on the new day anyway, because then it still yields the
 * others.
 */
export function movedTo(recurrence: Recurrence, from: First, day: string, movesAll: boolean): Recurrence {
  const days = daysBetween(from.start, `${day} 00:00:00`)
  if (days === 0) return recurrence
  const to = { ...from, start: `${day} ${timeOf(from.start)}` }
  const move = (date: string) =>
    date.length === 10 ? dayOf(addDays(`${date} 00:00:00`, days)) : addDays(date, days)
  const { rule, dates, excluded } = recurrence
  const moved = rule === undefined ? undefined : movedRule(rule, from, to, movesAll)
  const isWhole = rule === undefined || moved !== undefined
  return {
    rule: moved === undefined ? rule : withMovedEnd(moved, from, days * 86_400),
    dates: inOrder(dates.map(move)),
    excluded: isWhole ? inOrder(excluded.map(move)) : excluded,
  }
}

/** The rule whose dates move with the start; undefined if they stay where they are. */
function movedRule(rule: string, from: First, to: First, movesAll: boolean): string | undefined {
  const parts = partsOf(rule)
  const moved = ruleOf(withDay(parts, startOf(from), startOf(to)))
  if (movesAll && movesByDays(parts)) return moved
  if (!yields(rule, from, startOf(from)) || isInRhythm(rule, from, to)) return undefined
  return yields(moved, to, startOf(to)) ? moved : undefined
}

/** Whether the dates of a rule can all move by the same number of days: months and years differ in length. */
const movesByDays = (parts: Parts): boolean =>
  /DAILY|WEEKLY/.test(parts.get('FREQ')!) && !parts.has('BYMONTH') && !parts.has('BYMONTHDAY')

/** Whether both starts are among the same dates of the rule. */
function isInRhythm(rule: string, from: First, to: First): boolean {
  const first = startOf(from) < startOf(to) ? from : to
  return [from, to].every((one) => yields(rule, first, startOf(one)))
}

/** What a rule repeats of the day of its start follows that day, as if the rule had left it unsaid. */
function withDay(parts: Parts, from: Wall, to: Wall): Parts {
  const frequency = parts.get('FREQ')
  if (frequency === 'DAILY' || frequency === 'WEEKLY') return withWeekdays(parts, from, to)
  if (parts.has('BYSETPOS') || parts.has('BYYEARDAY') || parts.has('BYWEEKNO')) return parts
  if (frequency === 'MONTHLY') return withDayOfMonth(parts, from, to)
  if (Number(parts.get('BYMONTH')) !== monthOf(from)) return parts
  return withDayOfMonth(new Map([...parts, ['BYMONTH', String(monthOf(to))]]), from, to)
}

const monthOf = (wall: Wall) => Number(wall.slice(5, 7))
const dayOfMonth = (wall: Wall) => Number(wall.slice(8, 10))

/** The weekdays of a rule move by as many days, and so does the begin of the weeks if it would come between them. */
function withWeekdays(parts: Parts, from: Wall, to: Wall): Parts {
  const names = parts.get('BYDAY')?.split(',') ?? []
  const move = (name: string) => weekdays.at((weekdays.indexOf(name) + daysBetween(from, to)) % 7)!
  const begin = parts.get('WKST') ?? 'MO'
  const placeOf = (name: string) => (weekdays.indexOf(name) - weekdays.indexOf(begin) + 7) % 7
  const steps = new Set([...names, weekdayName(from)].map((name) => placeOf(move(name)) - placeOf(name)))
  const countsWeeks = names.length > 0 && (parts.has('INTERVAL') || parts.has('BYSETPOS'))
  return new Map([
    ...parts,
    ...(names.length > 0 ? [['BYDAY', names.map(move).join()] as const] : []),
    ...(countsWeeks && steps.size > 1 ? [['WKST', move(begin)] as const] : []),
  ])
}

/** Several days of a month move if each stays one that every month has. */
function withDayOfMonth(parts: Parts, from: Wall, to: Wall): Parts {
  const byDay = parts.get('BYDAY')
  const days = parts.get('BYMONTHDAY')?.split(',').map(Number) ?? []
  if (byDay === undefined && days.includes(dayOfMonth(from))) {
    const moved = days.map((day) => day + dayOfMonth(to) - dayOfMonth(from))
    const isEvery = days.length === 1 || [...days, ...moved].every((day) => day >= 1 && day <= 28)
    return isEvery ? new Map([...parts, ['BYMONTHDAY', moved.join()]]) : parts
  }
  const place = placesOf(from).find((one) => byDay === `${one}${weekdayName(from)}`)
  if (place === undefined || days.length > 0) return parts
  const places = placesOf(to)
  const now = places.includes(-1) && (place === -1 || places[0]! > 4) ? -1 : places[0]!
  return new Map([...parts, ['BYDAY', `${now}${weekdayName(to)}`]])
}

/** The rule whose end moves by as many seconds; an end that is a day, by as many days. */
export function withMovedEnd(rule: string, from: First, seconds: number): string {
  const parts = partsOf(rule)
  const until = parts.get('UNTIL')
  if (until === undefined) return rule
  const end = until.length === 8 ? `${fromBasic(until)} 00:00:00` : untilIn(until, from)
  const moved = basic(addSeconds(end, seconds))
  return ruleOf(parts.set('UNTIL', moved.slice(0, until.length === 8 ? 8 : undefined)))
}
