import { addDays, dayOf, type Wall } from '../time/index.ts'
import { yields } from './engine.ts'
import { partsOf, ruleOf, type Parts } from './parts.ts'
import {
  basic,
  daysBetween,
  fromBasic,
  inOrder,
  startOf,
  timeOf,
  type First,
  type Recurrence,
} from './recurrence.ts'
import { untilIn } from './until.ts'
import { placesOf, weekdayName } from './weekdays.ts'

/** A recurrence whose start moves to another day, at the same time of day. */

/**
 * RDATEs move by as many days. If the dates of the rule do as well, so do its end and the dates that it leaves out;
 * they stay if the rule has a date on the new day anyway, because then it still yields the others.
 */
export function movedTo(recurrence: Recurrence, from: First, day: string): Recurrence {
  const days = daysBetween(from.start, `${day} 00:00:00`)
  if (days === 0) return recurrence
  const to = { ...from, start: `${day} ${timeOf(from.start)}` }
  const move = (date: string) =>
    date.length === 10 ? dayOf(addDays(`${date} 00:00:00`, days)) : addDays(date, days)
  const { rule, dates, excluded } = recurrence
  const moved = rule === undefined ? undefined : movedRule(rule, from, to)
  const isWhole = rule === undefined || moved !== undefined
  return {
    rule: moved === undefined ? rule : withMovedEnd(moved, from, days),
    dates: inOrder(dates.map(move)),
    excluded: isWhole ? inOrder(excluded.map(move)) : excluded,
  }
}

/** The rule whose dates move with the start; undefined if they stay where they are. */
function movedRule(rule: string, from: First, to: First): string | undefined {
  if (!yields(rule, from, startOf(from)) || isInRhythm(rule, from, to)) return undefined
  const moved = ruleOf(withDay(partsOf(rule), startOf(from), startOf(to)))
  return yields(moved, to, startOf(to)) ? moved : undefined
}

/** Whether both starts are among the same dates of the rule. */
function isInRhythm(rule: string, from: First, to: First): boolean {
  const first = startOf(from) < startOf(to) ? from : to
  return [from, to].every((one) => yields(rule, first, startOf(one)))
}

/** What a rule repeats of the day of its start follows that day, as if the rule had left it unsaid. */
function withDay(parts: Parts, from: Wall, to: Wall): Parts {
  const frequency = parts.get('FREQ')
  if (parts.has('BYSETPOS') || parts.has('BYYEARDAY') || parts.has('BYWEEKNO')) return parts
  if (frequency === 'DAILY' || frequency === 'WEEKLY') return withWeekday(parts, from, to)
  if (frequency === 'MONTHLY') return withDayOfMonth(parts, from, to)
  if (Number(parts.get('BYMONTH')) !== monthOf(from)) return parts
  return withDayOfMonth(new Map([...parts, ['BYMONTH', String(monthOf(to))]]), from, to)
}

const monthOf = (wall: Wall) => Number(wall.slice(5, 7))
const dayOfMonth = (wall: Wall) => Number(wall.slice(8, 10))

const withWeekday = (parts: Parts, from: Wall, to: Wall): Parts =>
  parts.get('BYDAY') === weekdayName(from) ? new Map([...parts, ['BYDAY', weekdayName(to)]]) : parts

function withDayOfMonth(parts: Parts, from: Wall, to: Wall): Parts {
  const [byDay, byMonthDay] = ['BYDAY', 'BYMONTHDAY'].map((name) => parts.get(name))
  if (byDay === undefined && Number(byMonthDay) === dayOfMonth(from))
    return new Map([...parts, ['BYMONTHDAY', String(dayOfMonth(to))]])
  const place = placesOf(from).find((one) => byDay === `${one}${weekdayName(from)}`)
  if (place === undefined || byMonthDay !== undefined) return parts
  const places = placesOf(to)
  const now = places.includes(-1) && (place === -1 || places[0]! > 4) ? -1 : places[0]!
  return new Map([...parts, ['BYDAY', `${now}${weekdayName(to)}`]])
}

function withMovedEnd(rule: string, from: First, days: number): string {
  const parts = partsOf(rule)
  const until = parts.get('UNTIL')
  if (until === undefined) return rule
  const end = until.length === 8 ? `${fromBasic(until)} 00:00:00` : untilIn(until, from)
  const moved = basic(addDays(end, days))
  return ruleOf(parts.set('UNTIL', until.length === 8 ? moved.slice(0, 8) : moved))
}
