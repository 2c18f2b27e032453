import { isObject, type JsonObject } from '../is-object.ts'
import { listOf } from './objects.ts'

/** The repetition of an event by its `eventSchedule` (schema.org Schedule). */

interface Repetition {
  readonly from: string | undefined
  readonly until: string | undefined
  readonly duration: string | undefined
  readonly recurrence: string | undefined
}

const frequencies: Readonly<Record<string, string>> = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' }

const textIn = (object: JsonObject, name: string) =>
  typeof object[name] === 'string' && object[name] !== '' ? object[name] : undefined

/** `https://schema.org/Monday` as `MO`; rules of RFC 5545 such as `2MO` are kept. */
const weekdays = (value: unknown) =>
  listOf(value)
    .map((day) => String(day).replace(/^.*[/:]/, ''))
    .map((day) => (/^\p{L}{3,}$/u.test(day) ? day.slice(0, 2) : day).toUpperCase())
    .join(',')

function ruleOf(schedule: JsonObject): string | undefined {
  const [, count = '', unit = ''] = /^P(\d+)([DWMY])$/i.exec(textIn(schedule, 'repeatFrequency') ?? '') ?? []
  const frequency = frequencies[unit.toUpperCase()]
  if (frequency === undefined) return undefined
  const last = textIn(schedule, 'endDate')?.slice(0, 10).replaceAll('-', '')
  const [days, daysOfMonth] = [weekdays(schedule.byDay), listOf(schedule.byMonthDay).join(',')]
  const parts = [
    `FREQ=${frequency}`,
    ...(count === '1' ? [] : [`INTERVAL=${Number(count)}`]),
    ...(days === '' ? [] : [`BYDAY=${days}`]),
    ...(daysOfMonth === '' ? [] : [`BYMONTHDAY=${daysOfMonth}`]),
    ...(schedule.repeatCount === undefined
      ? last === undefined
        ? []
        : [`UNTIL=${last}`]
      : [`COUNT=${Number(schedule.repeatCount)}`]),
  ]
  return `RRULE:${parts.join(';')}`
}

const excluded = (schedule: JsonObject) => {
  const time = textIn(schedule, 'startTime')?.slice(0, 5).replace(':', '')
  const dates = listOf(schedule.exceptDate).map((date) => String(date).slice(0, 10).replaceAll('-', ''))
  return dates.length === 0
    ? ''
    : `\nEXDATE:${dates.map((date) => (time === undefined ? date : `${date}T${time}00`)).join(',')}`
}

/** The first date, its end, and the rule; nothing for an event without a schedule. */
export function repetitionOf({ eventSchedule, startDate }: JsonObject): Partial<Repetition> {
  const [schedule] = listOf(eventSchedule).filter(isObject)
  if (schedule === undefined) return {}
  const day = String(textIn(schedule, 'startDate') ?? startDate ?? '').slice(0, 10)
  const at = (time: string | undefined) =>
    time === undefined || day === '' ? undefined : `${day}T${time.slice(0, 5)}`
  const rule = ruleOf(schedule)
  return {
    from: at(textIn(schedule, 'startTime')) ?? (day === '' ? undefined : day),
    until: at(textIn(schedule, 'endTime')),
    duration: textIn(schedule, 'duration'),
    recurrence: rule && `${rule}${excluded(schedule)}`,
  }
}
