import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertImage } from '../src/store/sql/images.ts'
import type { Trx } from '../src/store/sql/write-queue.ts'
import { until } from './images.ts'
import { seriesOn, weekly } from './series-of.ts'
import { onEachDatabase, testTime, type Json } from './service.ts'

/** Writes of many rows, for which others wait only at the end. */

onEachDatabase((service) => {
  const { make, read, patch, datesOf } = seriesOn(service)

  const versionNow = async (): Promise<number> =>
    (
      await service.database.db
        .selectFrom('state')
        .select('value')
        .where('name', '=', 'version')
        .executeTakeFirstOrThrow()
    ).value

  const single = async (): Promise<Json> =>
    (await service.post('/events', weekly({ recurrence: undefined }))).body

  /** A long write of these events that goes on only once `meanwhile` is done; returns how often it was run. */
  async function writeLong(ids: readonly number[], meanwhile: (runs: number) => Promise<unknown>) {
    let runs = 0
    const write = async (trx: Trx) => {
      runs += 1
      await trx.updateTable('events').set({ featured: 1 }).where('id', 'in', ids).execute()
      if (service.engine === 'postgres') await meanwhile(runs)
    }
    await service.database.db.writes.enqueueLong(write, Math.random)
    return runs
  }

  const changesAfter = (version: number) =>
    service.database.db
      .selectFrom('changes')
      .select(['version', 'id'])
      .where('resource', '=', 'events')
      .where('version', '>', version)
      .orderBy('version')
      .execute()

  test('others write meanwhile, and it is the version after theirs', async () => {
    const [one, other] = [await single(), await single()]
    const before = await versionNow()
    const runs = await writeLong([one.id], () => patch(other.id, { cost: '5' }))

    assert.equal(runs, 1)
    const changed = (await changesAfter(before)).map(({ id }) => id)
    assert.deepEqual(changed, service.engine === 'postgres' ? [other.id, one.id] : [one.id])
    assert.equal(await versionNow(), before + changed.length)
    assert.equal((await read(one.id)).featured, true)
  })

  test('it is run again if somebody has changed what it may have read', async () => {
    const [series, venue] = [await make(), (await service.post('/venues', { venue: 'Hall' })).body]
    const [first, second] = await datesOf(series)
    const edits = [
      () => patch(second.id, { cost: '7' }),
      () => service.patch(`/venues/${venue.id}`, { venue: 'Old hall' }),
    ]
    for (const edit of edits) {
      const runs = await writeLong([series.id, first.id], async (run) => run === 1 && edit())
      assert.equal(runs, service.engine === 'postgres' ? 2 : 1)
    }
    assert.equal((await read(first.id)).featured, true)
  })

  test('it is run again if another date of the same series has changed', async () => {
    const [first, second] = await datesOf(await make())
    const runs = await writeLong([first.id], async (run) => run === 1 && patch(second.id, { cost: '7' }))
    assert.equal(runs, service.engine === 'postgres' ? 2 : 1)
  })

  /** A long write that gives an event an image; returns how often it was run. */
  async function showImage(event: Json, url: string, meanwhile: (image: number) => Promise<unknown>) {
    let runs = 0
    const show = async (trx: Trx) => {
      runs += 1
      const known = await trx
        .selectFrom('images')
        .select('id')
        .where('url', '=', url)
        .orderBy('id')
        .executeTakeFirst()
      const image = known?.id ?? (await insertImage(trx, { url, extension: 'jpg', created: testTime }))
      await trx.updateTable('events').set({ image }).where('id', '=', event.id).execute()
      if (service.engine === 'postgres' && runs === 1) await meanwhile(image)
    }
    await service.database.db.writes.enqueueLong(show, Math.random)
    return runs
  }

  const writtenAside = <T>(write: (trx: Trx) => Promise<T>) =>
    service.database.db.writes.withoutVersionChange(write)

  const runsIfDisturbed = service.engine === 'postgres' ? 2 : 1

  test('it is run again if an image that it refers to has been deleted', async () => {
    const url = 'https://example.org/deleted.jpg'
    await writtenAside((trx) => insertImage(trx, { url, extension: 'jpg', created: testTime }))
    const runs = await showImage(await single(), url, (image) =>
      writtenAside((trx) => trx.deleteFrom('images').where('id', '=', image).execute()),
    )
    assert.equal(runs, runsIfDisturbed)
  })

  test('of two that link the same image at once, one is run again', async () => {
    const url = 'https://example.org/linked.jpg'
    const event = await single()
    // Numbers that are given out earlier are smaller.
    const early = await writtenAside((trx) =>
      insertImage(trx, { url: '', extension: 'jpg', created: testTime }),
    )
    const runs = await showImage(event, url, () =>
      writtenAside((trx) => trx.updateTable('images').set({ url }).where('id', '=', early).execute()),
    )
    assert.equal(runs, runsIfDisturbed)
    if (service.engine === 'postgres') assert.equal((await read(event.id)).image.id, early)
  })

  test('it is run again if its author has been deleted', async () => {
    const event = await single()
    const people = { username_key: 'away', name: '', email: '', role: 'author', registered: testTime }
    const { id: author } = await writtenAside((trx) =>
      trx
        .insertInto('users')
        .values({ username: 'away', ...people })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    let runs = 0
    await service.database.db.writes.enqueueLong(async (trx) => {
      runs += 1
      const next = runs === 1 ? author : 0
      await trx.updateTable('events').set({ author: next }).where('id', '=', event.id).execute()
      if (service.engine === 'postgres' && runs === 1)
        await writtenAside((other) => other.deleteFrom('users').where('id', '=', author).execute())
    }, Math.random)
    assert.equal(runs, runsIfDisturbed)
  })

  test('it is run again if somebody has taken an address that it gives', async () => {
    const event = await single()
    const giveAddress = async (trx: Trx, run: () => Promise<unknown>) => {
      const taken = await trx.selectFrom('event_texts').select('id').where('slug', '=', 'fete').execute()
      const slug = taken.length === 0 ? 'fete' : 'fete-2'
      await trx.updateTable('event_texts').set({ slug }).where('id', '=', event.id).execute()
      if (service.engine === 'postgres' && taken.length === 0) await run()
    }
    await service.database.db.writes.enqueueLong(
      (trx) =>
        giveAddress(trx, () => service.post('/events', weekly({ title: 'Fête', recurrence: undefined }))),
      Math.random,
    )
    assert.equal((await read(event.id)).slug, service.engine === 'postgres' ? 'fete-2' : 'fete')
  })

  test('it gives way to whoever waits for one of its rows', async () => {
    const event = await single()
    let waiting: Promise<unknown> = Promise.resolve()
    await writeLong([event.id], async (run) => {
      if (run > 1) return
      waiting = patch(event.id, { cost: '9' })
      const freeVersion = service.database.db
        .selectFrom('state')
        .select('name')
        .where('name', '=', 'version')
        .forUpdate()
        .skipLocked()
      await until(
        () => freeVersion.execute(),
        (rows) => rows.length === 0,
      )
    })
    await waiting
    const { cost, featured } = await read(event.id)
    assert.deepEqual([cost, featured], service.engine === 'postgres' ? ['$9', true] : ['', true])
  })

  test('renaming a series is one version, and others write to its dates at the same time', async () => {
    const series = await make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=30' })
    const [first] = await datesOf(series)
    const before = await versionNow()
    await patch(series.id, { title: 'Chorus' })
    assert.equal(await versionNow(), before + 1)

    await Promise.all([
      patch(series.id, { title: 'Chorale' }),
      patch(first.id, { title: 'Opening' }),
      patch(series.id, { cost: '3' }),
    ])
    const dates = await datesOf(series)
    assert.deepEqual(
      dates.map(({ title, cost }) => [title, cost]),
      dates.map(({ id }) => [id === first.id ? 'Opening' : 'Chorale', '$3']),
    )
  })
})
