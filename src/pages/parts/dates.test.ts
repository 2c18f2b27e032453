import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capitalized } from './dates.ts'

test('first letters are capitalized by the rules of the language, independent of the locale of the host', () => {
  assert.equal(capitalized('ikinci', 'tr'), 'İkinci')
  assert.equal(capitalized('ikinci', 'fr'), 'Ikinci')
})
