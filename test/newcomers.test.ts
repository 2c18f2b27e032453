import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OperationResult, Route } from '../src/api/operation.ts'
import { findIncorrectCounts } from '../src/store/sql/event-counts.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { servePipeline, type ServedPipeline } from './pipeline.ts'
import { Run } from './program.ts'
import { anEvent, onEachDatabase, Service } from './service.ts'

/** Mistakes that somebody new to the code may make. None of them may show a visitor something old, or another's. */

const project = fileURLToPath(new URL('..', import.meta.url))

/** A copy of the program that may be changed. */
function copyProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'calends-newcomer-'))
  cpSync(join(project, 'src'), join(folder, 'src'), { recursive: true })
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(project, file), join(folder, file))
  for (const part of ['node_modules', 'dist']) symlinkSync(join(project, part), join(folder, part))
  return folder
}

async function serveFrom(folder: string): Promise<{ run: Run; base: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/index.ts', 'serve', '--port', '0'], {
    cwd: folder,
    env: {
      ...process.env,
      CALENDS_ADMIN: 'admin:secret',
      CALENDS_DATA_DIR: folder,
      CALENDS_PAGES: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const run = new Run(child)
  const [, base] = await run.says(/(http:\/\/\S+\/cal\/events\/v1)\n/)
  return { run, base: base! }
}

async function stop(run: Run) {
  run.kill('SIGTERM')
  await run.outcome()
}

test('a field that is added to a presentation shows in events that were rendered before', async () => {
  const folder = copyProgram()
  try {
    const first = await serveFrom(folder)
    const created = await fetch(`${first.base}/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('admin:secret').toString('base64')}`,
      },
      body: JSON.stringify(anEvent({ title: 'Old' })),
    })
    const { id } = (await created.json()) as { id: number }
    await (await fetch(`${first.base}/events/${id}`)).json()
    await stop(first.run)

    const file = join(folder, 'src/resources/events/presentation.ts')
    const text = readFileSync(file, 'utf8')
    assert.match(text, /\n {4}title: /)
    writeFileSync(file, text.replace(/\n {4}title: /, "\n    mood: 'cheerful',\n    title: "))

    const second = await serveFrom(folder)
    const single = (await (await fetch(`${second.base}/events/${id}`)).json()) as { mood?: string }
    const list = (await (await fetch(`${second.base}/events?starts_after=2020-01-01`)).json()) as {
      events: { mood?: string }[]
    }
    await stop(second.run)

    assert.deepEqual([single.mood, list.events[0]?.mood], ['cheerful', 'cheerful'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

onEachDatabase((service) => {
  test('a transaction that says nothing of what it changes is followed all the same', async () => {
    const { db } = service.database
    const { body: venue } = await service.post('/venues', { venue: 'Hall', phone: '1' })
    const { body: event } = await service.post('/events', anEvent({ venue: venue.id, tags: ['Draft'] }))
    const { body: other } = await service.post('/events', anEvent({ venue: venue.id }))
    const phoneAt = async (id: number) => (await service.get(`/events/${id}`)).body.venue.phone
    const total = async () => (await service.get('/events')).body.total
    const [before, tag] = [await total(), event.tags[0].id]
    assert.deepEqual([await phoneAt(event.id), await phoneAt(other.id)], ['1', '1'])

    await inTransaction(db, async (trx) => {
      await trx.updateTable('events').set({ status: 'draft' }).where('id', '=', event.id).execute()
      await trx.updateTable('venues').set({ phone: '2' }).where('id', '=', venue.id).execute()
    })

    assert.equal((await service.get(`/events/${event.id}`)).status, 403)
    assert.equal(await total(), before - 1)
    assert.equal((await service.get(`/venues/${venue.id}`)).body.phone, '2')
    assert.equal(await phoneAt(other.id), '2')
    assert.equal((await service.get(`/tags/${tag}`)).body.count, 0)
    assert.deepEqual(await findIncorrectCounts(db), [])
  })
})

describe('an operation', () => {
  const service = new Service()
  let server: ServedPipeline
  let base = ''
  let visits = 0

  /** A route of somebody who does not know that responses to visitors are cached. */
  const greeting: Route = {
    pattern: '/greeting',
    operations: [
      {
        method: 'GET',
        operationId: 'greet',
        summary: 'List events',
        parameters: {},
        responseSchema: 'event',
        async run({ sent }): Promise<OperationResult> {
          const visit = (visits += 1)
          // Others ask meanwhile.
          await setTimeout(20)
          return {
            body: { visit },
            ...(sent.cookie === 'header' ? { headers: { 'set-cookie': `visit=${visit}` } } : {}),
            ...(sent.cookie === 'known'
              ? { cookies: [{ name: 'known', value: `${visit}`, maxAge: 9 }] }
              : {}),
            validUntil: Infinity,
          }
        },
      },
    ],
  }

  before(async () => {
    await service.start()
    server = await servePipeline(service, [greeting])
    base = `${server.base}/greeting`
  })

  after(async () => {
    await server.close()
    await service.stop()
  })

  const get = async (query = '', headers: Record<string, string> = {}) => {
    const response = await fetch(`${base}${query}`, { headers })
    const { visit } = (await response.json()) as { visit: number }
    return {
      visit,
      cookie: response.headers.get('set-cookie'),
      control: response.headers.get('cache-control'),
    }
  }

  for (const way of ['header', 'known'])
    test(`that sets a cookie (${way}) is never given to anybody else, also if they ask at once`, async () => {
      const ask = () => get(`?cookie=${way}`)
      const answers = [await ask(), await ask(), await ask(), ...(await Promise.all([ask(), ask(), ask()]))]

      assert.equal(new Set(answers.map(({ visit }) => visit)).size, answers.length)
      assert.equal(new Set(answers.map(({ cookie }) => cookie)).size, answers.length)
      for (const { control } of answers) assert.equal(control, 'private, no-store')
    })

  test('that sees a cookie is not answered from what others were given', async () => {
    const shared = [await get(), await get(), await get(), await get()]
    const own = await get('', { cookie: 'session=1' })

    assert.equal(shared[3]!.visit, shared[1]!.visit, 'without a cookie it is cached')
    assert.notEqual(own.visit, shared[3]!.visit)
  })
})
