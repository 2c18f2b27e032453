import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUrl } from './parameter-types.ts'

test('a URL with letters of other scripts is accepted, however often it is sent', () => {
  const address = 'https://grosses-théâtre.example.org/où'
  for (let times = 0; times < 20_000; times += 1) assert.equal(readUrl(address), address)
})
