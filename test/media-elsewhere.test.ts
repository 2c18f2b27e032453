import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { holding, photograph, plain, until, upload } from './images.ts'
import { FakeBucket } from './s3.ts'
import { anEvent, Service, type Json } from './service.ts'

/** Images that are stored in a bucket, and images that are fetched from other sites. */

const jobsOf = (service: Service) => service.database.db.selectFrom('jobs').select('target').execute()

describe('with a bucket', () => {
  const bucket = new FakeBucket()
  let service: Service
  let direct: Service
  before(async () => {
    await bucket.start()
    service = new Service({ ...bucket.environment, CALENDS_PREFIX: '/api' })
    direct = new Service({
      ...bucket.environment,
      CALENDS_MEDIA_PUBLIC_URL: 'https://images.example.org/calends/',
    })
    await Promise.all([service.start(), direct.start()])
  })
  after(async () => {
    await Promise.all([service.stop(), direct.stop()])
    bucket.stop()
  })

  test('files are in the bucket, and are served from it', async () => {
    const { origin } = service
    const { body } = await upload({ origin: `${origin}/api` }, await photograph(1_500, 1_200))
    const read = () => service.get(`//api/cal/admin/v1/media/${body.id}`, { as: 'admin:secret' })
    const { body: image } = await until(read, (answer) => answer.body.sizes.large !== undefined)
    const urls = [image, ...Object.values<Json>(image.sizes)].map(({ url }) => url as string)

    assert.equal(bucket.files.size, 7)
    for (const url of urls) {
      assert.ok(url.startsWith(`${origin}/api/media/`))
      const response = await fetch(url)
      const content = Buffer.from(await response.arrayBuffer())
      assert.deepEqual(content, bucket.files.get(url.split('/').at(-1)!)!.content)
      assert.equal(response.headers.get('content-type'), 'image/jpeg')
      const part = await fetch(url, { headers: { range: 'bytes=0-1' } })
      assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 0-1/${content.length}`])
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), content.subarray(0, 2))
    }
    assert.equal((await fetch(urls[0]!, { method: 'HEAD' })).status, 200)
    await service.delete(`//api/cal/admin/v1/media/${body.id}`)
    assert.equal(bucket.files.size, 0)
  })

  test('files whose size the bucket does not tell are served whole', async () => {
    const picture = { origin: `${service.origin}/api` }
    const { body } = await upload(picture, await plain(64, 64).png().toBuffer())
    const { content } = bucket.files.get(body.url.split('/').at(-1))!
    bucket.isChunked = true
    const requests = [{}, { headers: { range: 'bytes=0-1' } }, { method: 'HEAD' }]
    const answers = await Promise.all(requests.map((options) => fetch(body.url, options)))
    const contents = await Promise.all(answers.map(async (one) => Buffer.from(await one.arrayBuffer())))
    bucket.isChunked = false
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('content-length')]),
      [
        [200, null],
        [200, null],
        [200, null],
      ],
    )
    assert.deepEqual(contents, [content, content, Buffer.alloc(0)])
    await service.delete(`//api/cal/admin/v1/media/${body.id}`)
  })

  test('a picture that is replaced while a size of it is made gets none of the former one', async () => {
    const held = holding()
    const isLarge = (request: string) => /^PUT .*-large-/.test(request)
    bucket.hold = (request) => (isLarge(request) ? held.released : undefined)
    bucket.requests.length = 0
    const { body } = await upload(direct, await photograph(1_500, 1_200))
    await until(
      () => Promise.resolve(bucket.requests),
      (requests) => requests.some(isLarge),
    )
    const path = `/media/${body.id}/file`
    const { body: replaced } = await upload(direct, await plain(600, 400).png().toBuffer(), { path })
    held.release()
    await until(
      () => jobsOf(direct),
      (left) => left.length === 0,
    )
    bucket.hold = () => undefined

    const { body: image } = await direct.get(`//cal/admin/v1/media/${body.id}`, { as: 'admin:secret' })
    assert.deepEqual([image.url, image.sizes], [replaced.url, replaced.sizes])
    assert.deepEqual(Object.keys(image.sizes), ['thumbnail', 'medium'])
    await direct.delete(`//cal/admin/v1/media/${body.id}`)
    assert.equal(bucket.files.size, 0)
  })

  test('a public URL is where links and requests lead', async () => {
    const { body } = await upload(direct, await plain(64, 64).png().toBuffer())
    const name = body.url.split('/').at(-1)
    const asked = await fetch(`${direct.origin}/media/${name}`, { redirect: 'manual' })
    const { body: event } = await direct.post('/events', anEvent({ image: body.url }))
    assert.equal(body.url, `https://images.example.org/calends/${name}`)
    assert.deepEqual([asked.status, asked.headers.get('location')], [302, body.url])
    assert.equal(event.image.id, body.id)
    assert.equal((await direct.get(`/events/${event.id}`)).body.json_ld.image, body.url)
  })

  test('a bucket that is out of reach makes uploads fail for the moment', async () => {
    bucket.failures = 99
    const { status, body, headers } = await upload(direct, await plain(64, 64).png().toBuffer())
    bucket.failures = 0
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'rest_unavailable', '1'])
  })

  test('an upload that fails or is refused leaves no files', async () => {
    const { body: image } = await upload(direct, await plain(64, 64).png().toBuffer())
    const before = [...bucket.files.keys()]
    const picture = await plain(400, 400).png().toBuffer()
    // Each of the three attempts.
    bucket.hold = (request) => {
      if (/^PUT .*-medium-/.test(request)) bucket.failures = 1
      return undefined
    }
    assert.equal((await upload(direct, picture)).status, 503)
    bucket.hold = () => undefined
    assert.deepEqual([...bucket.files.keys()], before)

    const stale = { path: `/media/${image.id}/file`, headers: { 'if-match': '"stale"' } }
    assert.equal((await upload(direct, picture, stale)).status, 412)
    assert.deepEqual([...bucket.files.keys()], before)
    assert.equal((await direct.delete(`//cal/admin/v1/media/${image.id}`)).status, 200)
  })
})

