import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migrate, openDatabase } from '../open.ts'
import { isPrepared, prepareByIds } from './prepared-queries.ts'

const texts = new Set<string>()
const database = openDatabase('sqlite::memory:', { log: ({ query }) => void texts.add(query.sql) })
const { db } = database

before(async () => {
  await migrate(database)
  const rows = Array.from({ length: 100 }, () => ({ kind: 'event' }))
  await db.insertInto('entry_ids').values(rows).execute()
  texts.clear()
})

after(() => database.close())

const find = prepareByIds<{ id: number }>((_, ids, [kind]) =>
  db.selectFrom('entry_ids').select('id').where('kind', '=', kind!).where('id', 'in', ids),
)

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

for (const count of [1, 3, 4, 5, 12, 16, 17, 33, 100, 10_001, 20_000])
  test(`a query by ${count} ids finds those that exist, and no others`, async () => {
    const found = await find(db, idsTo(count), ['event'])

    assert.deepEqual(
      found.map(({ id }) => id),
      idsTo(Math.min(count, 100)),
    )
  })

test('an empty list of ids finds nothing', async () => {
  assert.deepEqual(await find(db, [], ['event']), [])
})

test('lists of similar length share one SQL text, which is marked as prepared', async () => {
  for (const count of [4, 8, 12, 16, 32, 64]) await find(db, idsTo(count), ['event'])
  const before = texts.size
  for (const count of [2, 6, 7, 10, 14, 20, 31, 60]) await find(db, idsTo(count), ['event'])

  assert.equal(texts.size, before)
  for (const text of texts) assert.ok(isPrepared(text))
})
