import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { until } from './images.ts'
import { Program, type Run } from './program.ts'
import { anEvent, type Json } from './service.ts'
import { migratedOnServer } from './templates.ts'

/** What was acknowledged is in the feed once, and sent at least once, whenever the process is killed. */

const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`
const writers = 8

/** Refuses every fifth event when it comes first, and notes what it accepts. */
function createReceiver() {
  const accepted = new Set<number>()
  const refused = new Set<number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as Json
      const isRefused = id % 5 === 0 && !refused.has(id)
      ;(isRefused ? refused : accepted).add(id)
      response.writeHead(isRefused ? 500 : 204).end()
    })
  })
  return { server, accepted }
}

async function requestJson(url: string, body?: object): Promise<Json> {
  const headers = { authorization, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(url, init)).json()
}

async function survives(environment: Readonly<Record<string, string>>): Promise<void> {
  const program = await new Program().migrated('administered')
  const { server, accepted } = createReceiver()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let run: Run | undefined
  const start = async () => {
    run = program.start(['serve'], {
      CALENDS_ADMIN: 'admin:secret',
      CALENDS_RATE_LIMIT: 'off',
      CALENDS_OUTGOING: 'on',
      CALENDS_OUTGOING_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...environment,
    })
    return (await run.says(/listening at (http:\/\/[^/]+)/))[1]!
  }
  const kill = async () => {
    const closed = once(run!.child, 'close')
    run!.kill('SIGKILL')
    await closed
  }
  try {
    let origin = await start()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await requestJson(`${origin}/cal/admin/v1/webhooks`, { url, kinds: ['events'] })
    const { next } = await requestJson(`${origin}/cal/events/v1/changes`)
    const acknowledged: number[] = []
    for (const enough of [50, 150]) {
      let isAlive = true
      const writing = Array.from({ length: writers }, async () => {
        while (isAlive) {
          const made = await requestJson(`${origin}/cal/events/v1/events`, anEvent()).catch(() => undefined)
          if (made?.id !== undefined) acknowledged.push(made.id)
        }
      })
      await until(
        () => Promise.resolve(acknowledged.length),
        (length) => length >= enough,
      )
      await kill()
      isAlive = false
      await Promise.all(writing)
      origin = await start()
    }

    const read: number[] = []
    for (let page: Json = { next, complete: false }; !page.complete;) {
      page = await requestJson(`${origin}/cal/events/v1/changes?per_page=500&since=${page.next}`)
      read.push(...page.changes.map(({ id }: Json) => id))
    }
    assert.equal(new Set(read).size, read.length)
    assert.deepEqual(
      acknowledged.filter((id) => !read.includes(id)),
      [],
    )
    await until(
      () => Promise.resolve(read.filter((id) => !accepted.has(id))),
      (missing) => missing.length === 0,
    )
  } finally {
    run?.kill('SIGKILL')
    server.close()
    program.remove()
  }
}

// Together, because both mostly wait: what a killed process was sending is sent again after half a minute.
describe('killed while many write', { concurrency: true }, () => {
  test('on SQLite', () => survives({}))

  const server = process.env.TEST_POSTGRES_URL
  test('on PostgreSQL', { skip: server === undefined }, async () => {
    const { url, drop } = await migratedOnServer('administered')
    await survives({ DATABASE_URL: url }).finally(drop)
  })
})
