import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { composed, decomposed } from './normalization.ts'

/** A mark above and one below, which normalization has to reorder. */
const marks = '\u0301\u0316'

test('text is normalized according to Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(composed(text), text.normalize('NFC'))
      assert.equal(decomposed(text), text.normalize('NFKD'))
    }),
  )
})

test('runs of more than 30 marks are divided, and normalizing again changes nothing', () => {
  const unit = fc.constantFrom('e', '\u0301', '\u0316', '\u0344', '\uFF9E', '\u{1D165}', '\u034F')
  fc.assert(
    fc.property(fc.array(unit, { minLength: 30, maxLength: 120 }), (units) => {
      for (const normalized of [composed, decomposed]) {
        const text = normalized(units.join(''))

        assert.equal(normalized(text), text)
        assert.doesNotMatch(text, /[^\P{M}\u034F]{31}/u)
      }
    }),
    { seed: 1 },
  )
})

test('a million marks are normalized quickly', { timeout: 10_000 }, () => {
  for (const text of [marks.repeat(500_000), '\uFF9E\u0301'.repeat(500_000)])
    for (const normalized of [composed, decomposed]) assert.ok(normalized(text).length >= text.length)
})
