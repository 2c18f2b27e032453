import { dayAfter } from '../../../../../src/time/days.ts'
import { weekdayOf } from '../../../parts/wall-clock.ts'
import { hasOwnTimes } from './listed-dates.ts'
import { lastDay, linesOf, nthOf, readRule, untilDay, weekdays } from './rule.ts'

/**
 * The recurrence after the start moved. Dates at the time of the start follow it, and an end that is a time includes the
 * same last day. Unlike in the service, single days and the last one stay, because the form shows them, and a holiday
 * stays one. What the rule repeats of the day of the start follows, as if the rule had left it unsaid.
 */
export function movedRecurrence(text: string, from: string, to: string, zone: string): string {
  const [[oldDay, oldTime], [newDay, newTime]] = [partsOf(from), partsOf(to)]
  return linesOf(text)
    .map((line) => {
      if (!line.startsWith('RRULE:')) return datesAt(line, oldTime, newTime)
      const rule = onDay(line, oldDay, newDay)
      return oldTime === newTime ? rule : endedOnDay(rule, oldTime, zone)
    })
    .join('\n')
}

const partsOf = (wall: string) => wall.split(' ') as [day: string, time: string]

function datesAt(line: string, oldTime: string, newTime: string): string {
  const [old, now] = [oldTime, newTime].map((time) => `T${time.replaceAll(':', '')}`) as [string, string]
  return line.replace(/T\d{6}/g, (time) => (time === old ? now : time))
}

/** The times of a rule that has some of its own do not move. */
const endedOnDay = (rule: string, time: string, zone: string): string =>
  hasOwnTimes(rule)
    ? rule
    : rule.replace(/(?<=UNTIL=)[\dTZ]+/, (until) => untilDay(lastDay(until, time, zone)))

/** Of rules that the form can edit; others are kept as they are. */
function onDay(line: string, from: string, to: string): string {
  const rule = readRule(line.slice('RRULE:'.length), from)
  if (rule === undefined || from === to) return line
  const [old, now] = [from, to].map((day) => weekdays[weekdayOf(day)]!) as [string, string]
  if (rule.frequency === 'WEEKLY') return line.replace(new RegExp(`(?<=;BYDAY=)${old}(?=;|$)`), now)
  if (rule.nth !== undefined && isNth(rule.nth, from))
    return line.replace(/(?<=;BYDAY=)[^;]+/, `${placeOf(to, rule.nth)}${now}`)
  return line.replace(/(?<=;BYMONTHDAY=)\d+/, String(Number(to.slice(8))))
}

const isLast = (day: string) => dayAfter(day, 7).slice(0, 7) !== day.slice(0, 7)

const isNth = (nth: number, day: string) => (nth === -1 ? isLast(day) : nth === nthOf(day))

/** The last one of its month stays the last one; the fifth always is. */
const placeOf = (day: string, nth: number) =>
  (nth === -1 && isLast(day)) || nthOf(day) > 4 ? -1 : nthOf(day)
