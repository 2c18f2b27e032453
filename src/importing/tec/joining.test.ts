import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from './joining.ts'

test('a site may link tens of thousands of texts to one family, each to the next', () => {
  const many = 50_000
  const texts = Array.from({ length: many }, (_, index) => {
    const id = many - index
    return { id, object: { id, translations: { fr: id - 1 } }, language: String(id) }
  })
  assert.deepEqual(
    join(texts, undefined).map(({ id, texts: all }) => [id, all.length]),
    [[1, many]],
  )
})
