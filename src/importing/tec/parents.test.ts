import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from './joining.ts'
import { parentsFirst } from './parents.ts'

const categories = (parents: Readonly<Record<number, number>>) =>
  join(
    Object.entries(parents).map(([id, parent]) => ({
      id: Number(id),
      object: { id: Number(id), parent },
      language: undefined,
    })),
    undefined,
  )

const order = (parents: Readonly<Record<number, number>>) =>
  parentsFirst(categories(parents)).map(({ id }) => id)

test('parents come before their children, and others stay in their order', () => {
  assert.deepEqual(order({ 1: 4, 2: 0, 3: 1, 4: 0, 5: 99 }), [2, 4, 5, 1, 3])
})

test('categories in a cycle are sorted as well', () => {
  assert.deepEqual(order({ 1: 3, 2: 1, 3: 2, 4: 2, 5: 5, 6: 0 }).toSorted(), [1, 2, 3, 4, 5, 6])
})

test('a site may nest tens of thousands of categories', () => {
  const many = 50_000
  const nested = Object.fromEntries(Array.from({ length: many }, (_, index) => [index + 1, index + 2]))
  assert.deepEqual(order(nested).slice(0, 2), [many, many - 1])
})
