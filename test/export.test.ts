import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { checkExport, exportLines, importExport } from '../src/store/export/index.ts'
import { DatabaseError, migrate } from '../src/store/open.ts'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { allRows, Databases, estimatedEvents, unstorableText, type Engine } from './copies.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

/** An export holds a whole service, whichever database it is imported into. */

const databases = new Databases()
after(() => databases.remove())

const skip = process.env.TEST_POSTGRES_URL === undefined && 'TEST_POSTGRES_URL is not set'

async function exportOf(source: OpenDatabase): Promise<string[]> {
  const lines: string[] = []
  await exportLines(source, '2026-11-21T12:00:00Z', async (texts) => {
    for await (const text of texts) lines.push(text.slice(0, -1))
  })
  return lines
}

async function* each(lines: readonly string[]) {
  yield* lines
}

async function importInto(target: OpenDatabase, lines: readonly string[]) {
  await checkExport(target, each(lines))
  return importExport(target, each(lines))
}

const admin = '//cal/admin/v1'

/** One of everything that a service can hold. */
async function fill(service: Service): Promise<string[]> {
  const made = async (path: string, body: object) => {
    const { status, text, body: answer } = await service.post(path, body)
    assert.ok(status < 300, `${path}: ${text}`)
    return answer
  }
  const category = await made('/categories', { name: 'Musik', hue: 3 })
  await made('/categories', { name: 'Jazz', parent: category.id })
  const hall = { venue: 'Halle\u2028 „Süd“', city: 'Biel', geo_lat: 47.14, geo_lng: 7.24 }
  const event = await made('/events', {
    ...anEvent({ venue: hall, organizer: { organizer: 'Verein' }, categories: ['Jazz'], tags: ['frei'] }),
    description: '<p>One</p>\n\n<p>Two 🎷</p>',
    image: 'https://example.org/a.png',
    tickets: [{ name: 'Full', price: '12.50', currency: 'CHF' }],
  })
  await service.patch(`/events/${event.id}`, { ml_language: 'fr', title: 'Concert en français' })
  await service.patch(`/events/${event.id}`, { title: 'Concert, renamed' })
  await made('/events', anEvent({ title: 'Draft', status: 'draft' }))
  const secret = await made('/events', anEvent({ title: 'Protected', password: 'sesame' }))
  const series = await made('/events', anEvent({ title: 'Course', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' }))
  const { body } = await service.get('/events?search=course')
  await service.patch(`/events/${body.events[1].id}`, { title: 'Course, special' })
  await service.delete(`/events/${body.events[2].id}`)
  await made(`${admin}/users`, { username: 'author', role: 'author', password: 'password of author' })
  await made(`${admin}/webhooks`, { url: 'https://example.org/hook', kinds: ['events'] })
  const events = [event.id, secret.id, series.id, ...body.events.map(({ id }: { id: number }) => id)]
  return events.flatMap((id: number) => [
    `/events/${id}`,
    `/events/${id}?ml_language=fr`,
    `${admin}/events/${id}/history`,
  ])
}

/** Links are the same in both services. */
const settings = { CALENDS_PUBLIC_URL: 'https://calendar.example' }

const lists = [
  '/events?status=any&per_page=100',
  '/events?status=trash',
  '/events?search=concert&ml_language=fr',
  '/events.ics',
  '/venues?status=any',
  '/organizers',
  '/categories?hide_empty=false',
  '/tags',
  '/changes',
  `${admin}/users`,
  `${admin}/media`,
  `${admin}/webhooks`,
  `${admin}/audit`,
]

/** The answers to those paths. */
async function answersOf(service: Service, paths: readonly string[]) {
  const answers: Record<string, string> = {}
  for (const path of paths)
    for (const as of [administrator, 'author:password of author', null]) {
      const { status, text } = await service.get(path, { as })
      answers[`${path} as ${as}`] = `${status} ${text}`
    }
  return answers
}

for (const [from, to] of [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['sqlite', 'sqlite'],
] as const)
  describe(`from ${from} to ${to}`, { skip }, () => {
    test('every row of the sample town is there, and ids go on', async () => {
      const source = await databases.town(from)
      const target = await databases.empty(to)
      const { rows } = await importInto(target, await exportOf(source))

      assert.ok(rows > 1_000)
      assert.deepEqual(await allRows(target), await allRows(source))
      if (to === 'postgres') assert.ok((await estimatedEvents(target)) > 0)
    })

    test('a service with everything gives the same answers', async () => {
      const before = new Service(settings, from)
      await before.start()
      const paths = [...(await fill(before)), ...lists]
      const expected = await answersOf(before, paths)
      const lines = await exportOf(before.database)
      const address = await databases.address(to)
      await importInto(databases.open(address), lines)
      const after = new Service({ ...settings, DATABASE_URL: address })
      await after.start()
      const answers = await answersOf(after, paths)
      const next = [await before.post('/events', anEvent()), await after.post('/events', anEvent())]
      await before.stop()
      await after.stop()

      assert.deepEqual(answers, expected)
      assert.equal(next[0]!.body.id, next[1]!.body.id)
    })
  })

const onEach = (name: string, run: (engine: Engine) => Promise<void>) => {
  for (const engine of ['sqlite', 'postgres'] as const)
    test(`${name} (${engine})`, { skip: engine === 'postgres' && skip }, () => run(engine))
}

onEach(
  'an export that is cut off or altered is refused with its line, and nothing is written',
  async (engine) => {
    const lines = await exportOf(await databases.town('sqlite'))
    const place = lines.findIndex((line) => line.includes('"table":"events"'))
    const altered = lines.with(place, lines[place]!.replace(/"start_utc":\d/, '"start_utc":9'))
    assert.notDeepEqual(altered, lines)
    const cases: [string[], RegExp][] = [
      [
        lines.slice(0, -1),
        new RegExp(`^Line ${lines.length} of the export is missing: the export was cut off`),
      ],
      [lines.slice(0, 5).concat(lines[5]!.slice(0, 20)), /^Line 6 of the export is not a JSON object/],
      [altered, new RegExp(`^Line ${lines.length} of the export has another checksum`)],
      [lines.toSpliced(place, 1), /has another checksum/],
      [[...lines, '{}'], new RegExp(`^Line ${lines.length + 1} of the export stands behind the last one`)],
      [['BEGIN:VCALENDAR'], /^Line 1 of the export is not a JSON object/],
      [['{"events":[]}'], /^Line 1 of the export does not say that this is an export/],
      [[lines[0]!.replace('"format":1', '"format":2')], /names the format 2, but this version reads 1/],
      [[], /^Line 1 of the export is missing/],
      [
        lines.with(0, lines[0]!.replace(/"schema":"[^"]+"/, '"schema":"0001-resources"')),
        /^The export was made by Calends .*, whose database is another/,
      ],
    ]
    const target = await databases.empty(engine)
    await migrate(target)
    const before = await allRows(target)

    for (const [broken, expected] of cases)
      await assert.rejects(importInto(target, broken), ({ message }: Error) => expected.test(message))
    assert.deepEqual(await allRows(target), before)
    await importInto(target, lines)
  },
)

test(
  'a row that the database cannot store is refused with its line, and nothing is written',
  { skip },
  async () => {
    const [source, target] = [await databases.ownTown(), await databases.empty('postgres')]
    const refused = await unstorableText(source)
    const lines = await exportOf(source)
    const line =
      lines.findIndex((one) => one.startsWith(`{"table":"event_texts","row":{"text_id":${refused},`)) + 1
    assert.ok(line > 0)
    await migrate(target)
    const before = await allRows(target)

    await assert.rejects(importInto(target, lines), (error: Error) => {
      assert.ok(error instanceof DatabaseError)
      assert.ok(
        error.message.includes(`ine ${line} `) && error.message.includes('event_texts'),
        error.message,
      )
      return true
    })
    assert.deepEqual(await allRows(target), before)
  },
)

/** The export with one row changed, and a checksum that is right again. */
function resealed(lines: readonly string[], place: number, change: (row: Json) => object): string[] {
  const { table, row } = JSON.parse(lines[place]!)
  const changed = lines.slice(0, -1).with(place, JSON.stringify({ table, row: change(row) }))
  const sha256 = createHash('sha256')
    .update(`${changed.join('\n')}\n`)
    .digest('hex')
  return [...changed, JSON.stringify({ ...JSON.parse(lines.at(-1)!), sha256 })]
}

onEach(
  'a row that does not fit its table is refused with its line, and nothing is written',
  async (engine) => {
    const lines = await exportOf(await databases.town('sqlite'))
    const first = (table: string) => lines.findIndex((line) => line.startsWith(`{"table":"${table}"`))
    const cases: [string, (row: Json) => object, string][] = [
      ['events', (row) => ({ ...row, colour: 'red' }), 'colour is no column'],
      ['events', ({ status: _, ...row }) => row, 'status is missing'],
      ['events', (row) => ({ ...row, sequence: {} }), 'sequence is neither text nor a number'],
      ['events', (row) => ({ ...row, timezone: 'Mars/X' }), 'timezone is unknown'],
      ['events', (row) => ({ ...row, tickets: '[' }), 'tickets is not JSON'],
      ['images', (row) => ({ ...row, sizes: '{' }), 'sizes is not JSON'],
      ['events', (row) => ({ ...row, start_date: null }), 'the database refuses it'],
      ['venues', (row) => ({ ...row, id: JSON.parse(lines[first('venues') + 1]!).row.id }), ''],
    ]
    const target = await databases.empty(engine)
    await migrate(target)
    const before = await allRows(target)

    for (const [table, change, why] of cases) {
      const place = first(table)
      const line = why === '' ? place + 2 : place + 1
      const sentence = `Line ${line} of the export does not fit the table ${table}: ${why || 'the database refuses it'}; nothing was imported.`
      await assert.rejects(importInto(target, resealed(lines, place, change)), { message: sentence })
    }
    assert.deepEqual(await allRows(target), before)
    await importInto(target, lines)
  },
)

test('the checksum is that of all lines before the last', { skip }, async () => {
  const lines = await exportOf(await databases.town('sqlite'))
  const before = lines.slice(0, -1)
  const { sha256, end } = JSON.parse(lines.at(-1)!)
  const rows = before.filter((line) => line.startsWith('{"table"'))
  assert.equal(
    sha256,
    createHash('sha256')
      .update(`${before.join('\n')}\n`)
      .digest('hex'),
  )
  assert.equal(end.rows, rows.length)
  assert.equal(end.tables.events, rows.filter((line) => line.startsWith('{"table":"events"')).length)
})

onEach('an export is imported into an empty database only', async (engine) => {
  const town = await databases.town(engine)
  const before = await allRows(town)
  await assert.rejects(importInto(town, await exportOf(town)), /The database is not empty/)
  assert.deepEqual(await allRows(town), before)
})
