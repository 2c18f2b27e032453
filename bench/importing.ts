import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuOf, peakOf } from './processes.ts'
import { report } from './report.ts'
import { startService, type ServiceOptions } from './servers.ts'

/** `calends import` of one large calendar: elapsed time, processor time and peak memory. */

const events = 50_000
const places = 500
const sampleMs = 100

const two = (number: number) => String(number).padStart(2, '0')

const component = (nth: number): string => {
  const day = `2027${two((nth % 12) + 1)}${two((nth % 28) + 1)}`
  return [
    'BEGIN:VEVENT',
    `UID:event-${nth}@bench.example`,
    `SUMMARY:Event ${nth} in the town hall`,
    `DESCRIPTION:What takes place on this evening\\, number ${nth}.\\n\\nDoors open at six.`,
    `DTSTART;TZID=Europe/Zurich:${day}T190000`,
    `DTEND;TZID=Europe/Zurich:${day}T210000`,
    `LOCATION:Hall ${nth % places}\\, Main street ${(nth % places) % 90}\\, Bern`,
    `CATEGORIES:Category ${nth % 40}`,
    `ORGANIZER;CN=Club ${nth % 300}:mailto:club${nth % 300}@example.org`,
    'END:VEVENT',
  ].join('\r\n')
}

function writeCalendar(path: string): void {
  const all = Array.from({ length: events }, (_, nth) => component(nth))
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Bench//EN', ...all, 'END:VCALENDAR', '']
  writeFileSync(path, whole.join('\r\n'))
}

export async function measureImport(options: ServiceOptions): Promise<void> {
  // Creates the tables and the administrator who imports the events.
  await (await startService(options)).stop()
  const file = join(options.folder, 'large.ics')
  writeCalendar(file)
  const begin = performance.now()
  const child = spawn(process.execPath, [options.program, 'import', file], {
    cwd: options.folder,
    env: { ...process.env, DATABASE_URL: options.databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let [cpu, peak] = [0, 0]
  const sampling = setInterval(() => {
    cpu = Math.max(cpu, cpuOf([child.pid!]))
    peak = Math.max(peak, peakOf(child.pid!))
  }, sampleMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(sampling)
  if (code !== 0) throw new Error(`calends import ended with ${code}.`)
  const seconds = (performance.now() - begin) / 1_000
  report({ work: `import of ${events} VEVENTs`, result: seconds, unit: 's', target: { must: 60 } })
  report({ work: 'its processor time', result: cpu, unit: 's' })
  report({ work: 'its peak memory', result: peak, unit: 'MB', target: { must: 300 } })
}
