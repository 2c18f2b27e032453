/** The UTC offset of a zone at an instant, in minutes. */
function offsetAt(date: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(date)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((wall - date.getTime()) / 60_000)
}

/** Browsers do not support zones such as `UTC+2`, which the service allows. */
function isOtherTime(date: Date, zone: string, own: string): boolean {
  try {
    return offsetAt(date, zone) !== offsetAt(date, own)
  } catch {
    return false
  }
}

const placeOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

function textOf(start: Date, end: Date, zone: string, own: string): string {
  const language = document.documentElement.lang
  const locale = language === 'en' ? 'en-GB' : language
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(start)
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const times =
    start.getTime() === end.getTime() ? time.format(start) : `${time.format(start)}–${time.format(end)}`
  return dayIn(own) === dayIn(zone) ? times : `${day.format(start)}, ${times}`
}

/** Shows the visitor's local time if it differs from that of the event. */
export function showVisitorTimes(): void {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const line of document.querySelectorAll<HTMLElement>('[data-visitor-time]')) {
    const { start = '', end = '', zone = 'UTC', label = '' } = line.dataset
    const [from, to] = [new Date(start), new Date(end)]
    if (!isOtherTime(from, zone, own)) continue
    const times = document.createElement('span')
    times.className = 'num'
    times.textContent = textOf(from, to, zone, own)
    line.append(document.createElement('br'), `${label.replace('{zone}', placeOf(own))}: `, times)
    line.hidden = false
  }
}
