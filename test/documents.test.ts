import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { seededRandom } from '../src/demo/random.ts'
import { loadTown } from '../src/demo/load.ts'
import { makeTown } from '../src/demo/town.ts'
import { resources } from '../src/resources/index.ts'
import { Curl } from './curl.ts'
import { documents } from './documents.ts'
import { blocksOf, compare, examplesOf, renew } from './examples.ts'
import { Service } from './service.ts'
import { migratedFile } from './templates.ts'

/** Every example of every document is run, in order, on a service with the demonstration town. */

const password = 'PASSWORD'

const settings = {
  CALENDS_ADMIN: `admin:${password}`,
  CALENDS_ALIASES: '/wp-json/tribe/events/v1',
}

const withExamples = documents.filter((file) => blocksOf(file).length > 0)

async function fill(service: Service) {
  const { db } = service.database
  const author = await db.selectFrom('users').select(['id', 'username']).executeTakeFirstOrThrow()
  const site = {
    now: service.now,
    timezone: 'UTC',
    languages: ['en', 'fr', 'de'],
    perPage: 12,
    maxPerPage: 100,
    horizon: 24,
    maxTitle: 500,
    maxDescription: 1_048_576,
    maxList: 1_000,
    geolocation: true,
    suggestions: false,
    importsImages: false,
    sendsMail: false,
    currency: { symbol: '$', position: 'prefix' } as const,
  }
  await loadTown(
    { db, resources, site, author: { ...author, role: 'administrator' } },
    makeTown({ today: '2026-11-21', random: seededRandom(1) }),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'calends-documents-'))
const town = join(folder, 'town.db')

/** Filled once and copied for each document, because filling takes longer than most examples. */
before(async () => {
  const service = new Service({ ...settings, DATABASE_URL: await migratedFile(town) })
  await service.start()
  await fill(service)
  await service.stop()
})

after(() => rmSync(folder, { recursive: true, force: true }))

/** `WRITE_ANSWERS=1` puts the current responses into the documents instead of comparing them. */
const settle = process.env.WRITE_ANSWERS === '1' ? renew : compare

test('the documents that show what the service does are run', () => {
  for (const file of ['README.md', 'docs/how-to.md', 'docs/interface.md'])
    assert.ok(withExamples.includes(file), file)
})

for (const [index, file] of withExamples.entries())
  describe(file, () => {
    const copy = join(folder, `${index}.db`)
    const service = new Service({ ...settings, DATABASE_URL: `sqlite:${copy}` })
    const curl = new Curl(() => service.origin)
    before(async () => {
      copyFileSync(town, copy)
      await service.start()
    })
    after(() => service.stop())

    const examples = examplesOf(file)
    test('shows no request without its response, and no response without its request', () =>
      assert.equal(blocksOf(file).length, 2 * examples.length))
    for (const example of examples)
      test(example.place, async () => settle(example, await curl.run(example.command)))
  })