describe('images of other sites', () => {
  const content: Record<string, () => Promise<Buffer | string>> = {
    '/poster.png': () => plain(400, 300).png().toBuffer(),
    '/page.png': () => Promise.resolve('<html></html>'),
  }
  /** Of paths whose response has another one than PNG; none if empty. */
  const mediaTypes: Record<string, string> = {}
  let site: Server
  let siteUrl = ''
  let asked: string[] = []
  /** Called when a response has ended, also because the service gave up. */
  let closed: () => unknown = () => undefined
  before(async () => {
    site = createServer((request, response) => {
      asked.push(request.url!)
      response.on('close', () => closed())
      const type = mediaTypes[request.url!] ?? 'image/png'
      if (type !== '') response.setHeader('content-type', type)
      void content[request.url!]!().then((body) => response.end(body))
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  after(() => site.close())

  const serviceWith = async (environment: Record<string, string>) => {
    const service = new Service(environment)
    await service.start()
    after(() => service.stop())
    return service
  }

  test('are fetched in the background, and keep their IDs', async () => {
    const service = await serviceWith({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
    const url = `${siteUrl}/poster.png`
    const { body: event } = await service.post('/events', anEvent({ image: url }))
    const { body: page } = await service.post('/events', anEvent({ image: `${siteUrl}/page.png` }))
    assert.deepEqual(event.image, { url, id: event.image.id, extension: 'png' })

    const read = () => service.get(`/events/${event.id}`)
    const { body } = await until(read, (answer) => answer.body.image.sizes?.medium !== undefined)
    assert.deepEqual([body.image.id, body.image.width, body.image.height], [event.image.id, 400, 300])
    assert.equal((await fetch(body.image.url)).status, 200)
    assert.equal((await service.post('/venues', { venue: 'Hall', image: url })).body.image.id, event.image.id)

    await until(
      () => jobsOf(service),
      (left) => left.length === 0,
    )
    assert.equal((await service.get(`/events/${page.id}`)).body.image.url, `${siteUrl}/page.png`)
    assert.deepEqual(asked.toSorted(), ['/page.png', '/poster.png'])
  })

  test('are recognized by their content, whatever a store without media types says of them', async () => {
    const service = await serviceWith({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
    const types = ['', 'binary/octet-stream', 'Application/Octet-Stream', 'Image/PNG']
    const events = types.map(async (type) => {
      const path = `/typed.png?type=${type}`
      content[path] = () => plain(40, 30).png().toBuffer()
      mediaTypes[path] = type
      return (await service.post('/events', anEvent({ image: `${siteUrl}${path}` }))).body
    })
    for (const { id } of await Promise.all(events))
      await until(
        () => service.get(`/events/${id}`),
        (answer) => answer.body.image.width === 40,
      )
  })

  test('are fetched also if the clock was ahead when that was last tried', async () => {
    const service = await serviceWith({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
    const job = { kind: 'image', target: 999, due: service.now + 366 * 86_400, attempts: 1 }
    await service.database.db.insertInto('jobs').values(job).execute()
    await until(
      () => jobsOf(service),
      (left) => left.length === 0,
    )
  })

  test('that are replaced while they are fetched stay replaced', async () => {
    const service = await serviceWith({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
    const held = holding()
    content['/slow.png'] = () => held.released.then(() => plain(400, 300).png().toBuffer())
    const { body: event } = await service.post('/events', anEvent({ image: `${siteUrl}/slow.png` }))
    await until(
      () => Promise.resolve(asked),
      (urls) => urls.includes('/slow.png'),
    )
    const path = `/media/${event.image.id}/file`
    const { body: image } = await upload(service, await plain(640, 480).png().toBuffer(), { path })
    held.release()
    await until(
      () => jobsOf(service),
      (left) => left.length === 0,
    )
    const { body } = await service.get(`/events/${event.id}`)
    assert.deepEqual([body.image.url, body.image.width], [image.url, 640])
    assert.equal((await fetch(image.url)).status, 200)
  })

  test('delay the sizes of no upload if their site does not answer', async () => {
    const service = await serviceWith({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
    const held = holding()
    let isAnswered = false
    content['/hanging.png'] = () => held.released.then(() => plain(40, 30).png().toBuffer())
    const { body: event } = await service.post('/events', anEvent({ image: `${siteUrl}/hanging.png` }))
    await until(
      () => Promise.resolve(asked),
      (urls) => urls.includes('/hanging.png'),
    )
    closed = () => (isAnswered = true)
    const { body } = await upload(service, await photograph(1_500, 1_200))
    const read = () => service.get(`//cal/admin/v1/media/${body.id}`, { as: 'admin:secret' })
    await until(read, (answer) => answer.body.sizes.large !== undefined)
    assert.equal(isAnswered, false)

    held.release()
    await until(
      () => service.get(`/events/${event.id}`),
      (answer) => answer.body.image.width === 40,
    )
  })

  test('wait for those of other sites if theirs is slow', async () => {
    const service = await serviceWith({
      CALENDS_OUTGOING: 'on',
      CALENDS_OUTGOING_ALLOW: '127.0.0.1,localhost',
    })
    const picture = await plain(40, 30).png().toBuffer()
    content['/quick.png'] = () => Promise.resolve(picture)
    for (const path of ['/slow-1.png', '/slow-2.png', '/slow-3.png']) {
      content[path] = () => pause(2_100).then(() => picture)
      await service.post('/events', anEvent({ image: siteUrl + path }))
    }
    // Jobs are due in the order of the clock.
    const ticking = setInterval(() => (service.now += 1), 100)
    after(() => clearInterval(ticking))
    await until(
      () => Promise.resolve(asked),
      (urls) => urls.includes('/slow-1.png'),
    )
    const image = `${siteUrl.replace('127.0.0.1', 'localhost')}/quick.png`
    await service.post('/events', anEvent({ image }))

    await until(
      () => jobsOf(service),
      (left) => left.length === 0,
    )
    assert.ok(asked.indexOf('/quick.png') < asked.indexOf('/slow-3.png'), asked.join(' '))
  })

  test('are not fetched from private networks, nor at all unless that is switched on', async () => {
    asked = []
    const guarded = await serviceWith({ CALENDS_OUTGOING: 'on' })
    const off = await serviceWith({})
    for (const service of [guarded, off]) {
      const { body } = await service.post('/events', anEvent({ image: `${siteUrl}/poster.png` }))
      await until(
        () => jobsOf(service),
        (left) => left.length === 0,
      )
      assert.equal((await service.get(`/events/${body.id}`)).body.image.url, `${siteUrl}/poster.png`)
    }
    assert.deepEqual(asked, [])
  })
})
