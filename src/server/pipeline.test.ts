import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { anEvent, onEachDatabase, type Service } from '../../test/service.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../store/open.ts'
import { logMessage } from './monitoring/request-log.ts'

/** A response is the same whether it is made for one request, shared with others or served from the cache. */

/**
 * Returns the response as it was sent, without decoding; headers that differ for each request are returned separately.
 */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const { 'x-request-id': id, 'ratelimit-remaining': remaining, ...headersSent } = answer.headers
  delete headersSent.date
  return {
    id,
    remaining,
    sent: { status: answer.statusCode, headers: headersSent, body: Buffer.concat(chunks) },
  }
}

/**
 * Sends the requests over connections that are open already, so that all arrive before any response is made. Returns the
 * responses, concatenated in the order of the requests.
 */
async function askTogether(url: string, headers: readonly string[]): Promise<string> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const sockets = headers.map(() => connect(Number(port), hostname))
  // Answered once, because a socket is connected before the server has accepted it.
  for (const socket of sockets) socket.write(`HEAD /nowhere HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  for (const [index, header] of headers.entries())
    sockets[index]!.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\nConnection: close\r\n\r\n`,
    )
  const received = await Promise.all(sockets.map(async (socket) => Buffer.concat(await socket.toArray())))
  return Buffer.concat(received).toString('latin1')
}

/** A request that declares a body is neither served from the cache nor shared. */
const madeForOne = { 'content-length': '0' }

