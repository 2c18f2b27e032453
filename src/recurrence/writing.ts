import { basic, type Recurrence } from './recurrence.ts'

/** The lines of RFC 5545 that `readRecurrence` parses as this recurrence; dates are in the zone of the series. */
export const linesOf = ({ rule, dates, excluded }: Recurrence, { allDay }: { allDay: boolean }): string[] => [
  ...(rule === undefined ? [] : [`RRULE:${rule}`]),
  ...datesLines('RDATE', dates, allDay),
  ...datesLines('EXDATE', excluded, allDay),
]

const datesLines = (name: string, dates: readonly string[], allDay: boolean): string[] => {
  const days = dates.filter((date) => allDay || date.length === 10).map((date) => basic(date).slice(0, 8))
  const times = allDay ? [] : dates.filter((date) => date.length > 10).map(basic)
  return [
    ...(times.length > 0 ? [`${name}:${times.join(',')}`] : []),
    ...(days.length > 0 ? [`${name};VALUE=DATE:${days.join(',')}`] : []),
  ]
}
