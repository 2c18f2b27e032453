import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import type { Database } from '../src/store/sql/schema.ts'
import { rebuildCounts } from '../src/store/sql/event-counts.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { fold } from '../src/text/search.ts'
import { toWall } from '../src/time/index.ts'

/** Compares lists in three languages with the same events in one: the ratio of the medians. */

const now = 1_795_262_400
const events = 100_000
const chunk = 5_000
const rounds = 101
/** All events lie within the default window of two years. */
const spread = 700 * 86_400

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

const description = (language: string, index: number) =>
  `<p>${`In ${language}, evening ${index} with songs and stories from the harbour. `.repeat(40)}</p>`

function eventRow(index: number) {
  const start = now + Math.round((index / events) * spread)
  const [start_date, end_date] = [toWall(start, 'UTC'), toWall(start + 7_200, 'UTC')]
  return { id: index + 1, start, start_date, end_date }
}

const textRow = (index: number, language: string) => {
  const title = `Evening ${index} in ${language}`
  const text = description(language, index)
  return {
    id: index + 1,
    language,
    title,
    text,
    slug: `evening-${index}-${language}`,
    search: fold(`${title}\n${text}`),
    sort: fold(title),
  }
}

/** Sends the rows as one JSON text, because a statement with a parameter for each value would take minutes. */
async function insertChunk(db: Kysely<Database>, from: number, languages: readonly string[]) {
  const indexes = range(from, Math.min(from + chunk, events))
  const rows = JSON.stringify(indexes.map(eventRow))
  const texts = JSON.stringify(
    indexes.flatMap((index) => languages.map((language) => textRow(index, language))),
  )
  const field = (name: string) => sql`value ->> ${sql.lit(name)}`
  await sql`insert into events (id, original_language, languages, author, status, date, modified, timezone, all_day, start_date, end_date, start_utc, end_utc, show_map, show_map_link, hide_from_listings, sticky, featured, post_parent, event_status, tickets, ticketed) select ${field('id')}, 'en', ${` ${[...languages].sort().join(' ')} `}, 1, 'publish', ${now}, ${now}, 'UTC', 0, ${field('start_date')}, ${field('end_date')}, ${field('start')}, ${field('start')} + 7200, 1, 1, 0, 0, 0, 0, 'scheduled', '[]', 0 from json_each(${rows})`.execute(
    db,
  )
  await sql`insert into event_texts (id, language, title, description, slug, search, sort, live, modified) select ${field('id')}, ${field('language')}, ${field('title')}, ${field('text')}, ${field('slug')}, ${field('search')}, ${field('sort')}, 1, ${now} from json_each(${texts})`.execute(
    db,
  )
}

async function openCalendar(folder: string, languages: readonly string[]) {
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, `${languages.length}.db`)}`,
    CALENDS_RATE_LIMIT: 'off',
  }
  const config = readConfig({ environment, readFile: () => undefined })
  const database = openDatabase(config.databaseUrl)
  await migrate(database)
  const tables = database.db as unknown as Kysely<unknown>
  // All rows are new, so `rebuildCounts` records them at once.
  await database.dialect.untrackChanges(tables)
  await database.db.transaction().execute(async (trx) => {
    for (let from = 0; from < events; from += chunk) await insertChunk(trx, from, languages)
  })
  await database.dialect.trackChanges(tables)
  await inTransaction(database.db, rebuildCounts)
  const app = buildApp({ config, database, now: () => now * 1_000 })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  let asked = 0
  // Responses are cached by URL, so each request uses a different one.
  const ask = async (query: string) => {
    const url = `${origin}/cal/events/v1/events?${query}&exclude=${events + (asked += 1)}`
    const began = performance.now()
    const response = await fetch(url)
    const body = await response.text()
    const took = performance.now() - began
    if (response.status !== 200 || response.headers.get('x-total') === '0') throw new Error(body)
    return took
  }
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { ask, close }
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!

const queries = {
  'the default list': '',
  'fifty on a page': 'per_page=50',
  'a page in the middle': `page=${Math.ceil(events / 24)}`,
  'in the original language': 'ml_language=en',
  search: 'search=4711',
}

const onlyTranslated = {
  'in a translation': 'ml_language=fr',
  'search in it': 'ml_language=fr&search=4711',
}

export async function compareLanguages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
  try {
    const one = await openCalendar(folder, ['en'])
    const three = await openCalendar(folder, ['en', 'fr', 'de'])
    console.log(`\n${events} events, medians of ${rounds} requests in milliseconds`)
    for (const [name, query] of Object.entries(queries)) await compareLists(name, query, one, three)
    for (const [name, query] of Object.entries(onlyTranslated)) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await three.ask(query))
      console.log(`${name}: ${median(times).toFixed(1)}`)
    }
    await one.close()
    await three.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Calendar = Awaited<ReturnType<typeof openCalendar>>

async function compareLists(name: string, query: string, one: Calendar, three: Calendar) {
  const [alone, among]: [number[], number[]] = [[], []]
  await Promise.all([one.ask(query), three.ask(query)])
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await one.ask(query))
    among.push(await three.ask(query))
  }
  const [first, second] = [median(alone), median(among)]
  console.log(
    `${name}: ${first.toFixed(1)} in one language, ${second.toFixed(1)} in three, ratio ${(second / first).toFixed(2)}`,
  )
}
