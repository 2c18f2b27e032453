import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { onEachDatabase, type Service } from '../../../test/service.ts'

/** Returns the response to raw bytes, which need not be HTTP. */
const exchange = ({ origin }: Service, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.on('close', () => resolve(text)).on('error', reject)
  })

onEachDatabase((service) => {
  test('a running service is alive and ready', async () => {
    const live = await service.get('//health/live')
    const ready = await service.get('//health/ready')

    assert.deepEqual([live.status, live.body], [200, { status: 'ok' }])
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ok', checks: { database: 'ok' } }])
    assert.equal(ready.headers.get('cache-control'), 'no-store')
  })

  test('health and metrics support HEAD, and refuse other methods with a list of the allowed ones', async () => {
    for (const path of ['//health/live', '//health/ready', '//metrics']) {
      const head = await service.request('HEAD', path, undefined, { as: null })
      const post = await service.post(path)

      assert.deepEqual([head.status, head.text], [200, ''])
      assert.deepEqual([post.status, post.body.code], [405, 'rest_no_route'])
      assert.equal(post.headers.get('allow'), 'GET, HEAD')
    }
  })

  test('metrics count requests by the pattern of their route', async () => {
    await service.get('/events/by-slug/nowhere')
    await service.get('//nowhere/at/all')

    const { text, headers } = await service.get('//metrics')

    assert.match(headers.get('content-type') ?? '', /^text\/plain/)
    assert.match(text, /http_requests_total\{method="GET",route="[^"]*by-slug\/\{slug\}",status="404"\} 1/)
    assert.match(text, /http_requests_total\{method="GET",route="\(none\)",status="404"\} 1/)
    assert.match(text, /http_request_duration_seconds_bucket/)
    assert.match(text, /process_cpu_seconds_total/)
    assert.match(text, /calends_build_info\{version="[\d.]+",node="v\d+[^"]*"\} 1/)
    assert.match(text, /calends_database_info\{kind="(?:sqlite|postgres)"\} 1/)
  })

  test('the root describes the service, to programs and to people', async () => {
    const forPrograms = await service.get('//', { headers: { accept: 'application/json' } })
    const forPeople = await service.get('//', { headers: { accept: 'text/html,*/*;q=0.8' } })

    assert.equal(forPrograms.body.name, 'Calends')
    assert.equal(forPrograms.body.rest, service.base)
    assert.equal(forPrograms.body.documentation, `${service.base}/doc`)
    assert.match(forPeople.headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(forPeople.text.includes(`href="${service.base}/events"`))
    assert.equal(forPeople.headers.get('x-cal-api-root'), service.base)
  })

  test('every response has an ID of its own, whatever ID the client sends', async () => {
    const [one, other] = await Promise.all([
      service.get('/events', { headers: { 'x-request-id': 'mine' } }),
      service.get('/nowhere', { headers: { 'x-request-id': 'mine' } }),
    ])

    assert.match(one.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
    assert.match(other.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
    assert.notEqual(one.headers.get('x-request-id'), other.headers.get('x-request-id'))
  })

  test('browsers must not guess the media type, and the server software is not disclosed', async () => {
    const { headers } = await service.get('/events')

    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('server'), null)
  })

  test('a path that cannot be decoded gets the usual error body', async () => {
    const { status, body, headers } = await service.get('/events/by-slug/%ff')

    assert.deepEqual([status, body.code, body.data.status], [400, 'rest_bad_request', 400])
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.ok(headers.has('x-request-id'))
  })

  test('a path segment that is too long gets the usual error body', async () => {
    const { status, body } = await service.get(`/events/by-slug/${'x'.repeat(2_001)}`)

    assert.deepEqual([status, body.code], [414, 'rest_bad_request'])
  })

  test('a request that is not HTTP gets the error body, and the connection is closed', async () => {
    const answer = await exchange(service, 'HELLO\r\n\r\n')

    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).code, 'rest_bad_request')
  })

  test('a request to a proxy gets the error body', async () => {
    const answer = await exchange(service, 'CONNECT example.org:443 HTTP/1.1\r\nHost: here\r\n\r\n')

    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"rest_bad_request"/)
  })

  test('headers that are too large get the usual error body', async () => {
    const answer = await exchange(
      service,
      `GET / HTTP/1.1\r\nHost: here\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    )

    assert.match(answer, /^HTTP\/1\.1 431 /)
  })
})

onEachDatabase(
  (service) => {
    test('a trusted proxy may set the request ID, if it is well-formed', async () => {
      const sane = await service.get('/events', { headers: { 'x-request-id': 'edge.1-a_b' } })
      const other = await service.get('/events', { headers: { 'x-request-id': 'a b' } })

      assert.equal(sane.headers.get('x-request-id'), 'edge.1-a_b')
      assert.match(other.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
    })
  },
  { CALENDS_TRUST_PROXY: 'on' },
)
