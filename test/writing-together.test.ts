import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { changesSince } from '../src/store/changes/change-log.ts'
import { openDatabase } from '../src/store/open.ts'
import { openSqlDatabase } from '../src/store/sql/index.ts'
import { findIncorrectCounts } from '../src/store/sql/event-counts.ts'
import { inBatch, inTransaction, type WriteBatch } from '../src/store/sql/write-queue.ts'
import { createUser } from '../src/identity/user-store.ts'
import { documentsMade } from './documents-made.ts'
import { anEvent, onEachDatabase, type Reply } from './service.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

onEachDatabase(
  (service) => {
    before(() => documentsMade(service.database.db))

    const versionNow = async () =>
      (
        await service.database.db
          .selectFrom('state')
          .selectAll()
          .where('name', '=', 'version')
          .executeTakeFirstOrThrow()
      ).value

    const addUser = (username: string) =>
      inTransaction(service.database.db, (trx) => createUser(trx, { username, role: 'author' }, 1))

    const usersNamed = async (prefix: string) => {
      const users = await service.database.db.selectFrom('users').select('username').execute()
      return users.map(({ username }) => username).filter((name) => name.startsWith(prefix))
    }

    const eventsWith = (fields: readonly object[]): Promise<Reply[]> =>
      Promise.all(fields.map((one) => service.post('/events', anEvent({ ...one }))))

    test('writes that come at the same time are one version', async () => {
      const before = await versionNow()
      const users = await Promise.all(range(10).map((index) => addUser(`Together ${index}`)))

      assert.equal(await versionNow(), before + 1)
      assert.equal(new Set(users.map(({ id }) => id)).size, 10)
      assert.equal((await usersNamed('Together')).length, 10)
    })

    test('a failing write is rolled back without affecting others', async () => {
      const { db } = service.database
      const before = await versionNow()
      const failing = (fail: (trx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>) =>
        inTransaction(db, async (trx) => {
          await createUser(trx, { username: `Undone ${Math.random()}`, role: 'author' }, 1)
          await trx.updateTable('tags').set({ modified: 1 }).execute()
          await fail(trx)
        })
      const outcomes = await Promise.allSettled([
        addUser('Alone 1'),
        failing(() => Promise.reject(new Error('Enough.'))),
        addUser('Alone 2'),
        failing((trx) => sql`insert into no_such_table values (1)`.execute(trx)),
        addUser('Alone 3'),
      ])

      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(await usersNamed('Alone'), ['Alone 1', 'Alone 2', 'Alone 3'])
      assert.deepEqual(await usersNamed('Undone'), [])
      assert.deepEqual((await changesSince(db, before)).changes, [])
      assert.equal(await versionNow(), before + 1)
    })

    test('where all fail nothing is written at all', async () => {
      const before = await versionNow()
      const failing = range(3).map(() =>
        inTransaction(service.database.db, () => Promise.reject(new Error('Enough.'))),
      )
      const outcomes = await Promise.allSettled(failing)

      assert.ok(outcomes.every(({ status }) => status === 'rejected'))
      assert.equal(await versionNow(), before)
    })

    test('what cannot be finished together is finished one by one', async () => {
      const { db } = service.database
      const sizes: number[] = []
      const batch: WriteBatch<string, number> = {
        async finish(trx, names) {
          sizes.push(names.length)
          if (names.includes('Bad')) await sql`insert into no_such_table values (1)`.execute(trx)
          const users = names.map((username) => createUser(trx, { username, role: 'author' }, 1))
          return (await Promise.all(users)).map(({ id }) => id)
        },
      }
      const names = ['Batch 1', 'Batch 2', 'Bad', 'Batch 3']
      const outcomes = await Promise.allSettled(names.map((name) => inBatch(db, batch, async () => name)))

      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(sizes, [4, 1, 1, 1, 1])
      assert.deepEqual(await usersNamed('Batch'), ['Batch 1', 'Batch 2', 'Batch 3'])
    })

    test('after its response, a write is visible on every connection', async () => {
      const other = openDatabase(service.database.url)
      try {
        const seen = await Promise.all(
          range(20).map(async (index) => {
            const { body } = await service.post('/events', anEvent({ title: `Durable ${index}` }))
            return other.db.selectFrom('events').select('id').where('id', '=', body.id).executeTakeFirst()
          }),
        )
        assert.ok(seen.every((row) => row !== undefined))
      } finally {
        await other.close()
      }
    })

    test('events created at the same time share neither id nor slug, and are counted and found', async () => {
      await service.post('/events', anEvent({ title: 'Crowd 2' }))
      const replies = await eventsWith(
        range(40).map((index) => ({
          title: 'Crowd',
          description: `<p>Zebra ${index}</p>`,
          tags: ['Crowded', `Crowd ${index % 3}`],
          categories: ['Crowds'],
          venue: { venue: 'Crowd Hall' },
          status: index % 4 === 0 ? 'draft' : 'publish',
        })),
      )
      const distinct = (values: unknown[]) => new Set(values).size

      assert.ok(replies.every(({ status }) => status === 201))
      assert.equal(distinct(replies.map(({ body }) => body.id)), 40)
      assert.equal(distinct(replies.map(({ body }) => body.slug)), 40)
      assert.equal(distinct(replies.map(({ body }) => body.venue.id)), 1)
      assert.equal((await service.get('/tags?search=crowded')).body.tags[0].count, 30)
      assert.equal((await service.get('/events?search=zebra')).body.total, 30)
      assert.deepEqual(await findIncorrectCounts(service.database.db), [])
    })

    test('each gets its own response, by its language and permissions', async () => {
      const replies = await eventsWith([
        { title: 'English one' },
        { title: 'Französisch', ml_language: 'fr' },
        { title: '', start_date: 'never' },
        { title: 'Locked', password: 'sesame' },
      ])

      assert.deepEqual(
        replies.map(({ status, body }) => [status, body.title, body.language]),
        [
          [201, 'English one', 'en'],
          [201, 'Französisch', 'fr'],
          [400, replies[2]!.body.title, undefined],
          [201, 'Locked', 'en'],
        ],
      )
    })

    test('of requests with the same key that come at the same time one is done', async () => {
      const send = (key: string, title: string) =>
        service.post('/events', anEvent({ title }), { headers: { 'idempotency-key': key } })
      const replies = await Promise.all([
        ...range(6).map(() => send('same', 'Once')),
        send('same', 'Twice'),
        send('other', 'Other'),
      ])

      const statuses = replies.map(({ status }) => status)
      // Whichever comes first; requests that differ from it are refused.
      const isOnce = statuses[0] === 201
      const expected = [...range(6).map(() => (isOnce ? 201 : 422)), isOnce ? 422 : 201, 201]
      assert.deepEqual(statuses, expected)
      const made = replies.slice(0, 7).filter(({ status }) => status === 201)
      assert.equal(new Set(made.map(({ body }) => body.id)).size, 1)
      const found = async (words: string) => (await service.get(`/events?search=${words}`)).body.total
      assert.deepEqual([await found('once'), await found('twice')], isOnce ? [1, 0] : [0, 1])
    })

    test('concurrent writes of all kinds leave derived data correct', async () => {
      const ids = (
        await eventsWith(range(12).map((index) => ({ title: `Mixed ${index}`, tags: ['Mixed'] })))
      ).map(({ body }) => body.id as number)
      const replies = await Promise.all([
        ...ids.slice(0, 4).map((id) => service.patch(`/events/${id}`, { tags: ['Mixed', 'More'] })),
        ...range(6).map((index) =>
          service.post('/events', anEvent({ title: `New ${index}`, tags: ['More'] })),
        ),
        ...ids.slice(4, 8).map((id) => service.delete(`/events/${id}`)),
        ...range(3).map(() => service.post('/venues', { venue: 'Mixed Hall', reuse: true })),
        ...ids.slice(8, 10).map((id) => service.delete(`/events/${id}?force=true`)),
        ...ids.slice(10).map((id) => service.patch(`/events/${id}?ml_language=fr`, { title: 'Mélange' })),
      ])
      const venues = replies.flatMap(({ body }) => (body.venue === 'Mixed Hall' ? [body.id] : []))

      assert.ok(replies.every(({ status }) => status < 300))
      assert.equal(new Set(venues).size, 1)
      assert.deepEqual(await findIncorrectCounts(service.database.db), [])
      assert.equal((await service.get('/tags?search=more')).body.tags[0].count, 10)
    })

    test('what follows from the changes of a transaction is derived once, for all of them', async (t) => {
      const ids = (await eventsWith([{ title: 'First' }, { title: 'Second' }])).map(({ body }) => body.id)
      const derived: string[][] = []
      const other = openSqlDatabase(service.database.url, {
        derive: (_, touched) =>
          Promise.resolve(
            void derived.push(touched.map(({ resource, id }) => `${resource} ${id}`).toSorted()),
          ),
      })
      t.after(() => other.close())
      const touch = (id: number) =>
        inTransaction(other.db, (trx) =>
          trx.updateTable('events').set({ modified: 1 }).where('id', '=', id).execute(),
        )
      await Promise.all(ids.map(touch))

      assert.deepEqual(derived, [ids.map((id) => `events ${id}`).toSorted()])
    })
  },
  { CALENDS_LANGUAGES: 'en,fr' },
)
