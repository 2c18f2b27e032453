import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFilledTextCache } from './filled-text-cache.ts'

test('texts are cached per key until there is more text than fits', () => {
  const cache = createFilledTextCache(1_000)
  const texts = cache.textsFor('1', 'a')

  assert.equal(cache.textsFor('1', 'a'), texts)
  assert.notEqual(cache.textsFor('1', 'b'), texts)
  cache.addSize(1_001)
  assert.notEqual(cache.textsFor('1', 'a'), texts)
})

test('any number of keys without texts takes limited memory', () => {
  const cache = createFilledTextCache(10_000)
  const first = cache.textsFor('1', 'https://0.example')
  for (let host = 1; host < 100; host += 1) cache.textsFor('1', `https://${host}.example`)

  assert.notEqual(cache.textsFor('1', 'https://0.example'), first)
})