onEachDatabase(
  (service) => {
    const ids: number[] = []
    before(async () => {
      for (const title of ['Jazz', 'Talk', 'Chess'])
        ids.push(
          (await service.post('/events', anEvent({ title, tags: [title], description: title.repeat(300) })))
            .body.id,
        )
    })

    test('a repeated response is the same in every variant, except for the request ID', async () => {
      const url = `${service.base}/events?per_page=2`
      const plain = await ask(url)
      const etag = String(plain.sent.headers.etag)
      const forms: [Record<string, string>, string?][] = [
        [{}],
        [{}, 'HEAD'],
        [{ 'accept-encoding': 'gzip' }],
        [{ 'accept-encoding': 'gzip' }, 'HEAD'],
        [{ 'accept-encoding': 'gzip, deflate, br, zstd' }],
        [{ 'accept-encoding': 'zstd' }],
        [{ 'accept-encoding': 'identity' }],
        [{ 'if-none-match': etag }],
        [{ 'if-none-match': `W/${etag}, "other"` }],
        [{ 'if-none-match': etag.replace(/"$/, '-br"'), 'accept-encoding': 'br' }],
        [{ 'if-none-match': '*' }, 'HEAD'],
        [{ 'if-none-match': '"other"' }],
      ]
      for (const [headers, method] of forms) {
        const made = await ask(url, { ...headers, ...madeForOne }, method)
        const given = [
          await ask(url, headers, method),
          await ask(url, headers, method),
          await ask(url, headers, method),
        ]
        for (const { sent } of given) assert.deepEqual(sent, made.sent, JSON.stringify(headers))
        assert.equal(new Set([made, ...given].map(({ id }) => id)).size, 4)
      }
      assert.equal((await ask(url, { 'if-none-match': etag })).sent.status, 304)
    })

    test('every read returns the same bytes whether made for one request, shared or cached, by GET and by HEAD', async () => {
      const urls = [
        `${service.base}/events?per_page=1&page=2&_fields=id,title`,
        `${service.base}/events/${ids[1]}`,
        `${service.base}/events/${ids[2]}?ml_language=fr`,
        `${service.base}/events/by-slug/jazz`,
        `${service.base}/tags?per_page=1`,
        `${service.base}/languages`,
        `${service.base}/doc`,
        service.base,
        `${service.origin}/wp-json/tribe/events/v1/events?per_page=1&lang=en`,
      ]
      for (const url of urls)
        for (const method of ['GET', 'HEAD']) {
          const made = await ask(url, madeForOne, method)
          assert.equal(made.sent.status, 200, url)
          for (let time = 0; time < 3; time += 1)
            assert.deepEqual((await ask(url, {}, method)).sent, made.sent, `${method} ${url}`)
        }
    })

    test('unknown parameters and the order of parameters make no difference', async () => {
      const [one, other] = [
        await service.get('/events?per_page=2&page=1'),
        await service.get('/events?nth=4&page=1&per_page=2'),
      ]
      const trimmed = await service.get('/events?per_page=2&page=1&_fields=total')

      assert.equal(other.text, one.text)
      assert.equal(other.headers.get('etag'), one.headers.get('etag'))
      assert.deepEqual(trimmed.body, { total: 3 })
    })

    test('responses differ by mount, host, language and caller, however often they are requested', async () => {
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
        assert.match(String(await read('//wp-json/tribe/events/v1/events?per_page=1')), /\/wp-json\//)
        assert.equal(String(await read('/events?per_page=1')).startsWith(`${service.base}/events/?`), true)
        const elsewhere = await ask(`${service.base}/events?per_page=1`, { host: `calendar.example:${port}` })
        assert.match(elsewhere.sent.body.toString(), /"rest_url":"http:\/\/calendar\.example:/)
      }
      const drafts = (await service.get('/events?status=draft')).status
      assert.deepEqual(
        [drafts, (await service.get('/events?status=draft', { as: 'admin:secret' })).status],
        [403, 200],
      )
    })

    test('messages are in the language of each client, even for concurrent requests', async () => {
      const path = '/?_fields=routes'
      const inLanguage = async (language: string) =>
        (await service.get(path, { headers: { 'accept-language': language } })).text
      assert.equal(new Set([await inLanguage('en'), await inLanguage('fr'), await inLanguage('de')]).size, 3)

      for (let time = 0; time < 3; time += 1) {
        const answers = await askTogether(
          service.base + path,
          ['en', 'fr', 'de'].map((language) => `Accept-Language: ${language}`),
        )
        assert.deepEqual(
          [...answers.matchAll(/^content-language: (.*)\r$/gim)].map(([, language]) => language),
          ['en', 'fr', 'de'],
        )
      }
    })

    test('a write is visible in the next response', async () => {
      const url = `${service.base}/events/${ids[0]}`
      for (const title of ['One', 'Two', 'Three']) {
        await service.patch(`/events/${ids[0]}`, { title })
        for (let time = 0; time < 3; time += 1)
          assert.equal(JSON.parse((await ask(url)).sent.body.toString()).title, title)
      }
    })

    test('errors are the same however often they are requested, with their headers', async () => {
      const wrong: [path: string, status: number, headers?: Record<string, string>, method?: string][] = [
        ['/events?page=99', 404],
        ['/events?per_page=x', 400],
        ['/events/999999', 404],
        ['/events?status=draft', 403],
        ['/nowhere', 404],
        ['/events/by-slug/%E9', 400],
        ['/tags', 401, { authorization: 'Basic' }],
        ['/tags', 405, {}, 'PATCH'],
        ['/tags?name=Made', 401, {}, 'POST'],
      ]
      for (const [path, status, headers, method] of wrong) {
        const url = service.base + path
        const [first, again, third] = [
          await ask(url, headers, method),
          await ask(url, headers, method),
          await ask(url, { ...headers, ...madeForOne }, method),
        ]
        assert.equal(first.sent.status, status, path)
        for (const { sent } of [again, third]) assert.deepEqual(sent, first.sent)
        const headersSent = first.sent.headers
        assert.equal(headersSent['cache-control'], 'no-store')
        assert.equal(headersSent['content-language'], 'en')
        assert.equal(headersSent['content-type'], 'application/json; charset=utf-8')
        assert.equal(headersSent['access-control-allow-origin'], '*')
        assert.equal(headersSent['x-content-type-options'], 'nosniff')
        assert.match(String(headersSent.vary), /Accept-Language/)
        assert.equal(headersSent.etag, undefined)
        assert.equal(headersSent['www-authenticate'] === undefined, status !== 401)
        assert.equal(headersSent.allow, status === 405 ? 'GET, HEAD, POST, OPTIONS' : undefined)
      }
    })

    test('HEAD returns an error without its body', async () => {
      const url = `${service.base}/events/999999`
      const [get, head] = [await ask(url), await ask(url, {}, 'HEAD')]
      assert.deepEqual([head.sent.status, head.sent.body.length], [404, 0])
      assert.deepEqual(head.sent.headers, get.sent.headers)
    })

    test('cached responses are counted like all others', async () => {
      const path = '/venues?per_page=7'
      for (let time = 0; time < 4; time += 1) await service.get(path)
      await service.request('HEAD', path, undefined, { as: null })
      await service.get('/venues/999999')
      const { text } = await service.get('//metrics')

      const route = 'route="/cal/events/v1/venues",status="200"'
      assert.ok(text.includes(`http_requests_total{method="GET",${route}} 4\n`), text)
      assert.ok(text.includes(`http_requests_total{method="HEAD",${route}} 1\n`))
      assert.ok(text.includes(`http_request_duration_seconds_count{method="GET",${route}} 4\n`))
      assert.match(
        text,
        /http_requests_total\{method="GET",route="\/cal\/events\/v1\/venues\/\{id\}",status="404"\} 1\n/,
      )
    })

    test('many concurrent requests for the same URL get the same response', async () => {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, nth) => service.get(`/events?search=ess&nth=${nth % 2}`)),
      )

      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
      assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    })
  },
  { CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)

onEachDatabase(
  (service) => {
    test('responses differ by the forwarding headers of a trusted proxy', async () => {
      for (let time = 0; time < 3; time += 1)
        for (const host of ['one.example', 'other.example'])
          for (const [name, value] of [
            ['x-forwarded-host', host],
            ['forwarded', `host=${host}`],
          ] as const) {
            const { body } = await service.get('/tags', { headers: { [name]: value } })
            assert.equal(body.rest_url.startsWith(`http://${host}/`), true, body.rest_url)
          }
    })
  },
  { CALENDS_TRUST_PROXY: 'on' },
)

onEachDatabase(
  (service) => {
    test('a request counts once, whether it succeeds or fails, made or cached', async () => {
      const left: number[] = []
      for (const path of [
        '/events?per_page=1',
        '/events?per_page=1',
        '/events?per_page=1',
        '/events/999999',
        '/events?page=99',
        '/nowhere',
        '/events/by-slug/%E9',
        '/events?per_page=2',
      ])
        left.push(Number((await ask(service.base + path)).remaining))
      assert.deepEqual(
        left.map((one, index) => left[0]! - one - index),
        left.map(() => 0),
      )
    })

    test('cached responses are rate-limited like all others', async () => {
      const statuses: number[] = []
      for (let batch = 0; batch < 20; batch += 1)
        statuses.push(
          ...(await Promise.all(Array.from({ length: 110 }, () => service.get('/tags')))).map(
            ({ status }) => status,
          ),
        )
      assert.deepEqual(new Set(statuses), new Set([200, 429]))
      const refused = await service.get('/tags')
      assert.equal(refused.status, 429)
      assert.ok(refused.headers.has('retry-after'))
      assert.equal(refused.headers.get('ratelimit-remaining'), '0')
      assert.equal((await service.get('/nowhere')).status, 429)
    })
  },
  { CALENDS_RATE_LIMIT: 'on' },
)

/** A second process on the database of a service, with the lines of its log and a counter of its queries. */
async function observe(service: Service) {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(String(line)) as Record<string, unknown>)
      done()
    },
  })
  const queries: string[] = []
  const config = readConfig({ environment: { CALENDS_RATE_LIMIT: 'off' }, readFile: () => undefined })
  const database = openDatabase(service.database.url, { log: ({ query }) => void queries.push(query.sql) })
  const app = buildApp({
    config,
    database,
    now: () => service.now * 1000,
    logger: pino({}, destination),
  })
  const base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
  const stop = async () => {
    await app.close()
    await database.close()
  }
  return { lines, queries, base, stop }
}

