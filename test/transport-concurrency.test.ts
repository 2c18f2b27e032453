import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { basic, exchange } from './raw.ts'
import { administrator, anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** Many at a time, and some that break off. */

const root = '/cal/events/v1'
const times = <T>(count: number, make: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, place) => make(place)))

onEachDatabase((service: Service) => {
  for (const [collection, fields] of [
    ['events', anEvent({ title: 'At the same time' })],
    ['venues', { venue: 'At the same time' }],
    ['organizers', { organizer: 'At the same time' }],
  ] as const)
    test(`${collection} created concurrently with the same title get different slugs`, async () => {
      const replies = await times(20, () => service.post(`/${collection}`, fields))
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
      const slugs = replies.map(({ body }) => body.slug as string)
      assert.equal(new Set(slugs).size, 20)
      const expected = [
        'at-the-same-time',
        ...Array.from({ length: 19 }, (_, n) => `at-the-same-time-${n + 2}`),
      ]
      assert.deepEqual(slugs.toSorted(), expected.toSorted())
      assert.equal(new Set(replies.map(({ body }) => body.id as number)).size, 20)
    })

  for (const collection of ['categories', 'tags'])
    test(`${collection} created concurrently with the same name exist once`, async () => {
      const replies = await times(10, () => service.post(`/${collection}`, { name: 'Only one' }))
      const made = replies.filter(({ status }) => status === 201)
      assert.equal(made.length, 1)
      for (const { status, body } of replies.filter((reply) => !made.includes(reply)))
        assert.deepEqual([status, body.code, body.data.term_id], [400, 'term_exists', made[0]!.body.id])
    })

  test('events created concurrently with the same new term share the term', async () => {
    const replies = await times(10, (n) =>
      service.post(
        '/events',
        anEvent({
          title: `Shared ${n}`,
          categories: ['Shared by all'],
          tags: ['shared by all'],
          venue: { venue: 'Shared hall' },
        }),
      ),
    )
    assert.deepEqual(
      new Set(replies.map(({ status, body }) => `${status} ${body.code}`)),
      new Set(['201 undefined']),
    )
    for (const part of [
      (event: Json) => event.categories[0].id,
      (event: Json) => event.tags[0].id,
      (event: Json) => event.venue.id,
    ])
      assert.equal(new Set(replies.map(({ body }) => part(body) as number)).size, 1)
  })

  test('parallel updates of different fields all survive', async () => {
    const { id } = (await service.post('/events', anEvent({ title: 'Updated by many' }))).body
    const changes: Record<string, unknown> = {
      description: '<p>New</p>',
      excerpt: '<p>Short</p>',
      cost: '$5',
      website: 'https://example.org/',
      sticky: true,
      featured: true,
      hide_from_listings: true,
      event_status: 'cancelled',
      tags: ['by many'],
      venue: { venue: 'By many' },
      organizer: { organizer: 'By many' },
      timezone: 'Europe/Zurich',
    }
    const replies = await Promise.all(
      Object.entries(changes).map(([name, value]) => service.patch(`/events/${id}`, { [name]: value })),
    )
    for (const { status, body } of replies) assert.equal(status, 200, JSON.stringify(body))
    const { body } = await service.get(`/events/${id}`)
    for (const name of [
      'description',
      'excerpt',
      'cost',
      'website',
      'sticky',
      'featured',
      'hide_from_listings',
      'event_status',
      'timezone',
    ])
      assert.deepEqual(body[name], changes[name], name)
    assert.deepEqual(
      [body.tags[0].name, body.venue.venue, body.organizer[0].organizer, body.title],
      ['by many', 'By many', 'By many', 'Updated by many'],
    )
  })

  test('parallel translations all survive', async () => {
    const { id } = (await service.post('/venues', { venue: 'Told by many' })).body
    await Promise.all(
      [
        ['fr', 'Dit par plusieurs'],
        ['de', 'Von vielen gesagt'],
      ].map(([ml_language, venue]) => service.patch(`/venues/${id}`, { venue, ml_language })),
    )
    const { body } = await service.get(`/venues/${id}`)
    assert.deepEqual(Object.keys(body.translations).sort(), ['de', 'en', 'fr'])
  })

  test('of parallel writes with one If-Match one is done', async () => {
    const { id } = (await service.post('/venues', { venue: 'Matched by many' })).body
    const tag = (await service.get(`/venues/${id}`, { as: administrator })).headers.get('etag')!
    const replies = await times(8, (n) =>
      service.patch(`/venues/${id}`, { city: `City ${n}` }, { headers: { 'if-match': tag } }),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412, 412, 412, 412, 412])
  })

  test('the tag of a read for editing is one that a write may name', async () => {
    const id = (await service.post('/events', anEvent({ password: 'secret' }))).body.id as number
    const read = await service.get(`/events/${id}?context=edit`, { as: administrator })
    const headers = { 'if-match': read.headers.get('etag')! }
    assert.equal((await service.patch(`/events/${id}`, { title: 'Changed' }, { headers })).status, 200)
    assert.equal((await service.patch(`/events/${id}`, { title: 'Again' }, { headers })).status, 412)
  })

  test('of concurrent requests for one slug, one succeeds', async () => {
    const ids = await times(
      5,
      async (n) => (await service.post('/organizers', { organizer: `Wants a slug ${n}` })).body.id as number,
    )
    const replies = await Promise.all(
      ids.map((id) => service.patch(`/organizers/${id}`, { slug: 'wanted-by-many' })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
  })

  test('of parallel deletes one is done', async () => {
    for (const [collection, fields, gone] of [
      ['events', anEvent({ title: 'Deleted by many' }), 410],
      ['tags', { name: 'deleted by many' }, 404],
    ] as const) {
      const { id } = (await service.post(`/${collection}`, fields)).body
      const replies = await times(6, () => service.delete(`/${collection}/${id}`))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, gone, gone, gone, gone, gone])
    }
  })

  test('reads alongside writes see whole events', async () => {
    const { id } = (await service.post('/events', anEvent({ title: 'A', excerpt: '<p>A</p>' }))).body
    const writes = times(15, (n) =>
      service.patch(`/events/${id}`, { title: `V${n}`, excerpt: `<p>V${n}</p>` }),
    )
    const reads = times(30, () => service.get(`/events/${id}`))
    for (const { status, body } of await reads) {
      assert.equal(status, 200)
      assert.equal(body.excerpt, `<p>${body.title}</p>`)
    }
    await writes
  })

  test('a request that is sent right behind a write sees what it wrote', async () => {
    const body = JSON.stringify({ name: 'Pipelined' })
    const write = [
      `POST ${root}/tags HTTP/1.1`,
      'Host: x',
      `Authorization: ${basic(administrator)}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const read = [`GET ${root}/tags?hide_empty=0&search=pipelined HTTP/1.1`, 'Host: x', 'Connection: close']

    const received = await exchange(service, [...write, '', body + read.join('\r\n'), '', ''].join('\r\n'))

    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 201', 'HTTP/1.1 200'])
    assert.match(received, /"total":1,/)
  })

  test('requests that are sent without waiting are answered in their order, whatever their number', async () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `n${n}`)
    const sent = names.map((name) => `GET ${root}/tags?${name} HTTP/1.1\r\nHost: x\r\n`)

    const received = await exchange(service, `${sent.join('\r\n')}Connection: close\r\n\r\n`)

    // Each response names the parameter that does not exist.
    const answered = [...received.matchAll(/x-ignored: (\w+)/gi)].map(([, name]) => name)
    assert.deepEqual(answered, names)
  })

  const read = `GET ${root}/tags HTTP/1.1\r\nHost: x\r\n\r\n`
  const brokenBody = `POST ${root}/tags HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n`
  for (const [name, sent, statuses] of [
    ['one is answered before bytes that are not HTTP', `${read}NONSENSE\r\n\r\n`, [200, 400]],
    [
      'all are answered before such bytes',
      `${read.repeat(20)}NONSENSE\r\n\r\n`,
      [...Array(20).fill(200), 400],
    ],
    ['one is answered before one whose body is not HTTP', read + brokenBody, [200, 400]],
    ['one is answered before one for a proxy', `${read}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`, [200, 400]],
  ] as const)
    test(`of requests that are sent without waiting, ${name}`, async () => {
      const received = await exchange(service, sent)

      assert.deepEqual(
        [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
        statuses,
      )
      assert.match(received, /\r\nConnection: close\r\n\r\n\{"code":"rest_bad_request"/)
    })

  describe('a request that is broken off', () => {
    const opened = (): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(service.origin)
        const socket = connect(Number(port), hostname, () => resolve(socket))
        socket.on('error', reject)
      })
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    const whole = JSON.stringify(anEvent({ title: 'Broken off', categories: ['Broken off'] }))
    const head = (type: string, more: string) =>
      `POST ${root}/events HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(administrator)}\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`

    const halves: [string, string][] = [
      ['before its body', head('application/json', `Content-Length: ${whole.length}`)],
      [
        'in the midst of its body',
        head('application/json', `Content-Length: ${whole.length}`) + whole.slice(0, -1),
      ],
      [
        'where its body might be over',
        head('application/x-www-form-urlencoded', 'Content-Length: 200') +
          'title=Broken+off&start_date=2027-01-01&end_date=2027-01-02',
      ],
      [
        'between chunks',
        head('application/json', 'Transfer-Encoding: chunked') +
          `${whole.length.toString(16)}\r\n${whole}\r\n`,
      ],
    ]
    for (const [where, text] of halves)
      test(`${where} changes nothing`, async () => {
        for (const end of ['destroy', 'resetAndDestroy'] as const) {
          const socket = await opened()
          socket.write(text)
          await pause(50)
          socket[end]()
        }
        await pause(50)
        const found = await service.get('/events?status=any&search=broken', { as: administrator })
        assert.deepEqual([found.status, found.body.total], [200, 0])
        assert.equal((await service.get('/categories?hide_empty=0&search=broken')).body.total, 0)
      })

    test('after it was sent whole is done whole', async () => {
      const socket = await opened()
      socket.write(head('application/json', `Content-Length: ${whole.length}`) + whole)
      await pause(100)
      socket.destroy()
      let body = (await service.get('/events?search=broken')).body
      for (let tries = 0; tries < 100 && body.total === 0; tries += 1) {
        await pause(50)
        body = (await service.get('/events?search=broken')).body
      }
      assert.equal(body.total, 1)
      assert.equal(body.events[0].categories[0].name, 'Broken off')
    })
  })
})
