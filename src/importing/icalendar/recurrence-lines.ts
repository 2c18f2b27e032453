import type { Property, Vevent } from './vevent.ts'
import { exactEndAfter, readStamp, timed, UnknownZone, type When, type ZoneContext } from './times.ts'

/** Reads RDATE and EXDATE, whose zones and periods differ from those of a series here. */

const dateLine = /^(RDATE|EXDATE)((?:;(?:[^:;"]|"[^"]*")*)*):(.*)$/i

const isPeriod = (parameters: string) => /;VALUE=PERIOD/i.test(parameters)

/** The time of a start without a zone, as it is written. */
function floatingTimeOf(start: Property | undefined): string | undefined {
  if (start === undefined || start.parameters.tzid !== undefined) return undefined
  return /^\d{8}(T\d{6})$/i.exec(start.written ?? '')?.[1]
}

/**
 * Some programs write a date to exclude in UTC beside a start without a zone. At the very time of the start it is the local
 * time, because as an instant it would exclude nothing.
 */
const withoutUtc = (values: string, time: string) => values.replaceAll(new RegExp(`${time}Z`, 'gi'), time)

/** Replaces the zones in RDATE and EXDATE by known ones, and periods by their start. */
export function recurrenceLines(vevent: Vevent, { zones }: ZoneContext): string[] {
  const floatingTime = floatingTimeOf(vevent.first('dtstart'))
  return vevent.recurrence.map((line) => {
    const [, name, parameters, values] = dateLine.exec(line) ?? []
    if (name === undefined) return line
    const supported = parameters!
      .replace(/;VALUE=(?:PERIOD|DATE-TIME)/i, '')
      .replace(/;TZID=("[^"]*"|[^;]*)/i, (_, tzid: string) => {
        const zone = zones.find(tzid)
        if (zone === undefined) throw new UnknownZone(tzid)
        return `;TZID=${zone}`
      })
    const dates = isPeriod(parameters!) ? values!.replace(/\/[^,]*/g, '') : values!
    const isExcluding = /^EXDATE$/i.test(name)
    const read = isExcluding && floatingTime !== undefined ? withoutUtc(dates, floatingTime) : dates
    return `${name.toUpperCase()}${supported}:${read}`
  })
}

/** Returns the periods of RDATE (RFC 5545 3.3.9), in the zone of the series. */
export const periodsOf = (lines: readonly string[], { timezone }: When, context: ZoneContext): When[] =>
  lines.flatMap((line) => {
    const [, name = '', parameters = '', values = ''] = dateLine.exec(line) ?? []
    if (!/^RDATE$/i.test(name) || !isPeriod(parameters)) return []
    const tzid = /;TZID="?([^";]*)/i.exec(parameters)?.[1]
    return values
      .split(',')
      .map((value) => value.trim().split('/'))
      .flatMap(([start, end]) => (end === undefined ? [] : [periodOf(start!, end, tzid, timezone, context)]))
  })

/** `20270305T120000` as ical.js returns it. */
const extended = (text: string) =>
  text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6')

function periodOf(
  start: string,
  end: string,
  tzid: string | undefined,
  timezone: string,
  context: ZoneContext,
): When {
  const read = (text: string) =>
    readStamp(
      { name: 'rdate', parameters: { tzid }, type: 'date-time', values: [extended(text)], written: text },
      context,
    )
  const from = read(start)
  return timed(
    from,
    /^[+-]?P/i.test(end) ? exactEndAfter(from, end, from.zone ?? timezone) : read(end),
    timezone,
  )
}
