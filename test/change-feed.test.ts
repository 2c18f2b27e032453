import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { readPage } from '../src/api/changes/page.ts'
import { readConfig } from '../src/config.ts'
import { createStore } from '../src/store/index.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { trimFeed } from '../src/store/changes/change-feed.ts'
import { createUser, removeUser } from '../src/identity/user-store.ts'
import { credentialsOf, makePeople } from './people.ts'
import { administrator, anEvent, onEachDatabase, testTime, type Json, Service } from './service.ts'

/** What a reader of the feed is told of some work, such as `created events 4`. */
const changesOf = async (service: Service, work: () => Promise<unknown>, as: string | null = null) => {
  const { next } = (await service.get('/changes', { as })).body
  await work()
  const { changes } = (await service.get(`/changes?since=${next}&per_page=500`, { as })).body
  return changes as Json[]
}

const inWords = (changes: readonly Json[]) => changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`)

onEachDatabase((service) => {
  const create = async (name: string, fields: object): Promise<number> =>
    (await service.post(`/${name}`, fields)).body.id

  const asMany = (as: readonly (string | null)[], work: () => Promise<unknown>) =>
    Promise.all(as.map((one) => service.get('/changes', { as: one }))).then(async (begun) => {
      await work()
      return Promise.all(
        begun.map(async ({ body }, index) =>
          inWords((await service.get(`/changes?since=${body.next}`, { as: as[index]! })).body.changes),
        ),
      )
    })

  test('without a token nothing is told but the current token', async () => {
    await create('tags', { name: 'Before' })
    const { status, body, headers } = await service.get('/changes')

    assert.equal(status, 200)
    assert.deepEqual({ ...body, next: '' }, { changes: [], next: '', complete: true })
    assert.equal(headers.get('cache-control'), 'public, max-age=0, must-revalidate')
  })

  test('whoever asks again with the ETag is answered with 304 until something changes', async () => {
    const path = `/changes?since=${(await service.get('/changes')).body.next}`
    const tag = (await service.get(path)).headers.get('etag')!
    const again = async () => (await service.get(path, { headers: { 'if-none-match': tag } })).status

    assert.equal(await again(), 304)
    await create('tags', { name: 'News' })
    assert.equal(await again(), 200)
  })

  describe('writes that change nothing are not told, and', () => {
    const sameAgain = async (path: string, fields: object) => {
      const before = (await service.get(path, { as: administrator })).body
      service.now = testTime + 60
      const changes = await changesOf(service, () => service.patch(path, fields), administrator)
      const after = (await service.get(path, { as: administrator })).body
      service.now = testTime
      assert.deepEqual(inWords(changes), [])
      assert.deepEqual(after, before)
    }

    for (const [kind, fields] of Object.entries({
      venues: { venue: 'Rooms', city: 'Bern', website: 'https://example.org/' },
      organizers: { organizer: 'Choir', email: 'choir@example.org' },
      categories: { name: 'Loud music', description: 'Loud', hue: 40 },
      tags: { name: 'Free' },
      events: {
        ...anEvent({
          venue: [{ venue: 'Stage' }],
          tags: ['open air', 'late'],
          image: 'https://example.org/a.png',
        }),
        cost: '12 EUR',
        tickets: [{ name: 'Seat', price: '12', currency: 'EUR' }],
        all_day: true,
      },
    }))
      test(`${kind} stay as they are`, async () => {
        const id = await create(kind, fields)
        const path = `/${kind}/${id}`
        await service.patch(`${path}?ml_language=fr`, { description: 'Bonjour' })
        const shown = (await service.get(path, { as: administrator })).body

        await sameAgain(path, {})
        await sameAgain(path, fields)
        await sameAgain(path, shown)
        await sameAgain(`${path}?ml_language=fr`, { description: 'Bonjour' })
      })

    test('so do series and their dates', async () => {
      const fields = anEvent({
        title: 'Choir',
        start_date: '2027-03-02 19:00',
        end_date: '2027-03-02 21:00',
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20270316T190000'],
      })
      const id = await create('events', fields)
      const { body: list } = await service.get(`/events?post_parent=${id}&start_date=2027-01-01`)
      const [first, second] = list.events
      await service.patch(`/events/${second.id}`, { title: 'Guests' })

      await sameAgain(`/events/${id}`, fields)
      await sameAgain(`/events/${id}`, (await service.get(`/events/${id}`)).body)
      await sameAgain(`/events/${second.id}`, { title: 'Guests' })
      await sameAgain(`/events/${first.id}?scope=all`, { title: 'Choir' })
    })

    test('a translation that still holds is no longer outdated', async () => {
      const id = await create('events', anEvent({ title: 'Ball' }))
      await service.patch(`/events/${id}?ml_language=fr`, { title: 'Bal' })
      await service.patch(`/events/${id}`, { title: 'Great ball' })
      const changes = await changesOf(service, () =>
        service.patch(`/events/${id}?ml_language=fr`, { title: 'Bal' }),
      )

      assert.deepEqual(inWords(changes), [`updated events ${id}`])
      assert.equal(changes[0]!.resource.translations.fr.is_outdated, undefined)
    })
  })

  test('an event and its venue are told with their representations', async () => {
    let event = 0
    const changes = await changesOf(service, async () => {
      event = await create('events', anEvent({ venue: { venue: 'Hall' } }))
    })
    const { body } = await service.get(`/events/${event}`)
    const { json_ld, ...listed } = body

    assert.deepEqual(inWords(changes), [`created venues ${body.venue.id}`, `created events ${event}`])
    assert.deepEqual(changes[1], {
      kind: 'events',
      id: event,
      action: 'created',
      languages: ['en'],
      modified_utc: '2026-11-21 12:00:00',
      resource: listed,
    })
    assert.ok(json_ld)
  })

  test('resources are in the language that is asked for', async () => {
    const { next } = (await service.get('/changes')).body
    const event = await create('events', anEvent())
    await service.patch(`/events/${event}?ml_language=fr`, { title: 'Bal' })
    const { changes } = (await service.get(`/changes?since=${next}&ml_language=fr`)).body

    assert.deepEqual(inWords(changes), [`created events ${event}`, `updated events ${event}`])
    assert.deepEqual(changes[1].languages, ['en', 'fr'])
    assert.equal(changes[1].resource.title, 'Bal')
  })

  test('everybody is told of what they could read, or can', async () => {
    const event = await create('events', anEvent({ status: 'draft' }))
    const changesAfter = (work: () => Promise<unknown>) => asMany([null, administrator], work)
    const to = (status: string) => () => service.patch(`/events/${event}`, { status })
    const trash = () => service.delete(`/events/${event}`)

    assert.deepEqual(await changesAfter(to('pending')), [[], [`updated events ${event}`]])
    assert.deepEqual(await changesAfter(to('publish')), [
      [`created events ${event}`],
      [`updated events ${event}`],
    ])
    assert.deepEqual(await changesAfter(to('draft')), [
      [`deleted events ${event}`],
      [`updated events ${event}`],
    ])
    await to('publish')()
    assert.deepEqual(await changesAfter(trash), [[`deleted events ${event}`], [`trashed events ${event}`]])
    assert.deepEqual(await changesAfter(to('publish')), [
      [`restored events ${event}`],
      [`restored events ${event}`],
    ])
    await trash()
    const purge = () => service.delete(`/events/${event}?force=true`)
    assert.deepEqual(await changesAfter(purge), [[], [`deleted events ${event}`]])
  })

  test('what is trashed or deleted has no representation, and what never lasted is not told', async () => {
    const tag = await create('tags', { name: 'Short' })
    service.now = testTime + 60
    const [deleted] = await changesOf(service, () => service.delete(`/tags/${tag}`))
    service.now = testTime

    assert.deepEqual(deleted, {
      kind: 'tags',
      id: tag,
      action: 'deleted',
      languages: ['en'],
      modified_utc: '2026-11-21 12:01:00',
    })
    const fleeting = () =>
      inTransaction(service.database.db, async (trx) => {
        await sql`insert into tags (id, original_language, languages, modified) values (900000, 'en', ' en ', 0)`.execute(
          trx,
        )
        await trx.deleteFrom('tags').where('id', '=', 900_000).execute()
      })
    assert.deepEqual(await changesOf(service, fleeting), [])
  })

  test('what is edited in the trash is shown, what was before is not', async () => {
    const event = await create('events', anEvent())
    const rename = (title: string) => () => service.patch(`/events/${event}`, { title })
    const trash = () => service.delete(`/events/${event}`)
    const edits = async () => {
      await rename('Before')()
      await trash()
      await rename('Afterwards')()
    }
    const changes = await changesOf(service, edits, administrator)
    assert.deepEqual(
      changes.map(({ action, resource }) => [action, resource?.status, resource?.title]),
      [
        ['updated', undefined, undefined],
        ['trashed', undefined, undefined],
        ['updated', 'trash', 'Afterwards'],
      ],
    )
  })

  test('authors are told of their own, also when it becomes theirs', async () => {
    const { db } = service.database
    const { author } = await makePeople(service)
    const { id: former } = await inTransaction(db, (trx) =>
      createUser(trx, { username: 'Leaving', role: 'author' }, testTime),
    )
    const event = await create('events', anEvent({ status: 'private', author: former }))
    const handOver = () => inTransaction(db, (trx) => removeUser(trx, former, { reassign: author }))
    const viewers = [credentialsOf('author'), credentialsOf('contributor')]

    assert.deepEqual(await asMany(viewers, handOver), [[`created events ${event}`], []])
    assert.deepEqual(await asMany(viewers, () => service.delete(`/events/${event}`)), [
      [`trashed events ${event}`],
      [],
    ])
  })

  test('protected events stay locked', async () => {
    const [anonymous] = await changesOf(service, () =>
      create('events', anEvent({ password: 'open sesame', description: 'Behind the door' })),
    )
    assert.equal(anonymous.action, 'created')
    assert.ok(!JSON.stringify(anonymous).includes('Behind the door'))
  })

  test('kinds narrow, and pages end with a token each', async () => {
    const { next: begin } = (await service.get('/changes')).body
    for (const name of ['One', 'Two', 'Three']) {
      await create('tags', { name: `Page ${name}` })
      await create('categories', { name: `Page ${name}` })
    }
    const changes: string[] = []
    let page = { next: begin, complete: false } as Json
    for (let pages = 0; pages < 2; pages += 1) {
      assert.equal(page.complete, false)
      page = (await service.get(`/changes?since=${page.next}&kinds=tags&per_page=2`)).body
      changes.push(...page.changes.map(({ kind, resource }: Json) => `${kind} ${resource.name}`))
    }
    assert.equal(page.complete, true)
    assert.deepEqual(changes, ['tags Page One', 'tags Page Two', 'tags Page Three'])
  })

  test('a token that is none of ours is refused', async () => {
    const { next } = (await service.get('/changes')).body
    const foreign = Buffer.from(Buffer.from(next, 'base64url').toString().replace(/^./, 'z'))
    for (const since of ['nonsense', foreign.toString('base64url'), '%20', 'a'.repeat(300)]) {
      const { status, body } = await service.get(`/changes?since=${since}`)
      assert.equal(status, 400, since)
      assert.deepEqual(Object.keys(body.data.params), ['since'])
    }
    const { status, body } = await service.get('/changes?since=&kinds=people&wait=31&per_page=0')
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.data.params), ['since', 'kinds', 'per_page', 'wait'])
  })

  test('a series tells each of its occurrences, and scheduled publication tells what it publishes', async () => {
    const series = await changesOf(service, () =>
      create('events', anEvent({ recurrence: 'RRULE:FREQ=DAILY;COUNT=100' })),
    )
    assert.equal(series.length, 101)
    assert.ok(series.every(({ action, resource }) => action === 'created' && resource.title === 'Concert'))

    const event = await create('events', anEvent({ date_utc: '2026-11-21 13:00:00' }))
    const published = await changesOf(service, async () => {
      service.now = testTime + 7_200
      await service.get('/events')
    })
    service.now = testTime
    assert.deepEqual(inWords(published), [`created events ${event}`])
  })

  test('a series is told with its rule and its dates as of now, also to visitors', async () => {
    const { next } = (await service.get('/changes')).body
    const fields = { ...anEvent({ recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }), start_date: '2026-12-01 20:00' }
    const id = await create('events', { ...fields, end_date: '2026-12-01 21:00' })
    const told = async (as: string | null) => {
      const { changes } = (await service.get(`/changes?since=${next}&kinds=events`, { as })).body
      return (changes as Json[]).find((change) => change.id === id).resource
    }
    for (const now of [testTime, Date.parse('2026-12-02T12:00:00Z') / 1000])
      for (const as of [null, administrator]) {
        service.now = now
        const single = (await service.get(`/events/${id}`, { as })).body
        assert.equal(single.series.total, 3)
        assert.deepEqual({ ...(await told(as)), json_ld: single.json_ld }, single)
      }
    service.now = testTime
  })

  test('however much was changed, little is looked at for one request', async () => {
    const { db } = service.database
    const { next } = (await service.get('/changes')).body
    // All in one statement would take long on a busy machine, and statements have a limit.
    for (let first = 1_000_000; first < 1_020_500; first += 4_100)
      await inTransaction(db, (trx) =>
        sql`insert into events (${sql.raw('id, author, status, date, modified, original_language, languages, timezone, all_day, start_date, end_date, start_utc, end_utc, show_map, show_map_link, hide_from_listings, sticky, featured, post_parent, event_status, tickets, ticketed, sequence')})
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 4100)
          select ${sql.lit(first)} + n, 1, 'draft', 0, 0, 'en', ' en ', 'UTC', 0, '2026-12-01 20:00:00', '2026-12-01 20:00:00', 0, 0, 0, 0, 0, 0, 0, 0, 'scheduled', '[]', 0, 0 from numbers`.execute(
          trx,
        ),
      )
    await create('tags', { name: 'Behind many' })
    const pages: Json[] = []
    for (let since = next; pages.at(-1)?.complete !== true; since = pages.at(-1).next)
      pages.push((await service.get(`/changes?since=${since}`)).body)

    assert.deepEqual(
      pages.map(({ changes }) => changes.length),
      [0, 0, 0, 0, 1],
    )
    const { rows } = await sql<{ gaps: number }>`
      select max(seq) - min(seq) + 1 - count(*) as gaps from change_feed`.execute(db)
    assert.equal(Number(rows[0]!.gaps), 0)
    await inTransaction(db, (trx) => trx.deleteFrom('events').where('id', '>', 1_000_000).execute())
  })

  test('a page is cut where its resources become too large, and goes on with the next', async () => {
    const store = createStore({
      database: service.database,
      settings: readConfig({ environment: {}, readFile: () => undefined }),
      onError: assert.ifError,
      now: () => service.now,
    })
    await store.start()
    const before = (await store.latest.feedBounds()).newest
    const made: number[] = []
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      made.push(await create('events', anEvent({ title, description: 'x'.repeat(20_000) })))
    const links = { rest: '', site: '', media: '', host: '', hasTextAuthors: false }
    const reader = { caller: undefined, kinds: ['events'], language: 'en', languages: ['en'], links } as const

    const pages: number[][] = []
    for (let [after, isComplete] = [before, false]; !isComplete;) {
      const page = await readPage(store, after, { ...reader, perPage: 100, maxBytes: 50_000 })
      pages.push(page.changes.map(({ change }) => change.id))
      ;[after, isComplete] = [page.position.seq, page.isComplete]
    }
    await store.stop()

    assert.deepEqual(pages.flat(), made)
    assert.deepEqual([pages[0]!.length, pages.length], [2, 3])
    for (const id of made) await service.delete(`/events/${id}?force=true`)
  })

  test('what is not kept any more is answered with 410', async () => {
    const { db } = service.database
    const { next } = (await service.get('/changes')).body
    await create('tags', { name: 'Forgotten' })
    service.now = testTime + 91 * 86_400
    await create('tags', { name: 'Remembered' })
    const { next: kept } = (await service.get('/changes')).body
    await trimFeed(db, testTime + 86_400)

    const { status, body } = await service.get(`/changes?since=${next}`)
    assert.deepEqual([status, body.code], [410, 'changes-expired'])
    assert.equal((await service.get(`/changes?since=${kept}`)).status, 200)
    // The last one stays, so that numbers go on from it.
    await trimFeed(db, testTime + 100 * 86_400)
    const [change] = await changesOf(service, () => create('tags', { name: 'Later' }))
    assert.equal(change.resource.name, 'Later')
    service.now = testTime
  })
})

describe('waiting', () => {
  onEachDatabase((service) => {
    const after = async (path: string, work: () => Promise<unknown>) => {
      const { next } = (await service.get('/changes')).body
      const begun = performance.now()
      const answer = service.get(`${path}&since=${next}`)
      await pause(200)
      await work()
      return { ...(await answer), seconds: (performance.now() - begun) / 1_000 }
    }
    const schedule = () => service.post('/events', anEvent({ date_utc: '2026-11-21 13:00:00' }))

    test('ends with the change', async () => {
      const { body, seconds } = await after('/changes?wait=20', () => service.post('/tags', { name: 'Now' }))
      assert.deepEqual(inWords(body.changes), [`created tags ${body.changes[0].id}`])
      assert.ok(seconds < 5, `${seconds}`)
    })

    test('goes on past what the reader may not know of, and ends empty', async () => {
      const { body, seconds } = await after('/changes?wait=1', () =>
        service.post('/events', anEvent({ status: 'draft' })),
      )
      assert.deepEqual([body.changes, body.complete], [[], true])
      assert.ok(seconds >= 1 && seconds < 3, `${seconds}`)
    })

    test('sees what becomes due meanwhile', async () => {
      const { body: event } = await schedule()
      const { body } = await after('/changes?wait=20', async () => {
        service.now = testTime + 7_200
      })
      service.now = testTime
      assert.deepEqual(inWords(body.changes), [`created events ${event.id}`])
    })

    test('is refused beyond a hundred requests', async () => {
      const { next } = (await service.get('/changes')).body
      let answered = 0
      const asked = Array.from({ length: 110 }, () =>
        service.get(`/changes?wait=30&since=${next}`, { as: administrator }).finally(() => (answered += 1)),
      )
      while (answered < 10) await pause(20)
      await service.post('/tags', { name: 'Ends the waiting' })
      const answers = await Promise.all(asked)
      assert.equal(answers.filter(({ status }) => status === 503).length, 10)
      assert.equal((await service.get(`/changes?wait=1&since=${next}`)).status, 200)
    })

    test('streams that begin together are refused beyond a hundred too', async () => {
      const leaving = new AbortController()
      const authorization = `Basic ${Buffer.from(administrator).toString('base64')}`
      const headers = { accept: 'text/event-stream', authorization }
      const begin = () => fetch(`${service.base}/changes`, { headers, signal: leaving.signal })
      const statuses = (await Promise.all(Array.from({ length: 110 }, begin))).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 503).length, 10)
      leaving.abort()
      // Those who have left are noticed when their connections are closed.
      while ((await service.request('HEAD', '/changes.sse')).status === 503) await pause(20)
      await (await openStream(service, { authorization })).close()
    })

    test('without credentials is refused beyond 25 requests of one address', async () => {
      const leaving = new AbortController()
      const { signal } = leaving
      const headers = { accept: 'text/event-stream' }
      const begin = () => fetch(`${service.base}/changes`, { headers, signal })
      const statuses = (await Promise.all(Array.from({ length: 30 }, begin))).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 503).length, 5)
      const { next } = (await service.get('/changes')).body
      const wait = `/changes?wait=1&since=${next}`
      assert.equal((await service.get(wait)).status, 503)
      assert.equal((await service.get(wait, { as: administrator })).status, 200)
      leaving.abort()
      while ((await service.request('HEAD', '/changes.sse', undefined, { as: null })).status === 503)
        await pause(20)
      assert.equal((await service.get(wait)).status, 200)
    })

    test('a stream sends each change with its token, and goes on from one', async () => {
      const first = await openStream(service)
      await service.post('/tags', { name: 'Streamed' })
      const [id, data] = await first.event()
      await service.post('/tags', { name: 'Missed' })
      await first.close()
      assert.equal(data.resource.name, 'Streamed')
      const second = await openStream(service, { 'last-event-id': id })
      assert.equal((await second.event())[1].resource.name, 'Missed')
      await second.close()
      assert.equal(first.headers.get('content-type'), 'text/event-stream')
      assert.equal(first.headers.get('cache-control'), 'private, no-store')
      assert.equal(first.headers.get('content-encoding'), null)
    })

    describe('what is open tells nothing more to a user', () => {
      const admin = '//cal/admin/v1'
      const draft = () => service.post('/events', anEvent({ title: 'Not for you', status: 'draft' }))
      let made = 0
      const makeEditor = async () => {
        const username = `reader-${(made += 1)}`
        const person = { username, role: 'editor', password: 'password of the reader' }
        const { body } = await service.post(`${admin}/users`, person)
        return { id: body.id as number, as: `${username}:${person.password}` }
      }
      type Editor = Awaited<ReturnType<typeof makeEditor>>
      const authorization = ({ as }: Editor) => `Basic ${Buffer.from(as).toString('base64')}`

      const revocations: Readonly<Record<string, (editor: Editor) => ReturnType<Service['get']>>> = {
        'who was deleted': ({ id }) => service.delete(`${admin}/users/${id}`),
        'who was demoted': ({ id }) => service.patch(`${admin}/users/${id}`, { role: 'subscriber' }),
        'whose password was revoked': async ({ id }) => {
          const path = `${admin}/users/${id}/application-passwords`
          const { body } = await service.get(path, { as: administrator })
          return service.delete(`${path}/${body.application_passwords[0].uuid}`)
        },
      }
      for (const [whose, revoke] of Object.entries(revocations))
        test(whose, async () => {
          const editor = await makeEditor()
          const { next } = (await service.get('/changes', editor)).body
          const waiting = service.get(`/changes?wait=20&since=${next}`, editor)
          const stream = await openStream(service, { authorization: authorization(editor) })
          await pause(200)
          const revoked = await revoke(editor)
          assert.equal(revoked.status, 200, revoked.text)
          await draft()
          const { body } = await waiting

          assert.deepEqual(body, { changes: [], next, complete: false })
          assert.doesNotMatch(await stream.rest(), /Not for you/)
        })

      test('whose session was ended', async () => {
        const { id, as } = await makeEditor()
        const link = (await service.post(`${admin}/users/${id}/password-link`)).body.url as string
        const [username] = as.split(':')
        const password = 'a long unusual phrase 42'
        await service.post(
          `${admin}/password`,
          { token: link.split('#password=')[1], password },
          { as: null },
        )
        const signedIn = await service.post(`${admin}/session`, { username, password }, { as: null })
        const cookie = signedIn.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; ')
        const csrf = signedIn.body.csrf_token as string
        const stream = await openStream(service, { cookie })
        await draft()
        assert.equal((await stream.event())[1].resource.title, 'Not for you')
        const headers = { cookie, origin: service.origin, 'x-csrf-token': csrf }
        const ended = await service.request('DELETE', `${admin}/session`, undefined, { as: null, headers })
        assert.equal(ended.status, 200, ended.text)
        await draft()

        assert.doesNotMatch(await stream.rest(), /Not for you/)
      })
    })

    test('a stream is refused a token of others before it begins', async () => {
      const { status, body } = await service.get('/changes', {
        headers: { accept: 'text/event-stream', 'last-event-id': 'nonsense' },
      })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['since']])
    })
  })
})

test('a service that stops answers those who wait', async () => {
  const service = new Service()
  await service.start()
  const { next } = (await service.get('/changes')).body
  const waiting = service.get(`/changes?wait=30&since=${next}`)
  await openStream(service)
  await pause(200)
  const begun = performance.now()
  await service.stop()

  const { status, body } = await waiting
  assert.deepEqual([status, body.changes], [200, []])
  assert.ok(performance.now() - begun < 5_000)
})

test('a service stops while it still looks for readers who have left', async () => {
  const service = new Service()
  await service.start()
  for (let reader = 0; reader < 5; reader += 1) await (await openStream(service)).close()
  await service.stop()
  // The next look would be now.
  await pause(300)
})

/** Reads server-sent events as a browser does. */
async function openStream(service: Service, headers: Readonly<Record<string, string>> = {}) {
  const leaving = new AbortController()
  const response = await fetch(`${service.base}/changes`, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip', ...headers },
    signal: leaving.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function event(): Promise<[id: string, data: Json]> {
    for (;;) {
      const [, id, data] = /id: (\S+)\ndata: (.*)\n\n/.exec(text) ?? []
      if (id !== undefined) {
        text = text.slice(text.indexOf('\n\n', text.indexOf('data: ')) + 2)
        return [id, JSON.parse(data!)]
      }
      const { value, done } = await reader.read()
      assert.ok(!done)
      text += value
    }
  }
  // The first piece says from where on changes are told.
  text += (await reader.read()).value
  /** What comes until the service ends the stream. */
  async function rest(): Promise<string> {
    const { value, done } = await reader.read()
    text += value ?? ''
    return done ? text : rest()
  }
  return { headers: response.headers, event, rest, close: async () => leaving.abort() }
}