onEachDatabase((service) => {
  let observed: Awaited<ReturnType<typeof observe>>
  before(async () => {
    await service.post('/events', anEvent({ tags: ['Jazz'] }))
    observed = await observe(service)
  })
  after(() => observed.stop())

  /** The number of queries that count tags: one for each time that their list is made. */
  async function timesMade(run: () => Promise<unknown>): Promise<number> {
    observed.queries.length = 0
    await run()
    return observed.queries.filter((query) => query.includes('count(*)') && query.includes('"tags"')).length
  }

  test('a repeated request is served from the cache, in any variant', async () => {
    const url = `${observed.base}/tags?per_page=1`
    // A PostgreSQL server announces its newest version with a short delay.
    for (let tries = 0; tries < 40 && (await timesMade(() => ask(url))) > 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
    for (const [headers, method] of [
      [{}, 'GET'],
      [{}, 'HEAD'],
      [{ 'accept-encoding': 'br' }, 'GET'],
      [{ 'if-none-match': '*' }, 'GET'],
      [{ 'accept-language': 'fr', 'user-agent': 'x' }, 'GET'],
    ] as const)
      assert.equal(await timesMade(() => ask(url, headers, method)), 0)
    assert.equal(await timesMade(() => ask(`${url}&`)), 1, 'the URL is taken as it was sent')
  })

  test('one page serves all clicks, which redirects no longer name', async () => {
    const page = `${new URL(observed.base).origin}/event/concert/?`
    const readsEvent = async (url: string) => {
      observed.queries.length = 0
      const { sent } = await ask(url)
      assert.equal(sent.status, 200)
      return observed.queries.some((query) => query.includes('"event_documents"'))
    }
    for (const click of ['fbclid=1', 'utm_source=letter&mc_eid=2']) await readsEvent(page + click)

    assert.equal(await readsEvent(`${page}gclid=3&utm_medium=mail`), false)
    assert.equal(await readsEvent(`${page}view=x`), true)
    const moved = await ask(`${page.replace('/?', '?')}gclid=3&page=2&utm_medium`)
    assert.equal(moved.sent.headers.location, `${page}page=2`)
  })

  test('a request with credentials, a cookie or a body is never served from the cache', async () => {
    const url = `${observed.base}/tags?per_page=2`
    await ask(url)
    await ask(url)
    assert.equal(await timesMade(() => ask(url)), 0)
    const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`
    for (const headers of [
      { cookie: 'a=b' },
      { cookie: '' },
      { 'content-length': '0' },
      { 'transfer-encoding': 'chunked' },
      { authorization },
    ] as Record<string, string>[])
      for (let time = 0; time < 3; time += 1)
        assert.equal(await timesMade(() => ask(url, headers)), 1, JSON.stringify(headers))
    assert.equal(
      await timesMade(() =>
        ask(url, { 'content-type': 'application/json', 'content-length': '2' }, 'GET', '{}'),
      ),
      1,
    )
  })

  test('the response to such a request is not cached either', async () => {
    const url = `${observed.base}/tags?per_page=3`
    for (let time = 0; time < 3; time += 1) await ask(url, { cookie: 'a=b' })
    assert.equal(await timesMade(() => ask(url)), 1)
  })

  test('concurrent requests share one run, except those with cookies, which run separately', async () => {
    // A search is waited for, so that the requests are in progress together.
    const timesRun = async (word: string, header: string) => {
      observed.queries.length = 0
      const url = `${observed.base}/events?tags=jazz&search=${word}`
      const answers = await askTogether(url, Array<string>(20).fill(header))
      assert.equal(answers.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, 20)
      return observed.queries.filter((query) => query.includes('"tag_texts" where "slug" in')).length
    }
    assert.equal(await timesRun('concert', 'Accept: */*'), 1)
    assert.equal(await timesRun('evening', 'Cookie: a=b'), 20)
  })

  test('a write invalidates all cached responses', async () => {
    const url = `${observed.base}/tags?per_page=5`
    await ask(url)
    await ask(url)
    assert.equal(await timesMade(() => ask(url)), 0)
    await service.post('/tags', { name: 'Talk' })
    // It takes a moment until another process is notified.
    if (service.engine === 'postgres') await new Promise((resolve) => setTimeout(resolve, 1_000))
    assert.equal(await timesMade(() => ask(url)), 1)
  })

  test('every request writes the same log line, made or cached', async () => {
    observed.lines.length = 0
    const answered = () => observed.lines.filter(({ msg }) => msg === logMessage)
    for (let time = 0; time < 4; time += 1) await ask(`${observed.base}/tags?token=hush`)
    while (answered().length < 4) await new Promise((resolve) => setTimeout(resolve, 5))

    const [first, ...others] = answered().map((line) => ({
      ...line,
      time: typeof line.time,
      ms: typeof line.ms,
      request: typeof line.request,
    }))
    assert.match(JSON.stringify(first), /"path":"\/cal\/events\/v1\/tags\?token=\*\*\*","status":200/)
    assert.deepEqual(others, [first, first, first])
    assert.equal(new Set(answered().map(({ request }) => request)).size, 4)
  })

  test('a refused request writes one log line too, with the caller if it is known', async () => {
    observed.lines.length = 0
    const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`
    const answered = () => observed.lines.filter(({ msg }) => msg === logMessage)
    await ask(`${observed.base}/nowhere`)
    await ask(`${observed.base}/events?page=99`, { authorization })
    while (answered().length < 2) await new Promise((resolve) => setTimeout(resolve, 5))

    assert.deepEqual(
      answered().map(({ status, user, level }) => [status, user, level]),
      [
        [404, undefined, pino.levels.values.info],
        [404, 1, pino.levels.values.info],
      ],
    )
  })
})
