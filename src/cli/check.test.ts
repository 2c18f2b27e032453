import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { photograph, until, upload } from '../../test/images.ts'
import { anEvent, Service } from '../../test/service.ts'
import { Program } from '../../test/program.ts'
import { FakeBucket } from '../../test/s3.ts'

test('commands render events with the settings of the service that they are given', async () => {
  const program = new Program()
  const settings = ['--prefix', '/api', '--currency', 'CHF', '--timezone', 'Europe/Zurich', '--horizon', '6']
  const rendering = settings.slice(0, -2)
  const service = program.start(['serve', '--demo', '--port', '0', ...settings])
  try {
    await service.says(/listening/)
    const database = new Sqlite(join(program.folder, 'data/calends.db'))
    await until(
      () => Promise.resolve(database.prepare('select is_complete from renderings').pluck().get()),
      (isComplete) => isComplete === 1,
    )
    database.close()
  } finally {
    service.kill('SIGTERM')
  }
  await service.outcome()

  const file = fileURLToPath(new URL('../../examples/town.ics', import.meta.url))
  const imported = await program.call(['import', file, ...settings])
  await program.call(['user', 'add', 'maria', '--role', 'administrator'])
  const removed = await program.call(['user', 'remove', 'admin', '--reassign', 'maria', ...rendering])
  const checked = await program.call(['check', ...settings])

  assert.deepEqual([imported.code, removed.code, checked.code], [0, 0, 0])
  assert.match(checked.stderr + checked.stdout, /^All counters and rendered events are correct\.$/m)
  program.remove()
})

describe('calends check', () => {
  const service = new Service()
  before(() => service.start())
  after(() => service.stop())

  test('finds and repairs incorrect counters', async () => {
    await service.post('/events', anEvent({ tags: ['Counted'] }))
    const program = new Program()
    const check = (...words: string[]) =>
      program.run(['check', '--database-url', service.database.url, ...words])
    assert.equal((await check()).code, 0)

    await service.database.db
      .updateTable('event_counts')
      .set({ n: 5 })
      .where('kind', '=', 'tags')
      .where('language', '=', '')
      .execute()
    const wrong = await check()
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, /^tags 1 all languages: 4 too many$/m)

    assert.equal((await check('--repair')).code, 0)
    assert.equal((await check()).code, 0)
    program.remove()
  })

  test('finds and repairs instants that do not follow from the local times', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Moved', timezone: 'America/Vancouver' }))
    const program = new Program()
    const check = (...words: string[]) =>
      program.call(['check', '--database-url', service.database.url, ...words])
    const { db, dialect } = service.database
    await dialect.untrackChanges(db)
    await db
      .updateTable('events')
      .set((eb) => ({ start_utc: eb('start_utc', '-', 3600), end_utc: eb('end_utc', '-', 3600) }))
      .where('id', '=', body.id)
      .execute()
    await dialect.trackChanges(db)

    const wrong = await check()
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, new RegExp(`^event ${body.id}: the UTC times do not follow`, 'm'))
    assert.equal((await check('--repair')).code, 0)
    assert.equal((await check()).code, 0)
    assert.deepEqual((await service.get(`/events/${body.id}`)).body.utc_start_date, body.utc_start_date)
    program.remove()
  })

  test('finds and repairs series that do not match their rules', async () => {
    service.now = Math.floor(Date.now() / 1000)
    const day = new Date((service.now + 86_400) * 1000).toISOString().slice(0, 10)
    const { body } = await service.post(
      '/events',
      anEvent({ start_date: day, end_date: day, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' }),
    )
    const program = new Program()
    const check = (...words: string[]) =>
      program.call(['check', '--database-url', service.database.url, ...words])
    const { db } = service.database
    await db.updateTable('events').set({ featured: 1 }).where('post_parent', '=', body.id).execute()

    const wrong = await check()
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, new RegExp(`^series ${body.id}: occurrence \\d+ differs in featured$`, 'm'))
    assert.equal((await check('--repair')).code, 0)
    assert.equal((await check()).code, 0)
    program.remove()
  })

  test('finds events with an outdated rendering and renders them again', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Right' }))
    const program = new Program()
    const check = (...words: string[]) =>
      program.call(['check', '--database-url', service.database.url, ...words])
    const { db } = service.database
    await db.updateTable('event_documents').set({ text: '{}' }).where('id', '=', body.id).execute()

    const wrong = await check()
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, new RegExp(`^event ${body.id}: `, 'm'))
    assert.equal((await check('--repair')).code, 0)
    assert.equal((await check()).code, 0)
    assert.match((await check('--timezone', 'Asia/Tokyo')).stderr, /rendered with other settings/)
    program.remove()
  })

  test('names images whose sizes cannot be read, and has them made again', async () => {
    service.now = Math.floor(Date.now() / 1000)
    const { body } = await upload(service, await photograph(400, 300))
    const { db } = service.database
    const image = () => db.selectFrom('images').select('sizes').where('id', '=', body.id).executeTakeFirst()
    await until(image, (one) => one?.sizes !== '{}')
    await service.post('/events', anEvent({ image: body.id }))
    await db.updateTable('images').set({ sizes: '{' }).where('id', '=', body.id).execute()
    const program = new Program()
    const check = (...words: string[]) =>
      program.call(['check', '--database-url', service.database.url, ...words])

    const wrong = await check()
    const repaired = await check('--repair')

    assert.deepEqual(
      [wrong.code, wrong.stdout],
      [1, `image ${body.id}: the list of its sizes cannot be read\n`],
    )
    assert.match(repaired.stderr, /^1 images could not be read; the service makes their sizes again\.$/m)
    service.now += 600
    assert.match((await until(image, (one) => one?.sizes !== '{}'))!.sizes, /thumbnail/)
    program.remove()
  })

  test('says why images cannot be checked, after everything else', async () => {
    const bucket = new FakeBucket()
    await bucket.start()
    bucket.failures = 99
    const program = new Program()
    const { code, stderr } = await program.call(
      ['check', '--database-url', service.database.url],
      bucket.environment,
    )
    bucket.stop()
    program.remove()
    assert.equal(code, 1)
    assert.match(stderr, /^Images could not be checked: the bucket did not answer GET .*: 503 SlowDown\.$/m)
    assert.doesNotMatch(stderr, / at /)
  })
})
