import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createParsedTexts } from './parsed-texts.ts'

test('a text is parsed once while the cache has room for it', () => {
  const parsed = createParsedTexts(10)
  const first = parsed('[1,2]')

  assert.equal(parsed('[1,2]'), first)
  parsed('[3,4,5]')
  assert.notEqual(parsed('[1,2]'), first)
})

test('a text that is too long for the cache displaces nothing', () => {
  const parsed = createParsedTexts(10)
  const first = parsed('[1,2]')
  parsed('[1,2,3,4,5,6]')

  assert.equal(parsed('[1,2]'), first)
})
