import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { anEvent, onEachDatabase, onEachEngine, Service, type Json } from './service.ts'

/** What many clients can make the service hold in memory has limits. */

const mebibyte = 2 ** 20
const proxied = { CALENDS_TRUST_PROXY: 'on' }

onEachDatabase((service) => {
  /** Sends all but the last byte of a body. */
  async function holding(bytes: number, address = '192.0.2.1'): Promise<Socket> {
    const { hostname, port } = new URL(service.origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.on('error', () => undefined)
    socket.write(
      `POST /cal/events/v1/tags HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${bytes + 1}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(bytes, ' '))
    return socket
  }

  test('bodies of anonymous requests have a limit together, and others go on', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => holding(2 * mebibyte - 100)))
    let refused = 0
    for (const socket of sockets)
      socket.on('data', (data) => (refused += Number(data.toString().startsWith('HTTP/1.1 503'))))
    for (let tries = 0; refused < 20 && tries < 100; tries += 1) await pause(50)
    assert.ok(refused >= 20 && refused < 40, `${refused} refused`)

    assert.equal((await service.get('/tags')).status, 200)
    assert.equal((await service.post('/tags', { name: 'Signed in' })).status, 201)

    for (const socket of sockets) socket.destroy()
    let status = 503
    for (let tries = 0; status === 503 && tries < 100; tries += 1) {
      await pause(50)
      status = (await service.post('/tags', { name: 'x', description: ' '.repeat(mebibyte) }, { as: null }))
        .status
    }
    assert.equal(status, 401)
  })

  /** Until as many are refused as come; the others are held. */
  async function holdAll(address: string): Promise<Socket[]> {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => holding(2 * mebibyte - 100, address)))
    let refused = 0
    for (const socket of sockets) socket.on('data', () => (refused += 1))
    for (let tries = 0; refused < 24 && tries < 100; tries += 1) await pause(50)
    assert.ok(refused >= 24, `${refused} refused`)
    return sockets
  }

  test('bodies from one address leave room for those from others, and for signing in', async () => {
    const sockets = await holdAll('192.0.2.2')
    const long = { name: 'x', description: ' '.repeat(mebibyte) }

    assert.equal((await service.post('/tags', long, { as: null })).status, 401)
    const own = await holding(100, '192.0.2.2')
    own.write(' ')
    const [response] = (await once(own, 'data')) as [Buffer]
    assert.match(response.toString(), /^HTTP\/1\.1 400 /)

    for (const socket of [own, ...sockets]) socket.destroy()
  })

  test('a request to sign in is small', async () => {
    const long = { username: 'admin', password: 'secret', note: ' '.repeat(16 * 1024) }
    const { status } = await service.post('//cal/admin/v1/session', long, { as: null })
    assert.equal(status, 413)
  })

  test('responses that a client does not read are not made', async () => {
    const description = 'A description. '.repeat(3_000)
    for (let nth = 0; nth < 20; nth += 1) await service.post('/events', anEvent({ description }))
    const requests = Array.from(
      { length: 100 },
      (_, n) => `GET /cal/events/v1/events?per_page=20&_=${n} HTTP/1.1\r\nHost: x\r\n`,
    )
    const { hostname, port } = new URL(service.origin)
    const socket = connect(Number(port), hostname).pause()
    const { arrayBuffers } = process.memoryUsage()
    socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`)
    await pause(2_000)
    const held = (process.memoryUsage().arrayBuffers - arrayBuffers) / mebibyte
    assert.ok(held < 40, `${held} MiB of about 90 are held`)

    const received = Buffer.concat(await socket.toArray()).toString('latin1')
    assert.equal(received.match(/HTTP\/1\.1 200/g)?.length, 100)
  })
}, proxied)

onEachEngine((engine) => {
  /** The events whose long texts were read, in the order of the statements. */
  let read: number[] = []
  const service = new Service({}, engine, ({ query }) => {
    if (query.sql.includes('octet_length(text) <= 2147483647')) read.push(Number(query.parameters.at(-1)))
  })
  before(async () => {
    await service.start()
    const description = `<p>${'Long text. '.repeat(95_000)}</p>`
    for (let nth = 0; nth < 36; nth += 1)
      assert.equal(
        (await service.post('/events', anEvent({ title: `Long ${nth}`, description }))).status,
        201,
      )
  })
  after(() => service.stop())

  test('one answer after the other reads long texts', async () => {
    read = []
    const pages = await Promise.all(
      [1, 2].map((page) => service.get(`/events?per_page=10&page=${page}`, { as: null })),
    )

    const [first = [], second = []] = pages.map(({ body }) => body.events.map(({ id }: Json) => id))
    const inOrder = read.map((id) => (first.includes(id) ? 'first' : second.includes(id) ? 'second' : id))
    const changes = inOrder.filter((one, index) => index > 0 && one !== inOrder[index - 1])
    assert.ok(inOrder.length >= 10)
    assert.equal(changes.length, 1, inOrder.join(' '))
  })

  test('a page that would be too large is refused, and a smaller one is not', async () => {
    read = []
    for (const as of [null, 'admin:secret']) {
      const whole = await service.get('/events?per_page=100', { as })
      assert.deepEqual([whole.status, whole.body.code], [413, 'rest_body_too_large'])
      assert.match(whole.body.message, /32 MiB; request fewer items with per_page/)
      assert.deepEqual(read, [])
    }
    for (const as of [null, 'admin:secret']) {
      const part = await service.get('/events?per_page=20', { as })
      assert.deepEqual([part.status, part.body.events.length], [200, 20])
    }
    const feed = await service.get('/events.ics')
    assert.equal(feed.text.match(/^BEGIN:VEVENT/gm)?.length, 36)
  })

  const heapUsed = () => {
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    return process.memoryUsage().heapUsed / mebibyte
  }

  test('feeds that clients do not read hold one long text each, and not a batch of them', async () => {
    const { hostname, port } = new URL(service.origin)
    const before = heapUsed()
    const sockets = Array.from({ length: 8 }, () => connect(Number(port), hostname).pause())
    for (const socket of sockets) socket.write('GET /cal/events/v1/events.ics HTTP/1.1\r\nHost: x\r\n\r\n')
    for (let count = -1; count !== read.length;) {
      count = read.length
      await pause(2_000)
    }
    const held = heapUsed() - before
    for (const socket of sockets) socket.destroy()

    assert.ok(held < 80, `${held} MiB are held`)
  })
})
