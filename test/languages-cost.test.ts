import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { ensureAdministrator } from '../src/identity/user-store.ts'
import { administrator, anEvent, testTime, type Json } from './service.ts'

/**
 * The number of queries of a list is independent of the number of languages and items. Requests of editors always use
 * the database.
 */

const environment = {
  DATABASE_URL: 'sqlite::memory:',
  CALENDS_ADMIN: administrator,
  CALENDS_RATE_LIMIT: 'off',
}
const config = readConfig({ environment, readFile: () => undefined })
const queries: string[] = []
const database = openDatabase(config.databaseUrl, { log: ({ query }) => void queries.push(query.sql) })
const app = buildApp({ config, database, now: () => testTime * 1000 })
let base = ''
const authorization = `Basic ${Buffer.from(administrator).toString('base64')}`

async function ask(method: string, path: string, sent?: Json): Promise<Json> {
  const body = sent === undefined ? {} : { body: JSON.stringify(sent) }
  const headers = { authorization, 'content-type': 'application/json' }
  const reply = await fetch(`${base}${path}`, { method, headers, ...body })
  const text = await reply.text()
  assert.ok(reply.ok, text)
  return JSON.parse(text) as Json
}

/** Who asks, and what is asked only once after a write, is known by then. */
async function queriesOf(path: string): Promise<string[]> {
  await ask('GET', '/events')
  queries.length = 0
  await ask('GET', path)
  return [...queries]
}

before(async () => {
  await migrate(database)
  await ensureAdministrator(database.db, config.admin!, testTime)
  base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
  for (let index = 0; index < 4; index += 1) {
    const links = {
      venue: { venue: `Hall ${index}` },
      organizer: { organizer: `Club ${index}` },
      categories: [`Kind ${index}`],
      tags: [`tag ${index}`],
    }
    await ask('POST', '/events', anEvent({ title: `Event ${index}`, ...links }))
  }
})

after(async () => {
  await app.close()
  await database.close()
})

const lists = ['/events', '/venues', '/organizers', '/categories', '/tags']

test('a list runs as many queries for one item as for four, and with three languages as with one', async () => {
  const counts = async (name: string) => [
    (await queriesOf(`${name}?per_page=1`)).length,
    (await queriesOf(`${name}?per_page=4`)).length,
  ]
  const alone = []
  for (const name of lists) alone.push(await counts(name))
  for (const [one, four] of alone) assert.equal(one, four)

  const fields = {
    events: 'title',
    venues: 'venue',
    organizers: 'organizer',
    categories: 'name',
    tags: 'name',
  }
  for (const [name, title] of Object.entries(fields)) {
    const found = (await ask('GET', `/${name}`))[name] as Json[]
    for (const { id } of found)
      for (const language of ['fr', 'de'])
        await ask('PATCH', `/${name}/${id}?ml_language=${language}`, {
          [title]: `${language} ${name} ${id}`,
        })
  }

  const among = []
  for (const name of lists) among.push(await counts(name))
  assert.deepEqual(among, alone)
})

test('the texts of a page come with one query, in whatever language', async () => {
  for (const query of ['?_=1', '?ml_language=fr', '?ml_language=de&ml_fallback=original'])
    for (const [name, texts] of [
      ['/events', 'event_texts'],
      ['/venues', 'venue_texts'],
      ['/tags', 'tag_texts'],
    ]) {
      const asked = await queriesOf(`${name}${query}`)
      assert.equal(
        asked.filter(
          (one) => /^\/\* prepared \*\/ select "id", "language"/.test(one) && one.includes(`from "${texts}"`),
        ).length,
        1,
        asked.join('\n'),
      )
    }
})

test('a list in one language looks into no texts to count', async () => {
  const asked = await queriesOf('/events?ml_language=fr&per_page=2')
  const counting = asked.filter((one) => one.includes('count(*)'))
  assert.equal(counting.length, 1)
  assert.deepEqual(
    counting.filter((one) => one.includes('event_texts')),
    [],
  )
})
