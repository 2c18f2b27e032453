import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withProperties } from './json-properties.ts'
import { slot, toTextWithSlots } from './json-template.ts'

test('properties that were not requested are omitted, whatever they contain', () => {
  const names = ['a', 'b', 'c', 'd']
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names), fc.jsonValue()),
      fc.subarray(names),
      (value, asked) => {
        const kept = JSON.parse(withProperties(JSON.stringify(value), new Set(asked))) as unknown
        const expected = Object.entries(value).filter(([name]) => asked.includes(name))
        assert.deepEqual(kept, JSON.parse(JSON.stringify(Object.fromEntries(expected))))
      },
    ),
  )
})

test('a name within a text or a nested object is not a property', () => {
  const text = JSON.stringify({ title: '","url":"\\', details: { url: 'inner' }, url: 'own' })
  assert.equal(withProperties(text, new Set(['url'])), '{"url":"own"}')
})

test('slots stay as they are', () => {
  const text = toTextWithSlots({ tags: slot('tags', [7]), venue: slot('venue', [1, 2]), end: 1 })
  assert.equal(withProperties(text, new Set(['venue', 'end'])), '{"venue":\x7f[venue 1 2],"end":1}')
})
