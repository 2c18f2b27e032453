import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { anEvent, onEachDatabase, Service } from '../../test/service.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { migrate, openDatabase } from '../store/sql/index.ts'

/** As it went over the wire, nothing decoded. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const { 'x-request-id': id, ...told } = answer.headers
  delete told.date
  return { id, sent: { status: answer.statusCode, headers: told, body: Buffer.concat(chunks) } }
}

onEachDatabase((service) => {
  before(async () => {
    for (const title of ['Jazz', 'Talk', 'Chess'])
      await service.post('/events', anEvent({ title, description: title.repeat(300) }))
  })

  test('what is sent again is the same in every form, but for the name of the request', async () => {
    const url = `${service.base}/events?per_page=2`
    const plain = await ask(url)
    const etag = String(plain.sent.headers.etag)
    const forms: [Record<string, string>, string?][] = [
      [{}],
      [{}, 'HEAD'],
      [{ 'accept-encoding': 'gzip' }],
      [{ 'accept-encoding': 'gzip' }, 'HEAD'],
      [{ 'accept-encoding': 'gzip, deflate, br, zstd' }],
      [{ 'accept-encoding': 'identity' }],
      [{ 'if-none-match': etag }],
      [{ 'if-none-match': `W/${etag}, "other"` }],
      [{ 'if-none-match': etag.replace(/"$/, '-br"'), 'accept-encoding': 'br' }],
      [{ 'if-none-match': '*' }, 'HEAD'],
      [{ 'if-none-match': '"other"' }],
    ]
    for (const [headers, method] of forms) {
      const [first, again, third] = [
        await ask(url, headers, method),
        await ask(url, headers, method),
        await ask(url, headers, method),
      ]
      assert.deepEqual(again.sent, first.sent, JSON.stringify(headers))
      assert.deepEqual(third.sent, first.sent)
      assert.equal(new Set([first.id, again.id, third.id]).size, 3)
    }
    assert.equal((await ask(url, { 'if-none-match': etag })).sent.status, 304)
  })

  test('unknown parameters and the order of the others make no difference', async () => {
    const [one, other] = [
      await service.get('/events?per_page=2&page=1'),
      await service.get('/events?nth=4&page=1&per_page=2'),
    ]
    const trimmed = await service.get('/events?per_page=2&page=1&_fields=total')

    assert.equal(other.text, one.text)
    assert.equal(other.headers.get('etag'), one.headers.get('etag'))
    assert.deepEqual(trimmed.body, { total: 3 })
  })

  test('answers differ by mount, host, language and reader, however often they are given', async () => {
    const { id } = (await service.post('/events', anEvent({ title: 'Open', password: 'sesame' }))).body
    const read = async (path: string, options = {}) => {
      const { status, body } = await service.get(path, options)
      return status === 200 ? (body.rest_url as string) : status
    }
    const { port } = new URL(service.origin)
    for (let time = 0; time < 3; time += 1) {
      assert.equal(await read(`/events/${id}`), 403)
      assert.equal(await read(`/events/${id}?password=sesame`), `${service.base}/events/${id}`)
      assert.equal(await read(`/events/${id}`, { as: 'admin:secret' }), `${service.base}/events/${id}`)
      assert.match(String(await read('//fr/cal/events/v1/events?per_page=1')), /\/fr\/cal\/events\/v1\//)
      assert.doesNotMatch(String(await read('/events?per_page=1')), /\/fr\//)
      const elsewhere = await ask(`${service.base}/events?per_page=1`, { host: `calendar.example:${port}` })
      assert.match(elsewhere.sent.body.toString(), /"rest_url":"http:\/\/calendar\.example:/)
    }
    const drafts = (await service.get('/events?status=draft')).status
    assert.deepEqual(
      [drafts, (await service.get('/events?status=draft', { as: 'admin:secret' })).status],
      [403, 200],
    )
  })

  test('what is sent again counts as every other request', async () => {
    const path = '/venues?per_page=7'
    for (let time = 0; time < 4; time += 1) await service.get(path)
    await service.request('HEAD', path, undefined, { as: null })
    const { text } = await service.get('//metrics')

    const route = 'route="/cal/events/v1/venues",status="200"'
    assert.ok(text.includes(`http_requests_total{method="GET",${route}} 4\n`), text)
    assert.ok(text.includes(`http_requests_total{method="HEAD",${route}} 1\n`))
    assert.ok(text.includes(`http_request_duration_seconds_count{method="GET",${route}} 4\n`))
  })

  test('many who ask for the same at once get the same', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => service.get(`/events?search=ess&nth=${nth}`)),
    )

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  })
})

onEachDatabase(
  (service: Service) => {
    test('what is sent again is limited as every other request', async () => {
      const remaining = async () => Number((await service.get('/tags')).headers.get('ratelimit-remaining'))
      const [first, second, third] = [await remaining(), await remaining(), await remaining()]
      assert.deepEqual([second, third], [first - 1, first - 2])

      const statuses: number[] = []
      for (let batch = 0; batch < 20; batch += 1)
        statuses.push(
          ...(await Promise.all(Array.from({ length: 110 }, () => service.get('/tags')))).map(
            ({ status }) => status,
          ),
        )
      assert.equal(statuses.lastIndexOf(200) < statuses.length - 1, true)
      const refused = await service.get('/tags')
      assert.equal(refused.status, 429)
      assert.ok(refused.headers.has('retry-after'))
    })
  },
  { CALENDS_RATE_LIMIT: 'on' },
)

test('what is sent again leaves the same line in the log', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(String(line)) as Record<string, unknown>)
      done()
    },
  })
  const config = readConfig({ environment: { DATABASE_URL: 'sqlite::memory:' }, readFile: () => undefined })
  const folder = new Service()
  after(() => folder.stop())
  await folder.start()
  const database = openDatabase(folder.database.url)
  await migrate(database)
  const app = buildApp({ config, database, now: Date.now, logger: pino({}, destination) })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  for (let time = 0; time < 3; time += 1) await ask(`${origin}/cal/events/v1/tags?token=hush`)
  await app.close()
  await database.close()

  const [first, ...others] = lines
    .filter(({ msg }) => msg === 'answered')
    .map((line) => ({ ...line, time: typeof line.time, ms: typeof line.ms, request: typeof line.request }))
  assert.match(JSON.stringify(first), /"path":"\/cal\/events\/v1\/tags\?token=\*\*\*","status":200/)
  assert.deepEqual(others, [first, first])
})
