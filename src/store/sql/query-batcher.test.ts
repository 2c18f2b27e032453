import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { batchQueries } from './query-batcher.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
const [one, other] = [{}, {}] as unknown as [Kysely<Database>, Kysely<Database>]

test('queries of one turn are batched, separately for each database', async () => {
  const asked: (readonly number[])[] = []
  const double = batchQueries<number, number>((_, questions) => {
    asked.push(questions)
    return Promise.resolve(questions.map((question) => 2 * question))
  })

  const first = [double(one, 1), double(one, 2), double(other, 3)]
  await turn()
  const later = double(one, 4)

  assert.deepEqual(await Promise.all([...first, later]), [2, 4, 6, 8])
  assert.deepEqual(asked, [[1, 2], [3], [4]])
})

test('a failure affects the queries of its batch, and none after them', async () => {
  let times = 0
  const ask = batchQueries<number, number>((_, questions) =>
    ++times === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(questions),
  )

  const outcomes = await Promise.allSettled([ask(one, 1), ask(one, 2)])

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await ask(one, 3), 3)
})
