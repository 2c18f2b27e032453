import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, test } from 'node:test'
import { siteOf } from '../src/api/site.ts'
import { readConfig } from '../src/config.ts'
import { importerOf } from '../src/importing/importer.ts'
import { createSchedules } from '../src/importing/schedule.ts'
import { previewSource } from '../src/importing/source-preview.ts'
import { FileTooSlow, SourceTooSlow } from '../src/importing/unreachable.ts'
import { createOutgoing } from '../src/outgoing/index.ts'
import { resources } from '../src/resources/index.ts'
import {
  createImport,
  findImport,
  listImports,
  runsOf,
  type NewImport,
} from '../src/store/imports/imports.ts'
import { busy, ForeignCalendar, foreignEvent } from './foreign-calendar.ts'
import { until } from './images.ts'
import { calendar, vevent } from './importing.ts'
import { Service } from './service.ts'

/** Sources that are read so slowly that it takes too long, such as sites whose responses all come. */

const config = readConfig({ environment: {}, readFile: () => undefined })

let service: Service
let site: ForeignCalendar
let schedules: ReturnType<typeof createSchedules> | undefined
beforeEach(async () => {
  service = new Service()
  site = new ForeignCalendar()
  await Promise.all([service.start(), site.start()])
})
afterEach(async () => {
  await schedules?.stop()
  await Promise.all([service.stop(), site.stop()])
})

const optionsOf = (outgoing = createOutgoing({ allow: ['127.0.0.1'] })) => ({
  db: service.database.db,
  resources,
  site: () => siteOf(config, service.now),
  outgoing,
  maxBytes: 1_000_000,
  onRecordError: () => undefined,
})

function startSchedules(maxReadingMs: number): void {
  const options = optionsOf()
  schedules = createSchedules({
    ...options,
    maxReadingMs,
    preview: (request) => previewSource(options, request),
    request: () => Promise.resolve(undefined),
    onError: () => undefined,
  })
  schedules.start()
}

const scheduled = (format: string, url: string, due: number) =>
  createImport(service.database.db, {
    ...({ format, url, source: url, policy: 'keep_local', status: '', language: 'en' } as const),
    ...{ mapping: '{}', languages: null, state: 'done', fault: null, author: 1, created: service.now },
    ...{ finished: service.now, schedule: '*/5 * * * *', due, scheduled_by: null, last_ids: null },
  } satisfies NewImport)

const firstRunOf = (id: number) =>
  until(
    () => runsOf(service.database.db, id, 10),
    (runs) => runs.length > 0,
  ).then(([run]) => run!)

const jobOf = (id: number) =>
  service.database.db.selectFrom('jobs').selectAll().where('target', '=', id).executeTakeFirst()

test('one of a schedule gives way to the others, and is read on where it was stopped', async () => {
  site.pauseMs = 100
  site.perPage = 5
  site.content['']!.events.push(...Array.from({ length: 80 }, (_, index) => foreignEvent(index + 1)))
  const slow = await scheduled('tec', site.origin, service.now - 2)
  const quick = await scheduled('json', `${site.origin}/wp-json/tribe/events/v1/tags`, service.now - 1)
  startSchedules(2_000)

  await firstRunOf(quick.id)
  assert.deepEqual(await runsOf(service.database.db, slow.id, 10), [])
  const [read] = await until(
    async () => {
      // Goes on to the next attempt, of which a busy machine needs more.
      service.now = Math.max(service.now, (await jobOf(slow.id))?.due ?? 0)
      return runsOf(service.database.db, slow.id, 10)
    },
    (runs) => runs.length > 0,
  )
  assert.equal(read!.state, 'preview')
  const states = await service.database.db.selectFrom('imports').select('state').execute()
  assert.ok(!states.some(({ state }) => state === 'failed'), 'what was not read to its end is still stored')
  const pages = site.lists.filter((url) => url.includes('/events?'))
  assert.ok(pages.length < 2 * 16, `16 pages were read in ${pages.length} requests`)
})

test('one of a schedule is given up, also if it is due again before the next attempt', async () => {
  site.pauseMs = 2_000
  const { id } = await scheduled('tec', site.origin, service.now + 300)
  await service.database.db
    .insertInto('jobs')
    .values({ kind: 'scheduled-import', target: id, due: service.now + 960, attempts: 4 })
    .execute()
  startSchedules(100)
  service.now += 300

  const { state, fault } = await firstRunOf(id)
  assert.deepEqual([state, fault], ['failed', new SourceTooSlow().message])
})

test('one that was asked for is an error, and so is one that asks for patience', async () => {
  const { id } = await scheduled('tec', site.origin, service.now + 300)
  const imported = (await findImport(service.database.db, id))!
  const caller = (await importerOf(service.database.db, imported))!
  const read = (maxReadingMs: number) =>
    previewSource(optionsOf(), {
      ...{ source: site.origin, url: site.origin, policy: 'keep_local', status: '', language: 'en' },
      ...{ format: 'tec', caller, schedule: null, due: null, scheduled_by: null, mapping: undefined },
      content: (async function* () {})(),
      maxReadingMs,
    })
  site.accidents.push({ at: 'tribe/events/v1/', happens: busy(503, '60') })
  await assert.rejects(read(300), SourceTooSlow)
  site.pauseMs = 2_000
  await assert.rejects(read(300), SourceTooSlow)
})

/** Pieces of a file that goes on for far longer than anybody would wait. */
async function* endless(piece: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from('BEGIN:VCALENDAR\r\n')
  for (let left = 500; left > 0; left -= 1) {
    yield Buffer.from(piece)
    await pause(10)
  }
}

for (const [what, piece] of [
  ['events', `${vevent('e').replaceAll('\n', '\r\n')}\r\n`],
  ['lines that are no events', 'X-NOTHING:1\r\n'],
] as const)
  test(`a file whose ${what} take too long is given up, and its import says why`, async () => {
    const { db } = service.database
    const author = (await importerOf(db, { author: 1 }))!
    const reading = previewSource(optionsOf(), {
      ...{ source: 'a.ics', url: null, policy: 'keep_local', status: '', language: 'en', format: 'ics' },
      ...{ caller: author, schedule: null, due: null, scheduled_by: null, mapping: undefined },
      content: endless(piece),
      maxReadingMs: 300,
    })
    await assert.rejects(reading, FileTooSlow)
    const { imports } = await listImports(db, { page: 1, perPage: 10 })
    assert.deepEqual(
      imports.map(({ state, fault }) => [state, fault]),
      [['failed', new FileTooSlow().message]],
    )
  })

test('a file of a schedule that takes too long is not tried again', async () => {
  const lines = Array.from({ length: 8_000 }, (_, place) => vevent(`e${place}`))
  site.accidents.push({
    at: '/large.ics',
    happens: (response) =>
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar(...lines)),
  })
  const { id } = await scheduled('ics', `${site.origin}/large.ics`, service.now - 1)
  startSchedules(50)

  const { state, fault } = await firstRunOf(id)
  assert.deepEqual([state, fault], ['failed', new FileTooSlow().message])
  assert.equal(
    await until(
      () => jobOf(id),
      (job) => job === undefined,
    ),
    undefined,
  )
})
