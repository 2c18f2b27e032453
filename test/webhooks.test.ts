import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from './images.ts'
import { credentialsOf, makePeople } from './people.ts'
import { anEvent, onEachDatabase, testTime, type Json } from './service.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const day = 86_400

onEachDatabase(
  (service) => {
    let received: Received[] = []
    let status = 204
    const respondAtOnce = (response: ServerResponse) => response.writeHead(status).end()
    let respond: (response: ServerResponse) => unknown = respondAtOnce
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
        respond(response)
      })
    })
    const path = '//cal/admin/v1/webhooks'
    let url = ''
    before(async () => {
      await makePeople(service)
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    })
    after(() => void receiver.close())
    beforeEach(() => {
      received = []
      status = 204
      respond = respondAtOnce
      service.now = testTime
    })

    const create = async (fields: object = {}): Promise<Json> => {
      const { status, body, text } = await service.post(path, { url, ...fields })
      assert.equal(status, 201, text)
      return body
    }
    const arrived = (count: number) =>
      until(
        () => Promise.resolve(received),
        (all) => all.length >= count,
      )
    const deliveriesOf = async (id: number): Promise<Json[]> =>
      (await service.request('GET', `${path}/${id}/deliveries`)).body.deliveries
    const remove = (id: number) => service.delete(`${path}/${id}`)
    const changeIn = ({ body }: Received): Json => JSON.parse(body)

    test('only administrators make webhooks, and the secret is shown once', async () => {
      assert.equal((await service.post(path, { url }, { as: null })).status, 401)
      assert.equal((await service.post(path, { url }, { as: credentialsOf('editor') })).status, 403)
      assert.equal((await service.post(path, { url: 'ftp://x', kinds: 'people' })).status, 400)
      const secretUrl = url.replace('://', '://me:secret@')
      const { status, body: refused } = await service.post(path, { url: secretUrl })
      assert.deepEqual([status, Object.keys(refused.data.params)], [400, ['url']])
      const { id, secret, ...shown } = await create({ kinds: ['events'], languages: 'fr' })

      assert.match(secret, /^whsec_[\w+/]{32}$/)
      assert.deepEqual(shown, {
        url,
        kinds: ['events'],
        actions: [],
        languages: ['fr'],
        active: true,
        created_utc: '2026-11-21 12:00:00',
      })
      assert.deepEqual((await service.request('GET', `${path}/${id}`)).body, { id, ...shown })
      assert.deepEqual((await service.request('GET', path)).body, { webhooks: [{ id, ...shown }] })
      const { body } = await service.patch(`${path}/${id}`, { kinds: [], active: false })
      assert.deepEqual(body, { id, ...shown, kinds: [], active: false })
      await remove(id)
      assert.equal((await service.request('GET', `${path}/${id}`)).status, 404)
    })

    test('one that is asked for again with the same key is the same, with its secret', async () => {
      const once = { headers: { 'idempotency-key': 'receiver' } }
      const ask = (fields = {}) => service.post(path, { url, ...fields }, once)
      const { body: created } = await ask()
      const { status, body } = await ask()
      assert.deepEqual([status, body], [201, created])
      const other = await ask({ kinds: ['events'] })
      assert.deepEqual([other.status, other.body.code], [422, 'rest_idempotency_key_reused'])
      assert.equal((await service.post(path, { url }, { ...once, as: credentialsOf('editor') })).status, 403)
      await remove(created.id)
      const { body: next } = await ask()
      assert.notEqual(next.secret, created.secret)
      await remove(next.id)
      assert.deepEqual((await service.request('GET', path)).body.webhooks, [])
    })

    test('a change is sent as the feed tells it, signed', async () => {
      const { id, secret } = await create()
      const { next } = (await service.get('/changes')).body
      const { body: event } = await service.post('/events', anEvent())
      await arrived(1)
      const [{ headers, body }] = received as [Received]
      const [change] = (await service.request('GET', `/changes?since=${next}`)).body.changes

      assert.deepEqual(JSON.parse(body), change)
      assert.equal(change.resource.id, event.id)
      const content = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signature = createHmac('sha256', key).update(content).digest('base64')
      assert.equal(headers['webhook-signature'], `v1,${signature}`)
      assert.equal(headers['webhook-timestamp'], String(testTime))
      assert.equal(headers['content-type'], 'application/json')
      await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery?.status === 'delivered',
      )
      await remove(id)
    })

    test('kinds, actions and languages narrow', async () => {
      const { id } = await create({ kinds: ['events'], actions: ['created', 'trashed'], languages: ['fr'] })
      await service.post('/tags', { name: 'Other kind' })
      await service.post('/events', anEvent())
      const { body: bal } = await service.post('/events?ml_language=fr', anEvent({ title: 'Bal' }))
      await service.patch(`/events/${bal.id}?ml_language=fr`, { title: 'Grand bal' })
      await service.delete(`/events/${bal.id}`)
      await arrived(2)

      assert.deepEqual(received.map((one) => `${changeIn(one).action} ${changeIn(one).id}`).toSorted(), [
        `created ${bal.id}`,
        `trashed ${bal.id}`,
      ])
      await remove(id)
    })

    test('limited to a language, it is sent the removal of that language, and then nothing more', async () => {
      const { id } = await create({ kinds: ['events'], languages: ['fr'] })
      const { body: ball } = await service.post('/events', anEvent({ title: 'Ball' }))
      await service.patch(`/events/${ball.id}?ml_language=fr`, { title: 'Bal' })
      await arrived(1)
      await service.delete(`/events/${ball.id}/translations/fr`)
      await arrived(2)
      await service.patch(`/events/${ball.id}`, { title: 'Grand ball' })
      const { body: last } = await service.post('/events?ml_language=fr', anEvent({ title: 'Fin' }))
      await arrived(3)
      const told = received.map(changeIn).map((change) => [change.action, change.id, change.languages])
      assert.deepEqual(told.toSorted(), [
        ['created', last.id, ['fr']],
        ['updated', ball.id, ['en']],
        ['updated', ball.id, ['en', 'fr']],
      ])
      await remove(id)
    })

    test('a language that the site no longer has selects nothing, and nothing is sent in it', async () => {
      const { db } = service.database
      const { body: ball } = await service.post('/events', anEvent({ title: 'Ball' }))
      for (const [language, title] of [
        ['fr', 'Bal'],
        ['de', 'Ballo'],
      ])
        await service.patch(`/events/${ball.id}?ml_language=${language}`, { title })
      // As if it had been written in Italian while the site still had that.
      await db
        .updateTable('event_texts')
        .set({ language: 'it' })
        .where('id', '=', ball.id)
        .where('language', '=', 'de')
        .execute()
      const limited = async (languages: string) => {
        const { id } = await create({ kinds: ['events'], languages: ['fr'] })
        await db.updateTable('webhooks').set({ languages }).where('id', '=', id).execute()
        return id as number
      }
      const ids = [await limited('it'), await limited('it fr')]
      await service.patch(`/events/${ball.id}`, { title: 'Grand ball' })
      await arrived(1)
      const { resource, languages } = changeIn(received[0]!)
      assert.deepEqual([resource.title, languages], ['Bal', ['en', 'fr']])
      assert.deepEqual(await deliveriesOf(ids[0]!), [])
      for (const id of ids) await remove(id)
    })

    test('what did not arrive while the clock was ahead is tried again when it is right', async () => {
      status = 500
      const { id } = await create()
      service.now = testTime + 366 * 86_400
      await service.post('/tags', { name: 'Ahead' })
      await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery?.next_attempt_utc === '2027-11-22 12:00:05',
      )
      status = 204
      service.now = testTime
      await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery.status === 'delivered',
      )
      await remove(id)
    })

    test('what does not arrive is tried again with the same id, and can be sent again', async () => {
      status = 500
      const { id } = await create()
      await service.post('/tags', { name: 'Again' })
      await arrived(1)
      const [failed] = await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery?.response !== undefined,
      )
      assert.deepEqual(
        [failed.status, failed.attempts, failed.response],
        ['pending', 1, `${new URL(url).host} answered 500`],
      )
      assert.equal(failed.next_attempt_utc, '2026-11-21 12:00:05')
      status = 204
      service.now = testTime + 5
      await arrived(2)
      await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery.status === 'delivered',
      )
      const { status: answered } = await service.post(`${path}/${id}/deliveries/${failed.id}/redeliver`)
      assert.equal(answered, 200)
      await arrived(3)
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
      for (const unknown of ['999999', '9'.repeat(20), 'abc', '1.5']) {
        assert.equal((await service.post(`${path}/${id}/deliveries/${unknown}/redeliver`)).status, 404)
        assert.equal((await service.request('GET', `${path}/${unknown}`)).status, 404)
      }
      await remove(id)
    })

    test('a receiver that names a time to wait is given it, but no more than the longest pause', async () => {
      const { id } = await create({ kinds: ['tags'] })
      const waits: readonly (readonly [string, string])[] = [
        ['120', '2026-11-21 12:02:00'],
        ['Sat, 21 Nov 2026 12:10:00 GMT', '2026-11-21 12:10:00'],
        ['1', '2026-11-21 12:00:05'],
        ['999999', '2026-11-21 20:00:00'],
        ['soon', '2026-11-21 12:00:05'],
      ]
      for (const [wait, next] of waits) {
        respond = (response) => response.writeHead(429, { 'retry-after': wait }).end()
        await service.post('/tags', { name: `Wait ${wait}` })
        const [delivery] = await until(
          () => deliveriesOf(id),
          ([latest]) => latest?.change.resource.name === `Wait ${wait}` && latest.response !== undefined,
        )
        assert.equal(delivery.next_attempt_utc, next, wait)
      }
      await remove(id)
    })

    for (const result of [204, 500])
      test(`what is to be sent again while it is being sent is, also if the answer is ${result}`, async () => {
        let held: ServerResponse | undefined
        respond = (response) => (held = response)
        const { id } = await create({ kinds: ['tags'] })
        await service.post('/tags', { name: `Held for ${result}` })
        await arrived(1)
        const [sent] = await deliveriesOf(id)
        await service.post(`${path}/${id}/deliveries/${sent.id}/redeliver`)
        respond = respondAtOnce
        held!.writeHead(result).end()
        await arrived(2)
        const [again] = await until(
          () => deliveriesOf(id),
          ([delivery]) => delivery.status === 'delivered',
        )
        assert.equal(again.attempts, 1)
        await remove(id)
      })

    test('a delivery that goes with its webhook while it is to be sent again is not found', async () => {
      const { id } = await create({ kinds: ['tags'] })
      await service.post('/tags', { name: 'Going' })
      const [sent] = await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery?.status === 'delivered',
      )
      const { db } = service.database
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const waiting = db.writes.withoutVersionChange(() => released)
      const removed = remove(id)
      await pause(100)
      const again = service.post(`${path}/${id}/deliveries/${sent.id}/redeliver`)
      await pause(100)
      release()
      await waiting
      assert.deepEqual([(await removed).status, (await again).status], [200, 404])
    })

    for (const [name, answer] of [
      ['is long', (response: ServerResponse) => response.end(Buffer.alloc(2 * 1024 * 1024))],
      ['does not end', (response: ServerResponse) => response.write('ok')],
    ] as const)
      test(`what arrives is delivered, also if the answer ${name}`, async () => {
        respond = (response) => answer(response.writeHead(200))
        const { id } = await create({ kinds: ['tags'] })
        await service.post('/tags', { name: `The answer ${name}` })
        const [delivery] = await until(
          () => deliveriesOf(id),
          ([one]) => one?.response !== undefined,
        )
        assert.equal(delivery!.status, 'delivered', JSON.stringify(delivery))
        await remove(id)
      })

    test('after three days of failure it is switched off, and goes on where it stood when it is switched on', async () => {
      status = 404
      const { id } = await create({ url: `${url}?token=TOPSECRET` })
      const { body: tag } = await service.post('/tags', { name: 'Lost' })
      await arrived(1)
      await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery?.response !== undefined,
      )
      service.now = testTime + 3 * day
      const read = () => service.request('GET', `${path}/${id}`)
      const { body } = await until(read, ({ body }) => body.active === false)
      assert.equal(body.failing_since_utc, '2026-11-21 12:00:00')
      assert.equal(body.disabled_utc, '2026-11-24 12:00:00')
      assert.equal((await deliveriesOf(id))[0].status, 'failed')
      // Logged once it is stored.
      await until(
        () => Promise.resolve(service.logged),
        (logged) => logged.includes(`"webhook":${id},"host":"${new URL(url).host}"`),
      )
      assert.doesNotMatch(service.logged, /TOPSECRET/)

      await service.patch(`/tags/${tag.id}`, { name: 'Found' })
      status = 204
      received = []
      assert.equal((await service.patch(`${path}/${id}`, { active: true })).body.disabled_utc, undefined)
      await arrived(1)
      assert.equal(changeIn(received[0]!).resource.name, 'Found')
      await remove(id)
    })

    test('a receiver that says it is gone for good is not sent anything more', async () => {
      const { id } = await create({ kinds: ['tags'] })
      status = 410
      await service.post('/tags', { name: 'Nobody home' })
      const { body } = await until(
        () => service.request('GET', `${path}/${id}`),
        ({ body }) => body.active === false,
      )
      assert.equal(body.disabled_utc, '2026-11-21 12:00:00')
      const [delivery] = await deliveriesOf(id)
      assert.deepEqual([delivery.status, delivery.attempts], ['failed', 1])
      await until(
        () => Promise.resolve(service.logged),
        (logged) => logged.includes(`"webhook":${id},"host":"${new URL(url).host}"`),
      )
      await remove(id)
    })

    test('a webhook that was not needed for days gets an hour to answer before it is switched off', async () => {
      const { id } = await create()
      /** Waits until an attempt has failed with the status, so each is given one of its own. */
      const failsWith = async (code: number, cause: () => unknown) => {
        status = code
        await cause()
        await until(
          () => deliveriesOf(id),
          ([latest]) => latest?.response?.endsWith(String(code)),
        )
        return (await service.request('GET', `${path}/${id}`)).body.active
      }
      const later = (seconds: number) => () => void (service.now += seconds)
      assert.equal(await failsWith(500, () => service.post('/tags', { name: 'Before the silence' })), true)
      // Its last attempt.
      await service.database.db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', due: null })
        .where('webhook', '=', id)
        .execute()
      service.now = testTime + 10 * day
      assert.equal(await failsWith(501, () => service.post('/tags', { name: 'After the silence' })), true)
      assert.equal(await failsWith(502, later(3_000)), true)
      assert.equal(await failsWith(503, later(600)), false)
      await remove(id)
    })

    test('a webhook that something reaches every day is never switched off', async () => {
      let title = ''
      let held: ServerResponse | undefined
      // The venue arrives while its event, which was sent together with it, is still to be refused.
      respond = (response) => {
        const { kind, resource } = changeIn(received.at(-1)!)
        if (kind === 'events' && resource.title === title) held = response
        else response.writeHead(kind === 'venues' ? 204 : 404).end()
      }
      const { id } = await create({ actions: ['created'] })
      const deliveriesAre = (count: number, isSo: (all: readonly Json[]) => boolean) =>
        until(
          () => deliveriesOf(id),
          (all) => all.length === count && isSo(all.slice(0, 2)),
        )
      for (const today of [0, 1, 2, 3, 4]) {
        service.now = testTime + today * day
        title = `Day ${today}`
        await service.post('/events', anEvent({ title, venue: { venue: `Hall of ${title}` } }))
        const count = 2 * (today + 1)
        await deliveriesAre(count, (all) => all.some((one) => one.status === 'delivered'))
        await until(
          () => Promise.resolve(held),
          (response) => response !== undefined,
        )
        held!.writeHead(404).end()
        held = undefined
        await deliveriesAre(count, (all) => all.every((one) => one.response !== undefined))
        const { body } = await service.request('GET', `${path}/${id}`)
        assert.equal(body.active, true, title)
      }
      await remove(id)
    })

    test('nothing more is sent to a webhook that is switched off', async () => {
      status = 500
      const { id } = await create()
      await service.post('/tags', { name: 'Stopped' })
      await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery?.response !== undefined,
      )
      await service.patch(`${path}/${id}`, { active: false })
      const [stopped] = await deliveriesOf(id)
      assert.deepEqual([stopped.status, stopped.next_attempt_utc], ['failed', undefined])
      service.now = testTime + day
      assert.equal((await service.post(`${path}/${id}/deliveries/${stopped.id}/redeliver`)).status, 200)
      await arrived(2)
      const [again] = await until(
        () => deliveriesOf(id),
        ([delivery]) => delivery.status === 'failed',
      )
      assert.equal(again.attempts, 1)
      await remove(id)
    })

    test('a receiver that hangs delays no other', async () => {
      const hanging = createServer(() => undefined)
      await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
      const slow = await create({ url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/` })
      const quick = await create()
      await service.post('/tags', { name: 'Before' })
      await arrived(1)
      await service.post('/tags', { name: 'Meanwhile' })
      await arrived(2)
      assert.deepEqual(
        (await deliveriesOf(slow.id)).map(({ status }) => status),
        ['pending', 'pending'],
      )
      hanging.closeAllConnections()
      hanging.close()
      await remove(slow.id)
      await remove(quick.id)
    })

    test('a scheduled publication is sent at its time, though nobody reads', async () => {
      const { id } = await create({ kinds: ['events'] })
      const { body: event } = await service.post('/events', anEvent({ date_utc: '2026-11-21 12:00:30' }))
      assert.equal(event.status, 'future')
      await arrived(1)
      service.now = testTime + 30
      await arrived(2)
      assert.equal(changeIn(received[1]!).resource.status, 'publish')
      await remove(id)
    })

    test('a webhook is written as If-Match names it', async () => {
      const { id } = await create()
      const tag = (await service.request('GET', `${path}/${id}`)).headers.get('etag')!
      const sent = (etag: string) => ({ headers: { 'if-match': etag } })
      assert.equal((await service.patch(`${path}/${id}`, { actions: ['created'] }, sent('"x"'))).status, 412)
      assert.equal((await service.delete(`${path}/${id}`, {}, sent('"x"'))).status, 412)
      assert.equal((await service.patch(`${path}/${id}`, { actions: ['created'] }, sent(tag))).status, 200)
      assert.equal((await service.delete(`${path}/${id}`, {}, sent(tag))).status, 412)
      assert.equal((await service.delete(`${path}/${id}`, {}, sent('*'))).status, 200)
    })

    test('nothing is sent to places that are not allowed', async () => {
      const { id } = await create({ url: 'http://10.1.2.3/' })
      await service.post('/tags', { name: 'Inside' })
      const [delivery] = await until(
        () => deliveriesOf(id),
        ([one]) => one?.response !== undefined,
      )
      assert.equal(delivery.response, '10.1.2.3 is not on the public internet')
      await remove(id)
    })
  },
  { CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' },
)
