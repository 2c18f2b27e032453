import { labelled } from '../../src/locales/sentence.ts'
import { placeOfZone } from '../../src/locales/zone-places.ts'
import { clockIn } from '../../src/time/clock-in.ts'
import { dateFormat, type DateOptions } from '../../src/time/date-format.ts'
import { dayLength } from '../../src/time/days.ts'
import { isAtNight } from '../../src/time/night.ts'

/** The own zone of a visitor may be one that the browser does not know. */
function isOtherTime(date: Date, zone: string, own: string): boolean {
  try {
    return clockIn(zone)(date) !== clockIn(own)(date)
  } catch {
    return false
  }
}

const dayIn = (date: Date, zone: string) => clockIn(zone)(date).slice(0, 10)

/**
 * The first and the last day, as on the page: what is shorter than a day and ends in the night belongs to its evening, and
 * an end at midnight to the day before.
 */
function daysIn(start: Date, end: Date, zone: string): readonly [string, string] {
  const isNight = end.getTime() - start.getTime() < dayLength && isAtNight(clockIn(zone)(end))
  const last = isNight ? start : new Date(end.getTime() - 1)
  return [dayIn(start, zone), dayIn(last, zone)]
}

function textOf(language: string, start: Date, end: Date, zone: string, own: string): string {
  const formatIn = (options: DateOptions) => dateFormat(language, { timeZone: own, ...options })
  const time = formatIn({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = formatIn({ weekday: 'long', day: 'numeric', month: 'long' })
  const withDay = (date: Date, times = time.format(date)) => `${day.format(date)}, ${times}`
  const times =
    start.getTime() === end.getTime() ? time.format(start) : `${time.format(start)}–${time.format(end)}`
  const [first, last] = daysIn(start, end, own)
  if (String([first, last]) === String(daysIn(start, end, zone))) return times
  return first === last ? withDay(start, times) : `${withDay(start)}\u00A0– ${withDay(end)}`
}

/** Shows the visitor's local time if it differs from that of the event. */
export function showVisitorTimes(): void {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const line of document.querySelectorAll<HTMLElement>('[data-visitor-time]')) {
    const { start = '', end = '', zone = 'UTC', label = '' } = line.dataset
    const [from, to] = [new Date(start), new Date(end)]
    if (![from, to].some((date) => isOtherTime(date, zone, own))) continue
    const times = document.createElement('span')
    times.className = 'num'
    // Of the line, because the words beside the times may be in another language than the page.
    const { lang } = line.closest<HTMLElement>('[lang]')!
    times.textContent = textOf(lang, from, to, zone, own)
    const name = label.replace('{zone}', placeOfZone(own, lang))
    line.append(document.createElement('br'), labelled(name, '', lang), times)
    line.hidden = false
  }
}
