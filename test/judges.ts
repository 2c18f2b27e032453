import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Third-party iCalendar parsers, from Debian packages. */

const run = promisify(execFile)

/** Debian's Python, because its modules are installed only for that one. */
const python = '/usr/bin/python3'

const pythonIcalendar = `
import sys, json, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
events = []
for event in calendar.walk('VEVENT'):
    assert not event.errors, event.errors
    start = event['DTSTART'].dt
    if hasattr(start, 'astimezone'):
        import datetime
        start = start.astimezone(datetime.timezone.utc)
    events.append([str(event['UID']), str(event['SUMMARY']), start.isoformat()])
json.dump(events, sys.stdout)
`

const libical = `
import sys, json, gi
gi.require_version('ICalGLib', '3.0')
from gi.repository import ICalGLib
calendar = ICalGLib.Component.new_from_string(sys.stdin.buffer.read().decode())
assert calendar.count_errors() == 0, calendar.as_ical_string()
assert calendar.check_restrictions(), calendar.as_ical_string()
events = []
event = calendar.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
while event is not None:
    start = event.get_dtstart()
    if not start.is_date():
        utc = start.convert_to_zone(ICalGLib.Timezone.get_utc_timezone())
        start = '%04d-%02d-%02dT%02d:%02d:%02d+00:00' % (utc.get_year(), utc.get_month(), utc.get_day(), utc.get_hour(), utc.get_minute(), utc.get_second())
    else:
        start = '%04d-%02d-%02d' % (start.get_year(), start.get_month(), start.get_day())
    events.append([event.get_uid(), event.get_summary(), start])
    event = calendar.get_next_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
json.dump(events, sys.stdout)
`

const expanding = `
import sys, json, datetime, icalendar, recurring_ical_events
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
def shown(time):
    return time.astimezone(datetime.timezone.utc).isoformat() if hasattr(time, 'astimezone') else time.isoformat()
found = recurring_ical_events.of(calendar).between((2026, 1, 1), (2028, 11, 1))
json.dump([[str(one['SUMMARY']), shown(one['DTSTART'].dt), shown(one['DTEND'].dt)] for one in found], sys.stdout)
`

const imports = {
  'python-icalendar': 'import icalendar',
  libical: "import gi; gi.require_version('ICalGLib', '3.0')",
}
const programs = { 'python-icalendar': pythonIcalendar, libical }

const expander = { import: 'import recurring_ical_events', program: expanding }

type Judge = keyof typeof programs

export const judges = Object.keys(programs) as readonly Judge[]

const isThere = (statement: string): Promise<boolean> =>
  run(python, ['-c', statement]).then(
    () => true,
    () => false,
  )

export const isInstalled = (judge: Judge): Promise<boolean> => isThere(imports[judge])

export const isExpanderInstalled = (): Promise<boolean> => isThere(expander.import)

type Found = readonly (readonly [string, string, string])[]

function ask(program: string, text: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    const child = execFile(python, ['-c', program], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error === null ? resolve(JSON.parse(stdout) as never) : reject(new Error(stderr, { cause: error })),
    )
    child.stdin!.end(text)
  })
}

/** UID, summary and start of each event; throws if the parser reports any error. */
export const judge = (name: Judge, text: string): Promise<Found> => ask(programs[name], text)

/** Summary, start and end of each occurrence from 2026 to October 2028 according to python-recurring-ical-events. */
export const expanded = (text: string): Promise<Found> => ask(expander.program, text)
