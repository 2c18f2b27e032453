import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../src/resources/index.ts'
import { selectionOf } from '../src/resources/json-template.ts'
import { createStore } from '../src/store/index.ts'
import { openDatabase } from '../src/store/open.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { renderMissingDocuments, findIncorrectDocuments } from '../src/store/documents/document-rendering.ts'
import { readConfig } from '../src/config.ts'
import { anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** Anonymous responses are assembled from cached texts; those of editors are rendered on each request. */

const settings = readConfig({ environment: {}, readFile: () => undefined })

const mounts = ['', '//fr/cal/events/v1', '//wp-json/tribe/events/v1']

/** The body without caller-dependent parts. */
async function bodies(service: Service, path: string): Promise<{ everybody: Json; editor: Json }> {
  const [everybody, editor] = [await service.get(path), await service.get(path, { as: 'admin:secret' })]
  assert.equal(everybody.status, 200, path)
  return { everybody: everybody.body, editor: editor.body }
}

async function assertSame(service: Service, id: number): Promise<void> {
  for (const mount of mounts)
    for (const query of ['', '?ml_language=fr', '?ml_language=de']) {
      const single = await bodies(service, `${mount}/events/${id}${query}`)
      assert.deepEqual(single.everybody, single.editor)
      const list = await bodies(
        service,
        `${mount}/events?status=publish&include=${id}&${query.slice(1)}&ml_fallback=original`,
      )
      assert.equal(list.everybody.total, 1)
      assert.deepEqual(list.everybody.events, list.editor.events)
    }
}

const titles = (list: Json) => list.events.map(({ title }: Json) => title)

onEachDatabase(
  (service) => {
    const make = async (fields: Readonly<Record<string, unknown>> = {}): Promise<number> =>
      (await service.post('/events', anEvent(fields))).body.id

    const documentsOf = (id: number) =>
      service.database.db.selectFrom('event_documents').select('language').where('id', '=', id).execute()

    test('an event is the same for everybody as for its editor', async () => {
      const full = await make({
        title: 'Night of “Music” & <more>',
        description: '<p>Bring a friend.</p>',
        cost: '10',
        website: 'https://example.org/?a=1&b=2',
        image: 'https://example.org/a.jpg',
        categories: ['Music', 'Night'],
        tags: ['Free entry'],
        venue: [{ venue: 'Great Hall', city: 'Bern' }, { venue: 'Small Hall' }],
        organizer: [{ organizer: 'Club' }],
        tickets: [{ name: 'Seat', price: 12 }],
      })
      await service.patch(`/events/${full}?ml_language=fr`, { title: 'Nuit de la musique' })
      const bare = await make({ title: 'Bare' })
      const online = await make({
        title: 'Online',
        event_status: 'moved-online',
        venue: { venue: 'Nowhere' },
      })

      for (const id of [full, bare, online]) await assertSame(service, id)
    })

    test('an event that has no text in the language of the reader', async () => {
      const odd = await make({ title: '"is_fallback":false', cost: '0 – 10' })
      const { body: french } = await service.post('/events?ml_language=fr', anEvent({ cost: 'gratuit' }))
      const url = 'https://example.org/described.jpg'
      const described = await make({ image: url })
      const alt = JSON.stringify({ en: 'A tower', fr: 'Une tour' })
      await service.database.db.updateTable('images').set({ alt }).where('url', '=', url).execute()
      await service.patch(`/events/${described}`, { title: 'Described' })

      for (const id of [odd, french.id, described]) await assertSame(service, id)
      const list = await service.get(`/events?include=${described}&ml_language=fr&ml_fallback=original`)
      const [event] = list.body.events
      assert.deepEqual([event.is_fallback, event.image.alt], [true, 'Une tour'])
    })

    test('words that look like what we mark our texts with stay words', async () => {
      const odd = '\u007fr \\u0000r \u007f[venue 1] \\\\u0000{organizer organization 1} \u007fh'
      const id = await make({ title: odd, description: odd, venue: { venue: `${odd} here` } })

      assert.match((await service.get(`/events/${id}`)).body.title, /\\u0000r .venue 1./)
      await assertSame(service, id)
    })

    test('a changed venue reaches all its events at once', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Old Hall' })
      const ids = [await make({ venue: venue.id }), await make({ venue: venue.id })]
      for (const id of ids) await service.get(`/events/${id}`)
      await service.get(`/events?venue=${venue.id}`)
      await service.patch(`/venues/${venue.id}`, { venue: 'New Hall' })

      for (const id of ids) {
        const { body } = await service.get(`/events/${id}`)
        assert.equal(body.venue.venue, 'New Hall')
        assert.equal(body.json_ld.location.name, 'New Hall')
      }
      const { body: list } = await service.get(`/events?venue=${venue.id}`)
      assert.deepEqual(
        list.events.map((event: Json) => event.venue.venue),
        ['New Hall', 'New Hall'],
      )
    })

    test('trashed items are removed from linked events', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Hall' })
      const { body: organizer } = await service.post('/organizers', { organizer: 'Club' })
      const id = await make({ venue: venue.id, organizer: organizer.id })
      await service.get(`/events/${id}`)
      await service.delete(`/venues/${venue.id}`)
      await service.delete(`/organizers/${organizer.id}`)

      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual(body.venue, [])
      assert.deepEqual(body.organizer, [])
      assert.equal('organizer' in body.json_ld, false)
      assert.equal(body.json_ld.location.name, 'To be announced')
      await assertSame(service, id)
    })

    test('permanently deleted items are removed, too', async () => {
      const { body: venue } = await service.post('/venues', { venue: 'Hall' })
      const { body: tag } = await service.post('/tags', { name: 'Passing' })
      const id = await make({ venue: venue.id, tags: [tag.id] })
      await service.get(`/events/${id}`)
      await service.delete(`/venues/${venue.id}?force=true`)
      await service.delete(`/tags/${tag.id}`)

      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual([body.venue, body.tags], [[], []])
      await assertSame(service, id)
    })

    test('terms inside events count what there is now', async () => {
      const { body: tag } = await service.post('/tags', { name: 'Counted' })
      const first = await make({ tags: [tag.id] })
      assert.equal((await service.get(`/events/${first}`)).body.tags[0].count, 1)
      const second = await make({ tags: [tag.id] })
      assert.equal((await service.get(`/events/${first}`)).body.tags[0].count, 2)
      await service.delete(`/events/${second}`)
      assert.equal((await service.get(`/events/${first}`)).body.tags[0].count, 1)
    })

    test('a category that moves has its new address at once', async () => {
      const { body: above } = await service.post('/categories', { name: 'Above' })
      const { body: below } = await service.post('/categories', { name: 'Below' })
      const id = await make({ categories: [below.id] })
      await service.get(`/events/${id}`)
      await service.get('/categories?hide_empty=false')
      await service.patch(`/categories/${below.id}`, { parent: above.id })

      const { body: event } = await service.get(`/events/${id}`)
      assert.match(event.categories[0].urls.up, new RegExp(`/categories/${above.id}$`))
      const { body: list } = await service.get('/categories?hide_empty=false&search=Below')
      assert.match(list.categories[0].url, /above\/below\/$/)
    })

    test('items that are no longer readable are not served from the cache', async () => {
      const id = await make({ title: 'Withdrawn' })
      await service.get(`/events/${id}`)
      await service.patch(`/events/${id}`, { status: 'draft' })
      assert.equal((await service.get(`/events/${id}`)).status, 403)
      await service.patch(`/events/${id}`, { status: 'publish', password: 'sesame' })
      assert.equal((await service.get(`/events/${id}`)).status, 403)
      await service.patch(`/events/${id}`, { password: '' })
      assert.equal((await service.get(`/events/${id}`)).status, 200)
      await service.delete(`/events/${id}`)
      assert.equal((await service.get(`/events/${id}`)).status, 410)
    })

    test('afterwards the documents are identical to freshly rendered ones', async () => {
      await renderMissingDocuments(service.database.db, settings)
      assert.deepEqual(await findIncorrectDocuments(service.database.db, settings), [])
    })

    test('comparing them reports how many events are done, up to all of them', async () => {
      const { db } = service.database
      const reports: (readonly [number, number])[] = []
      await findIncorrectDocuments(db, settings, (...report) => void reports.push(report))
      const { n } = await db
        .selectFrom('events')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      assert.ok(Number(n) > 0)
      assert.deepEqual(reports.at(-1), [Number(n), Number(n)])
    })

    test('a document that is wrong is found', async () => {
      const { db } = service.database
      const id = await make({ title: 'Right' })
      await db
        .updateTable('event_documents')
        .set({ text: '{"title":"Wrong"}' })
        .where('id', '=', id)
        .execute()
      assert.deepEqual(await findIncorrectDocuments(db, settings), [id])
    })

    test('other settings make other documents', async () => {
      const { db } = service.database
      const elsewhere = { ...settings, timezone: 'Asia/Tokyo' }
      const id = await make({ title: 'Published', date: '2026-01-01 00:00:00' })
      assert.ok((await renderMissingDocuments(db, elsewhere, { batchSize: 2 })) > 0)
      const { text } = await db
        .selectFrom('event_documents')
        .select('text')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.match(text, /"date":"2026-01-01 09:00:00"/)
      assert.equal(await renderMissingDocuments(db, elsewhere), 0)
    })

    test('what has no documents is found behind events that need none', async () => {
      const { db } = service.database
      await renderMissingDocuments(db, settings)
      for (let place = 0; place < 3; place += 1) await make({ title: 'A draft', status: 'draft' })
      const id = await make({ title: 'Behind them' })
      await db.deleteFrom('event_documents').where('id', '=', id).execute()
      await db.updateTable('renderings').set({ is_complete: 0 }).execute()
      const steps: number[] = []
      const progress = (done: number) => steps.push(done)
      assert.equal(await renderMissingDocuments(db, settings, { batchSize: 2, idsPerStep: 2, progress }), 1)
      assert.ok(steps.length > 3)
      assert.equal((await documentsOf(id)).length, 1)
    })

    test('who writes with other settings leaves the rendering to those who have them', async () => {
      const { db, url } = service.database
      await renderMissingDocuments(db, settings)
      const id = await make({ title: 'Of the service' })
      const other = openDatabase(url, { rendering: { ...settings, timezone: 'Asia/Tokyo' } })
      await inTransaction(other.db, (trx) =>
        trx.updateTable('events').set({ modified: 1 }).where('id', '=', id).execute(),
      )
      await other.close()

      assert.deepEqual(await documentsOf(id), [])
      assert.equal(await renderMissingDocuments(db, settings), 1)
      assert.equal((await documentsOf(id)).length, 1)
    })

    test('values have of themselves and of their parts only what is asked for', async (t) => {
      const store = createStore({
        database: service.database,
        settings,
        onError: assert.ifError,
        now: () => Math.floor(Date.now() / 1_000),
      })
      await store.start()
      t.after(() => store.stop())
      const id = await make({ venue: { venue: 'Tower', city: 'Bern' }, tags: ['High'] })
      const site = 'https://town.example'
      const links = { site, rest: site, media: site, host: 'town.example', hasTextAuthors: false }
      const ofParts = { venue: ['venue', 'url'] }
      const valuesOf = (names: string[], parts = {}) =>
        store.latest.values<Json>(resources.events, [id], {
          links,
          language: 'en',
          only: selectionOf(names, parts),
        })

      const [selected] = await valuesOf(['venue', 'tags'], ofParts)
      assert.deepEqual(Object.keys(selected!), ['tags', 'venue'])
      assert.deepEqual(Object.keys(selected!.venue), ['url', 'venue'])
      assert.equal(selected!.tags[0].name, 'High')
      const [whole] = await valuesOf(['venue'])
      assert.equal(whole!.venue.city, 'Bern')
    })

    test('lists of a language narrow counts to it', async () => {
      const { body: tag } = await service.post('/tags', { name: 'Spoken' })
      const id = await make({ title: 'In both', tags: [tag.id] })
      await service.patch(`/events/${id}?ml_language=fr`, { title: 'Dans les deux' })
      await make({ title: 'In one', tags: [tag.id] })

      const { body: narrowed } = await service.get(`/events?ml_language=fr&tags=${tag.id}`)
      assert.deepEqual(titles(narrowed), ['Dans les deux'])
      assert.equal(narrowed.events[0].tags[0].count, 1)
      const { body: all } = await service.get(`/events?tags=${tag.id}`)
      assert.equal(all.events[0].tags[0].count, 2)
    })
  },
  { CALENDS_ALIASES: '/wp-json/tribe/events/v1' },
)
