import { commonWords } from '../test/large-calendar-texts.ts'
import { compare, countOn, wait, waitForBare, type Bench, type Targets } from './measuring.ts'
import { report, type Row } from './report.ts'
import { alone, together, type WorkName } from './works.ts'

/** Requests of visitors. */

const both = (must: number, aim?: number): Targets => {
  const target = { must, ...(aim === undefined ? {} : { aim }) }
  return { sqlite: target, postgres: target }
}

const each = (sqlite: Targets['sqlite'], postgres: Targets['postgres']): Targets => ({ sqlite, postgres })

const withinMilliseconds = each({ must: 10 }, { must: 20 })

/** The median is used if no percentile is given. */
const usually = { by: 'p50' } as const

const names = (works: object) => Object.keys(works) as WorkName[]

export async function measureReading(bench: Bench): Promise<Row[]> {
  const rows = [
    await compare(bench, 'same list again', both(0.55, 0.75)),
    await compare(bench, 'same list again', both(0.9, 1.2), {
      name: '304 (bare sends the list)',
      isConditional: true,
    }),
    await compare(
      bench,
      'another window each time',
      each({ must: 0.1, aim: 0.2 }, { must: 0.03, aim: 0.06 }),
    ),
    await compare(bench, 'single event', each({ must: 0.35, aim: 0.55 }, { must: 0.06, aim: 0.12 })),
  ]
  rows.push(await waitForBare(bench))
  for (const work of names(alone)) rows.push(await wait(bench, work, withinMilliseconds))
  for (const work of names(together)) rows.push(await wait(bench, work, withinMilliseconds))
  rows.push(await wait(bench, 'page in the middle', withinMilliseconds, usually))
  rows.push(...(await measureCommonSearch(bench)))
  rows.push(await wait(bench, 'categories with counts', each({ must: 2 }, { must: 5 }), usually))
  return rows
}

const longestWait = async ({ other, service, events }: Bench, seconds: number): Promise<number> => {
  const outcome = await other.ask({
    way: 'queue',
    work: 'single event',
    base: service.base,
    events,
    from: countOn(10_000),
    seconds,
  })
  return outcome.longest
}

/** Searches for a word in every tenth event: latency of the first search and of later ones. */
async function measureCommonSearch(bench: Bench): Promise<Row[]> {
  const calm = await longestWait(bench, 1)
  let isOver = false
  const first = wait(bench, 'search 10 %, first', each({ must: 60 }, { must: 150 }), {
    ...usually,
    times: commonWords.length,
  }).finally(() => (isOver = true))
  let disturbed = 0
  while (!isOver) disturbed = Math.max(disturbed, await longestWait(bench, 0.1))
  const row = await first
  report({ work: '  the longest that others wait', result: disturbed, unit: 'ms' })
  report({ work: '  as long as nobody searches', result: calm, unit: 'ms' })
  const soon = each({ must: 5 }, { must: 5 })
  return [
    row,
    await wait(bench, 'search 10 %, after', soon, usually),
    await wait(bench, 'search 10 % + window', withinMilliseconds),
  ]
}
