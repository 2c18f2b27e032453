import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../src/store/open.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { anEvent, onEachDatabase, testTime } from './service.ts'

const hour = 3_600
const day = 86_400

onEachDatabase(
  (service) => {
    test('writes are visible at once', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'Opening' }))
      await service.get(`/events/${body.id}`)
      await service.get('/events?search=Closing')
      await service.patch(`/events/${body.id}`, { title: 'Closing' })

      assert.equal((await service.get(`/events/${body.id}`)).body.title, 'Closing')
      assert.equal((await service.get('/events?search=Closing')).body.total, 1)
    })

    test('what another process writes is read within a second, in one file at once', async () => {
      const { body } = await service.post('/venues', { venue: 'Hall' })
      await service.get(`/venues/${body.id}`)
      const other = openDatabase(service.database.url)
      await inTransaction(other.db, (trx) =>
        trx.updateTable('venue_texts').set({ venue: 'Great Hall' }).where('id', '=', body.id).execute(),
      )
      await other.close()
      if (service.engine === 'postgres') await new Promise((resolve) => setTimeout(resolve, 1_000))

      assert.equal((await service.get(`/venues/${body.id}`)).body.venue, 'Great Hall')
    })

    test('responses that were cached while the clock was ahead are not used after it is put right', async () => {
      await service.post(
        '/events',
        anEvent({ title: 'Soon', start_date: '2026-12-24', end_date: '2026-12-24' }),
      )
      const paths = ['/events', '/events?start_date=now', '//', '//events/', '//month/']
      const read = () => Promise.all(paths.map(async (path) => (await service.get(path)).text))
      const right = await read()
      service.now += 400 * day
      await read()
      const ahead = await read()
      service.now -= 400 * day

      for (const [index, path] of paths.entries()) assert.notEqual(ahead[index], right[index], path)
      assert.deepEqual(await read(), right)
    })

    test('cached responses are not shared between callers', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({ title: 'Secret', password: 'sesame', description: 'Shh' }),
      )
      const path = `/events/${body.id}`
      const asEditor = { as: 'admin:secret' }

      assert.equal((await service.get(path)).status, 403)
      assert.equal((await service.get(path, asEditor)).body.description, '<p>Shh</p>')
      assert.equal((await service.get(`${path}?password=sesame`)).body.description, '<p>Shh</p>')
      assert.equal((await service.get(path)).status, 403)
      assert.equal((await service.get(`${path}?password=wrong`)).status, 403)

      const listed = async (options = {}) =>
        (await service.get('/events?search=secret', options)).body.events.map(
          (event: { title: string }) => event.title,
        )
      assert.deepEqual(await listed(asEditor), ['Secret'])
      assert.deepEqual(await listed(), [])
    })

    test('each mount and language has its own cached responses', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'English' }))
      await service.patch(`/events/${body.id}?ml_language=de`, { title: 'Deutsch' })
      const read = async (mount: string) =>
        (await service.get(`/${mount}/cal/events/v1/events/${body.id}`)).body
      const [plain, german, again] = [await read(''), await read('/de'), await read('')]

      assert.deepEqual([plain.title, german.title, again.title], ['English', 'Deutsch', 'English'])
      assert.match(german.rest_url, /\/de\/cal\/events\/v1\//)
      assert.doesNotMatch(again.rest_url, /\/de\//)
      const alias = (await service.get(`//wp-json/tribe/events/v1/events/${body.id}`)).body
      assert.match(alias.rest_url, /wp-json/)
    })

    test('time alone changes what is published, and where the default window starts', async () => {
      service.now = testTime
      await service.post('/events', anEvent({ title: 'Later', date_utc: '2026-11-21 13:00:00' }))
      await service.post(
        '/events',
        anEvent({ title: 'Tonight', start_date: '2026-11-21 20:00', end_date: '2026-11-21 21:00' }),
      )
      const titles = async (search: string) => (await service.get(`/events?search=${search}`)).body.total
      assert.deepEqual([await titles('Later'), await titles('Tonight')], [0, 1])

      service.now = testTime + hour
      assert.deepEqual([await titles('Later'), await titles('Tonight')], [1, 1])

      service.now = testTime + day
      assert.deepEqual([await titles('Later'), await titles('Tonight')], [1, 0])
      service.now = testTime
    })

    test('an unchanged response is answered with 304', async () => {
      const first = await service.get('/events?per_page=3')
      const etag = first.headers.get('etag')!
      const second = await service.get('/events?per_page=3', { headers: { 'if-none-match': etag } })

      assert.equal(second.status, 304)
      assert.equal(second.headers.get('etag'), etag)
      assert.equal(second.text, '')
    })
  },
  { CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)
