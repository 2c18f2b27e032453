import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFragmentCache } from './fragment-cache.ts'

test('a text is cached only when it is read for the second time', () => {
  const cache = createFragmentCache(10_000)
  const read = () => {
    cache.setIfRepeated(cache.revision, 'events', 1, 'item en', 'text')
    return cache.get('events', 1, 'item en')
  }

  assert.deepEqual([read(), read()], [undefined, 'text'])
})

test('a text that was read before a change is not cached after it', () => {
  const cache = createFragmentCache(10_000)
  const { revision } = cache
  cache.delete('venues', 5)
  for (let times = 0; times < 2; times++) cache.setIfRepeated(revision, 'events', 1, 'item en', 'text')

  assert.equal(cache.get('events', 1, 'item en'), undefined)
})
