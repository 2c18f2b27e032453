import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numberedSlug, slugify } from './slug.ts'

test('a slug consists of lower-case ASCII words', () => {
  const cases = [
    ['Jazz Night', 'jazz-night'],
    ['Fish & Chips', 'fish-chips'],
    ["L'été à l’Opéra", 'lete-a-lopera'],
    ['Œuvre Straße Łódź', 'oeuvre-strasse-lodz'],
    ['Cafe\u0301', 'cafe'],
    ['Привет', 'privet'],
    ['--a__b--', 'a-b'],
    ['100% caf%C3%A9', '100-caf-c3-a9'],
    ['!?', ''],
    ['', ''],
  ] as const
  for (const [text, slug] of cases) assert.equal(slugify(text), slug)
})

test('a slug is cut without a dash at its end', () => {
  assert.equal(slugify('x'.repeat(300)).length, 200)
  assert.equal(slugify('abc def', 4), 'abc')
})

test('a numbered slug is shortened to fit its number', () => {
  assert.equal(numberedSlug('jazz', 2), 'jazz-2')
  assert.equal(numberedSlug('x'.repeat(200), 12), `${'x'.repeat(197)}-12`)
  assert.equal(numberedSlug('abc-def', 2, 6), 'abc-2')
  assert.equal(numberedSlug('', 2), '2')
})

test('whatever the text, the slug has its shape and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, maximum) => {
      const slug = slugify(text, maximum)

      assert.match(slug, /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      assert.ok(slug.length <= maximum)
      assert.equal(slugify(slug, maximum), slug)
    }),
  )
})
