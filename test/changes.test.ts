import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { changeEverything, changesSince } from '../src/store/changes/change-log.ts'
import { openDatabase, migrate } from '../src/store/open.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { rebuildCounts } from '../src/store/sql/event-counts.ts'
import { createUser, removeUser } from '../src/identity/user-store.ts'
import { documentsMade } from './documents-made.ts'
import { anEvent, onEachDatabase, testTime } from './service.ts'

onEachDatabase((service) => {
  before(() => documentsMade(service.database.db))

  const versionNow = async () => {
    const { value } = await service.database.db
      .selectFrom('state')
      .select('value')
      .where('name', '=', 'version')
      .executeTakeFirstOrThrow()
    return value
  }

  /** The change log of the work, as `events 4`. */
  async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
    const before = await versionNow()
    await work()
    const { isComplete, version, changes } = await changesSince(service.database.db, before)
    assert.ok(isComplete)
    assert.equal(version, await versionNow())
    return changes.map(({ resource, id }) => `${resource} ${id}`).toSorted()
  }

  const create = async (name: string, fields: object): Promise<number> =>
    (await service.post(`/${name}`, fields)).body.id

  test('every write records what it has changed', async () => {
    let [event, venue] = [0, 0]
    assert.deepEqual(
      await changesOf(async () => {
        event = await create('events', anEvent({ venue: { venue: 'Hall' } }))
        venue = (await service.get(`/events/${event}`)).body.venue.id
      }),
      [`events ${event}`, `venues ${venue}`],
    )
    assert.deepEqual(
      await changesOf(() => service.patch(`/events/${event}?ml_language=fr`, { title: 'Bal' })),
      [`events ${event}`],
    )
    assert.deepEqual(await changesOf(() => service.delete(`/events/${event}/translations/fr`)), [
      `events ${event}`,
    ])
    assert.deepEqual(await changesOf(() => service.delete(`/events/${event}`)), [`events ${event}`])
    assert.deepEqual(await changesOf(() => service.delete(`/venues/${venue}?force=true`)), [
      `events ${event}`,
      `venues ${venue}`,
    ])
    assert.deepEqual(await changesOf(() => service.delete(`/events/${event}?force=true`)), [
      `events ${event}`,
    ])
  })

  test('moving or deleting a category records all its descendants', async () => {
    const top = await create('categories', { name: 'Music' })
    const middle = await create('categories', { name: 'Jazz', parent: top })
    const bottom = await create('categories', { name: 'Bebop', parent: middle })

    assert.deepEqual(await changesOf(() => service.patch(`/categories/${middle}`, { parent: 0 })), [
      `categories ${middle}`,
      `categories ${bottom}`,
    ])
    assert.deepEqual(await changesOf(() => service.delete(`/categories/${middle}`)), [
      `categories ${middle}`,
      `categories ${bottom}`,
    ])
  })

  test('scheduled publication and reassignment are recorded', async () => {
    const { db } = service.database
    const { id: former } = await inTransaction(db, (trx) =>
      createUser(trx, { username: 'Leaving', role: 'author' }, testTime),
    )
    const { id: heir } = await inTransaction(db, (trx) =>
      createUser(trx, { username: 'Heir', role: 'author' }, testTime),
    )
    const id = await create('events', anEvent({ date_utc: '2026-11-21 13:00:00', author: former }))

    assert.deepEqual(
      await changesOf(async () => {
        service.now = testTime + 7_200
        await service.get('/events')
        service.now = testTime
      }),
      [`events ${id}`],
    )
    assert.deepEqual(
      await changesOf(() => inTransaction(db, (trx) => removeUser(trx, former, { reassign: heir }))),
      [`events ${id}`],
    )
  })

  test('a failed write records nothing, and an invisible one only increments the version', async () => {
    const { db } = service.database
    const before = await versionNow()
    const failing = inTransaction(db, async (trx) => {
      await trx.updateTable('tags').set({ modified: 1 }).execute()
      return Promise.reject(new Error('Enough.'))
    })
    await assert.rejects(failing, /Enough/)
    assert.equal(await versionNow(), before)

    assert.deepEqual(
      await changesOf(() =>
        inTransaction(db, (trx) => createUser(trx, { username: 'Quiet', role: 'author' }, 1)),
      ),
      [],
    )
    assert.equal(await versionNow(), before + 1)
  })

  test('a log that does not reach back far enough reports that', async () => {
    const { db } = service.database
    const first = await versionNow()
    await create('tags', { name: 'One' })
    const second = await versionNow()
    await create('tags', { name: 'Two' })
    await sql`delete from changes where version <= ${second}`.execute(db)

    assert.ok(!(await changesSince(db, first)).isComplete)
    assert.ok((await changesSince(db, second)).isComplete)
    assert.ok((await changesSince(db, await versionNow())).isComplete)
    assert.ok(!(await changesSince(db, (await versionNow()) + 1)).isComplete)
  })

  test('what changes too much, or says so, leaves a gap', async () => {
    const { db } = service.database
    const changed = async (work: Parameters<typeof inTransaction>[1]) => {
      const before = await versionNow()
      await inTransaction(db, work)
      return changesSince(db, before)
    }
    const tagsTo = (count: number) =>
      sql`insert into tags (id, original_language, languages, modified)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
        select 1000000 + n, 'en', ' en ', 0 from numbers`
    assert.ok(!(await changed(rebuildCounts)).isComplete)
    assert.ok(!(await changed(changeEverything)).isComplete)
    const few = await changed((trx) => tagsTo(2_500).execute(trx))
    await changed((trx) => sql`delete from tags where id > 1000000`.execute(trx))
    const many = await changed((trx) => tagsTo(20_001).execute(trx))
    await changed((trx) => sql`delete from tags where id > 1000000`.execute(trx))

    assert.deepEqual([few.isComplete, few.changes.length], [true, 2_500])
    assert.ok(!many.isComplete)
  })

  test('the log is trimmed now and then', async () => {
    const { db } = service.database
    await db.updateTable('state').set({ value: 49_999 }).where('name', '=', 'version').execute()
    await db
      .insertInto('changes')
      .values({ version: 39_999, resource: '', id: 0, former: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await create('tags', { name: 'Late' })

    const { oldest } = await db
      .selectFrom('changes')
      .select((eb) => eb.fn.min('version').as('oldest'))
      .executeTakeFirstOrThrow()
    assert.equal(oldest, 50_000)
  })
})

test('an in-memory database has a version, which changes only at commit', async (t) => {
  const database = openDatabase('sqlite::memory:')
  t.after(() => database.close())
  await migrate(database)
  const { db, dialect } = database
  assert.equal(dialect.version(), 0)
  await inTransaction(db, async () => {
    await Promise.resolve()
    assert.equal(dialect.version(), 0)
  })
  assert.equal(dialect.version(), 1)
})
