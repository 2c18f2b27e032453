import assert from 'node:assert/strict'
import { createHash, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { calendar, importFile, preview, readImport, run, vevent } from './importing.ts'
import { onEachDatabase, type Json } from './service.ts'

/** Identifiers that no database takes as they are, and records that it refuses. */

const event = { title: 'One', start_date: '2027-03-10 19:00', end_date: '2027-03-10 21:00' }
const records = (...ids: readonly string[]) => JSON.stringify(ids.map((id) => ({ ...event, id })))
const table = (...ids: readonly string[]) =>
  ['id,title,start', ...ids.map((id) => `"${id}",One,2027-03-10 19:00`)].join('\n')

/** Random, because PostgreSQL compresses what repeats. */
const ideographs = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fff))).join('')

/** Its title is not derived from its identifier. */
const titled = (uid: string, ...lines: readonly string[]) => vevent(uid, 'SUMMARY:One', ...lines)

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

onEachDatabase((service) => {
  let sources = 0
  const newSource = () => ({ source: `identifiers ${(sources += 1)}` })
  const actionsOf = (rows: Json[]) => rows.map(({ action }) => action)

  const unstorable: readonly (readonly [what: string, filename: string, content: string])[] = [
    ['NUL in JSON', 'a.json', records('a\0b', 'ok')],
    ['an unpaired surrogate in JSON', 'a.json', records('\ud800', 'ok')],
    ['NUL in CSV', 'a.csv', table('n\0', 'ok')],
    ['NUL in the UID of an event', 'a.ics', calendar(titled('a\0b'), titled('ok'))],
    [
      'NUL in the UID of a series',
      'a.ics',
      calendar(titled('a\0b', 'RRULE:FREQ=DAILY;COUNT=2'), titled('ok')),
    ],
    [
      'NUL in the UID of an exception',
      'a.ics',
      calendar(titled('a\0b', 'RECURRENCE-ID:20270310T190000'), titled('ok')),
    ],
  ]
  for (const [what, filename, content] of unstorable)
    test(`of records with ${what} only this one fails`, async () => {
      const { status, body } = await preview(service, content, newSource(), filename)

      assert.deepEqual([status, body.would.fail, body.would.create], [201, 1, 1])
      const { reason } = body.rows.find(({ action }: Json) => action === 'fail')
      assert.match(reason, /^The identifier contains NUL or an unpaired surrogate\.$/)
      assert.deepEqual((await run(service, body.id)).progress, { done: 1, total: 1 })
    })

  test('a file name with NUL is refused', async () => {
    const boundary = 'boundary'
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a\0.json"',
      '',
      records('ok'),
      `--${boundary}--`,
      '',
    ].join('\r\n')
    const response = await fetch(`${service.origin}/cal/admin/v1/imports`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:secret').toString('base64')}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    })
    const { data } = (await response.json()) as Json

    assert.deepEqual([response.status, Object.keys(data.params)], [400, ['file']])
  })

  const long = ideographs(4_000)
  const files: readonly (readonly [filename: string, content: string])[] = [
    ['a.json', records(long, 'ok')],
    ['a.csv', table(long, 'ok')],
    ['a.ics', calendar(titled(long), titled('ok'))],
    ['a.ics', calendar(titled(long, 'RRULE:FREQ=DAILY;COUNT=2'), titled('ok'))],
  ]
  for (const [place, [filename, content]] of files.entries())
    test(`a record with a long identifier is recognized (${filename}, ${place})`, async () => {
      const from = newSource()
      const done = await importFile(service, content, from, filename)
      const again = await preview(service, content, from, filename)
      const { status } = await service.delete(`//cal/admin/v1/imports/${done.id}`, { as: 'admin:secret' })

      assert.deepEqual([done.state, actionsOf(done.rows)], ['done', ['create', 'create']])
      assert.ok(done.rows.some(({ external_id: id }: Json) => id.endsWith(digestOf(long))))
      assert.deepEqual(actionsOf(again.body.rows), ['skip', 'skip'])
      assert.equal(status, 200)
    })

  test('the longest source may have records with long identifiers', async () => {
    const source = ideographs(500)
    const done = await importFile(service, records(ideographs(420)), { source }, 'a.json')

    assert.deepEqual([done.state, done.source, actionsOf(done.rows)], ['done', source, ['create']])
  })

  for (const source of ['🎷'.repeat(500), `a${'🎷'.repeat(499)}`])
    test(`a source of many bytes is recognized by its digest (${[...source][0]})`, async () => {
      const content = records(ideographs(420))
      const done = await importFile(service, content, { source }, 'a.json')
      const again = await preview(service, content, { source }, 'a.json')

      assert.deepEqual([done.state, actionsOf(done.rows)], ['done', ['create']])
      assert.ok(done.source.endsWith(digestOf(source)))
      assert.deepEqual(actionsOf(again.body.rows), ['skip'])
    })

  test('a long file name is a source too', async () => {
    const filename = `${ideographs(2_000)}.json`
    const done = await importFile(service, records('1'), {}, filename)

    assert.deepEqual([done.state, actionsOf(done.rows)], ['done', ['create']])
    assert.ok(done.source.startsWith(filename.slice(0, 20)))
  })

  test('a record that the database refuses fails alone, with a reason', async () => {
    await sql`create unique index test_costs on event_texts (cost) where cost = 'unique'`.execute(
      service.database.db,
    )
    const costs = ['unique', 'unique', '3']
    const file = JSON.stringify(costs.map((cost, id) => ({ ...event, id, title: `Event ${id}`, cost })))
    const { id } = await importFile(service, file, newSource(), 'a.json')
    await sql`drop index test_costs`.execute(service.database.db)
    const { body } = await readImport(service, id)

    assert.deepEqual([body.state, actionsOf(body.rows)], ['done', ['create', 'fail', 'create']])
    assert.match(body.rows[1].reason, /^The database cannot store this\.$/)
  })
})
