import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findJsonError, maximumDepth } from './json-error.ts'

const places: [text: string, place: number][] = [
  ['', 0],
  ['{', 1],
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ['{"a": tru}', 6],
  ["{'a': 1}", 1],
  ['{"a": 01}', 7],
  ['{"a": "x\ny"}', 8],
  ['{"a": "\\x"}', 7],
  ['{"a": [1, 2}', 11],
  ['{"a": 1} b', 9],
  ['{"a": NaN}', 6],
]

for (const [text, place] of places)
  test(`the fault in ${JSON.stringify(text)} is at ${place}`, () => assert.equal(findJsonError(text), place))

test('it finds an error exactly where JSON.parse does', () => {
  const valid = fc.json({ maxDepth: 5 })
  const broken = fc
    .tuple(valid, fc.nat(), fc.constantFrom('', '"', '}', ']', ',', ':', '1', '\\', 'e', ' ', '\u0001'))
    .map(([text, place, character]) => {
      const cut = place % (text.length + 1)
      return text.slice(0, cut) + character + text.slice(cut + 1)
    })

  fc.assert(fc.property(broken, (text) => (findJsonError(text) === undefined) === isJson(text)))
})

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('nesting that is too deep is an error at the first bracket beyond the limit', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  assert.equal(findJsonError(nested(maximumDepth)), undefined)
  assert.equal(findJsonError(nested(maximumDepth + 1)), maximumDepth)
  assert.equal(findJsonError('['.repeat(2_000_000)), maximumDepth)
})
