import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capitalized } from './dates.ts'

test('a first letter is made capital by the rules of the language, whatever that of the host is', () => {
  assert.equal(capitalized('ikinci', 'tr'), 'İkinci')
  assert.equal(capitalized('ikinci', 'fr'), 'Ikinci')
})
