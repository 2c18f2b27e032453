import { measureMachine } from './machine.ts'
import { compareWorks, wait, warmUp, type Bench } from './measuring.ts'
import { report } from './report.ts'
import { addresses, urlOf, type WorkName } from './works.ts'
import { LargeCalendar } from '../test/large-calendar-rows.ts'
import { middle } from './calendars.ts'

/** The cost of pages for the server, and their size for readers. */

const kilobytes = (bytes: number) => bytes / 1_000

const within = { sqlite: { must: 15 }, postgres: { must: 15 } }

/** Size of a compressed response body in bytes. */
async function served(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br, gzip' } })
  if (!answer.ok || answer.headers.get('content-encoding') === null)
    throw new Error(`${url}: ${answer.status}, not compressed`)
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length'))
}

/** Months of all years in all languages; the largest one counts, because some have hardly any events. */
const monthsWeighed = Array.from({ length: 36 }, (_, index) => index * 20)

async function weigh({ service, events }: Bench): Promise<void> {
  const calendar = new LargeCalendar(events, middle)
  const urls = monthsWeighed.map((nth) => urlOf(service.base, addresses['month page']({ calendar, nth })))
  const sizes: number[] = []
  for (const one of urls) sizes.push(await served(one))
  const result = kilobytes(Math.max(...sizes))
  report({ work: 'month page, HTML, the largest', result, unit: 'KB', target: { must: 60 } })
  const url = urls[0]!
  const month = await (await fetch(url)).text()
  const asset = (pattern: RegExp) => new URL(pattern.exec(month)![1]!, url).href
  const [style, script] = [/rel="stylesheet" href="([^"]+)"/, /<script type="module" src="([^"]+)"/].map(
    asset,
  )
  report({ work: 'style', result: kilobytes(await served(style!)), unit: 'KB', target: { must: 12 } })
  report({ work: 'scripts', result: kilobytes(await served(script!)), unit: 'KB', target: { must: 10 } })
  const element = urlOf(service.base, '//embed/calends-calendar.js')
  report({ work: 'element', result: kilobytes(await served(element)), unit: 'KB', target: { must: 10 } })
}

const pairs: readonly (readonly [page: WorkName, list: WorkName])[] = [
  ['month page', 'list of a month'],
  ['list page', 'list from a day'],
]

/** Soon after a start, a fifth of the CPU time is that of V8’s optimizing compiler. */
const othersBefore = 2_000

export async function measurePages(bench: Bench): Promise<void> {
  for (const [page, list] of pairs) await compareWorks(bench, page, list, { must: 3 })
  measureMachine()
  for (const [page] of pairs) await wait(bench, page, within, { name: `${page}, CPU`, by: 'cpuP99' })
  await warmUp(bench, 'month page', othersBefore)
  const name = `month page, CPU, ${othersBefore.toLocaleString('en')} pages later`
  await wait(bench, 'month page', within, { name, by: 'cpuP99' })
  await weigh(bench)
}
