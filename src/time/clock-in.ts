/** Without imports, because browsers load it too. */

/** The local time at an instant, `YYYY-MM-DD HH:MM:SS`. */
type ReadClock = (moment: Date) => string

const fixedZone = /^(?:UTC)?(?:([+-])(\d{1,2})(?::(\d\d))?)?$/

/** Not every browser knows zones such as `UTC+5:30` and `+05:30`, which the service allows. */
function fixedClock(zone: string): ReadClock | undefined {
  const [, sign, hours = 0, minutes = 0] = fixedZone.exec(zone) ?? []
  if (sign === undefined) return undefined
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return (moment) => new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Returns the clock of a time zone. It reads the parts of a formatted date, because browsers differ in how they join them.
 *
 * @throws RangeError if the browser does not know the zone.
 */
export function clockIn(zone: string): ReadClock {
  const fixed = fixedClock(zone)
  if (fixed !== undefined) return fixed
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const [day, time] = [
      ['year', 'month', 'day'],
      ['hour', 'minute', 'second'],
    ].map((names) => names.map((name) => parts.get(name as Intl.DateTimeFormatPartTypes)))
    return `${day!.join('-')} ${time!.join(':')}`
  }
}
