import { brotliCompressSync, gzipSync } from 'node:zlib'
import { compareWorks, wait, type Bench } from './measuring.ts'
import { report } from './report.ts'
import { addresses, urlOf, type WorkName } from './works.ts'
import { LargeCalendar } from '../test/large-calendar-rows.ts'
import { middle } from './calendars.ts'

/** What pages cost the server, and what they weigh for those who read them. */

const kilobytes = (bytes: number) => bytes / 1_000

const within = { sqlite: { must: 15 }, postgres: { must: 15 } }

const compressed = async (url: string): Promise<number> =>
  gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length

async function weigh({ service, events }: Bench): Promise<void> {
  const caller = { calendar: new LargeCalendar(events, middle), nth: 0 }
  const url = urlOf(service.base, addresses['month page'](caller))
  const month = await (await fetch(url)).text()
  const html = brotliCompressSync(Buffer.from(month)).length
  report({ work: 'month page, HTML', result: kilobytes(html), unit: 'KB', target: { must: 60 } })
  const asset = (pattern: RegExp) => new URL(pattern.exec(month)![1]!, url).href
  const [style, script] = [/rel="stylesheet" href="([^"]+)"/, /<script type="module" src="([^"]+)"/].map(
    asset,
  )
  report({ work: 'style', result: kilobytes(await compressed(style!)), unit: 'KB', target: { must: 12 } })
  report({ work: 'scripts', result: kilobytes(await compressed(script!)), unit: 'KB', target: { must: 10 } })
  const element = urlOf(service.base, '//embed/calends-calendar.js')
  report({ work: 'element', result: kilobytes(await compressed(element)), unit: 'KB', target: { must: 10 } })
}

const pairs: readonly (readonly [page: WorkName, list: WorkName])[] = [
  ['month page', 'list of a month'],
  ['list page', 'list from a day'],
]

export async function measurePages(bench: Bench): Promise<void> {
  for (const [page, list] of pairs) await compareWorks(bench, page, list, { must: 3 })
  for (const [page] of pairs) await wait(bench, page, within)
  await weigh(bench)
}
