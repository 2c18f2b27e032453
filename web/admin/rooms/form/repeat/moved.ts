import { lastDay, linesOf, untilDay } from './rule.ts'

/**
 * The recurrence after the start moved, as the service changes one that is not sent: dates at the time of the start
 * follow it, and an end that is a time includes the same last day. Days do not follow, because a day that was left out
 * is a holiday wherever the start is.
 */
export function movedRecurrence(text: string, from: string, to: string, zone: string): string {
  const [oldTime, newTime] = [from, to].map((start) => start.slice(11)) as [string, string]
  if (oldTime === newTime) return text
  const [old, now] = [oldTime, newTime].map((time) => `T${time.replaceAll(':', '')}`) as [string, string]
  return linesOf(text)
    .map((line) =>
      line.startsWith('RRULE:')
        ? endedOnDay(line, oldTime, zone)
        : line.replace(/T\d{6}/g, swapped(old, now)),
    )
    .join('\n')
}

const swapped = (old: string, now: string) => (time: string) => (time === old ? now : time)

/** The times of a rule that has some of its own do not move. */
const endedOnDay = (rule: string, time: string, zone: string): string =>
  /;BY(?:HOUR|MINUTE|SECOND)=/.test(rule)
    ? rule
    : rule.replace(/(?<=UNTIL=)[\dTZ]+/, (until) => untilDay(lastDay(until, time, zone)))
