import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { exchange } from '../../test/raw.ts'
import { anEvent, onEachDatabase, type Service } from '../../test/service.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../store/open.ts'
import { logMessage } from './monitoring/request-log.ts'

/** What is answered is the same whether it is made for the request, shared with others or answered from the cache. */

/** As it went over the wire, nothing decoded; what belongs to one request alone is told apart. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const { 'x-request-id': id, 'ratelimit-remaining': remaining, ...told } = answer.headers
  delete told.date
  return { id, remaining, sent: { status: answer.statusCode, headers: told, body: Buffer.concat(chunks) } }
}

/** Requests in one packet, so that all are there before any is answered; the responses, one after the other. */
function askTogether(url: string, headers: readonly string[]): Promise<string> {
  const { origin, host, pathname, search } = new URL(url)
  const requests = headers.map(
    (header, index) =>
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n${index < headers.length - 1 ? '' : 'Connection: close\r\n'}\r\n`,
  )
  return exchange({ origin }, requests.join(''))
}

/** What says that it has a body is never answered from the cache, nor shared. */
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

    test('every read answers the same bytes made for one, shared and again, by GET and by HEAD', async () => {
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

    test('messages are told in the language of each reader, even of those who ask at the same time', async () => {
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

    test('what is written is in the next answer', async () => {
      const url = `${service.base}/events/${ids[0]}`
      for (const title of ['One', 'Two', 'Three']) {
        await service.patch(`/events/${ids[0]}`, { title })
        for (let time = 0; time < 3; time += 1)
          assert.equal(JSON.parse((await ask(url)).sent.body.toString()).title, title)
      }
    })

    test('what is wrong is told alike however often, and with its headers', async () => {
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
        const told = first.sent.headers
        assert.equal(told['cache-control'], 'no-store')
        assert.equal(told['content-language'], 'en')
        assert.equal(told['content-type'], 'application/json; charset=utf-8')
        assert.equal(told['access-control-allow-origin'], '*')
        assert.equal(told['x-content-type-options'], 'nosniff')
        assert.match(String(told.vary), /Accept-Language/)
        assert.equal(told.etag, undefined)
        assert.equal(told['www-authenticate'] === undefined, status !== 401)
        assert.equal(told.allow, status === 405 ? 'GET, HEAD, POST, OPTIONS' : undefined)
      }
    })

    test('a problem is told by HEAD too, without its body', async () => {
      const url = `${service.base}/events/999999`
      const [get, head] = [await ask(url), await ask(url, {}, 'HEAD')]
      assert.deepEqual([head.sent.status, head.sent.body.length], [404, 0])
      assert.deepEqual(head.sent.headers, get.sent.headers)
    })

    test('what is sent again counts as every other request', async () => {
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

    test('many who ask for the same at once get the same', async () => {
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
    test('answers differ by what a trusted proxy says of the request', async () => {
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
    test('a request counts once, whether it is answered or refused, made or given again', async () => {
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

    test('what is sent again is limited as every other request', async () => {
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

/** A second process on the data of a service, with what it writes to its log and asks of the database. */
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

  /** How often the tags are counted, which is once for each time that their list is made. */
  async function timesMade(run: () => Promise<unknown>): Promise<number> {
    observed.queries.length = 0
    await run()
    return observed.queries.filter((query) => query.includes('count(*)') && query.includes('"tags"')).length
  }

  test('what is asked for again is answered from the cache, in whichever form', async () => {
    const url = `${observed.base}/tags?per_page=1`
    // A server tells of its newest version a little later.
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

  test('a request with credentials, a cookie or a body is never answered from the cache', async () => {
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

  test('nor is its response stored for others', async () => {
    const url = `${observed.base}/tags?per_page=3`
    for (let time = 0; time < 3; time += 1) await ask(url, { cookie: 'a=b' })
    assert.equal(await timesMade(() => ask(url)), 1)
  })

  test('what many ask for at once is made once, for those with cookies once each', async () => {
    const url = `${observed.base}/tags?per_page=4`
    const together = async (header: string) => {
      const answers = await askTogether(url, Array<string>(20).fill(header))
      assert.equal(answers.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, 20)
    }
    assert.equal(await timesMade(() => together('Accept: */*')), 1)
    assert.equal(await timesMade(() => together('Cookie: a=b')), 20)
  })

  test('whoever writes lets all that was stored be made anew', async () => {
    const url = `${observed.base}/tags?per_page=5`
    await ask(url)
    await ask(url)
    assert.equal(await timesMade(() => ask(url)), 0)
    await service.post('/tags', { name: 'Talk' })
    // Another process is told of it, which takes its time.
    if (service.engine === 'postgres') await new Promise((resolve) => setTimeout(resolve, 1_000))
    assert.equal(await timesMade(() => ask(url)), 1)
  })

  test('every request leaves the same line in the log, made or given again', async () => {
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

  test('a refused request leaves one line too, with who asked where that is known', async () => {
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
