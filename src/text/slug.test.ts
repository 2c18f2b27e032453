import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numberedSlug, slugAsSent, slugify, slugSought } from './slug.ts'

test('a slug of Latin, Greek or Cyrillic text consists of lower-case ASCII words', () => {
  const cases = [
    ['Jazz Night', 'jazz-night'],
    ['Fish & Chips', 'fish-chips'],
    ["L'été à l’Opéra", 'lete-a-lopera'],
    ['Œuvre Straße Łódź', 'oeuvre-strasse-lodz'],
    ['Cafe\u0301', 'cafe'],
    ['Привет', 'privet'],
    ['--a__b--', 'a-b'],
    ['100% caf%C3%A9', '100-caf-c3-a9'],
    ['Объект №5', 'obekt-5'],
    ['Ελλάδα', 'ellada'],
    ['Ａ１ ½ \u{1D400}', 'a1-1-2-a'],
    ['Donau\u00addampf', 'donaudampf'],
    ['!?', ''],
    ['🎉 + €', ''],
    ['', ''],
  ] as const
  for (const [text, slug] of cases) assert.equal(slugify(text), slug)
})

test('letters without an ASCII transliteration are preserved', () => {
  const cases = [
    ['音楽の夜 2027', '音楽の夜-2027'],
    ['コーヒー・タイム', 'コーヒー-タイム'],
    ['서울 Jazz', '서울-jazz'],
    ['مهرجان الموسيقى', 'مهرجان-الموسيقى'],
    ['ירושלים!', 'ירושלים'],
    ['ดนตรี', 'ดนตรี'],
    ['हिन्दी', 'हिन्दी'],
    ['Café 東京', 'cafe-東京'],
  ] as const
  for (const [text, slug] of cases) assert.equal(slugify(text), slug)
})

test('a slug as sent keeps its underscores', () => {
  assert.equal(slugAsSent('My_Event 2'), 'my_event-2')
  assert.equal(slugAsSent('_a__b_'), 'a_b')
  assert.equal(slugAsSent(`${'x'.repeat(199)}_y`), 'x'.repeat(199))
})

test('a slug as sent may be percent-encoded, as WordPress stores it', () => {
  const cases = [
    ['%e9%9f%b3%e6%a5%bd%e3%81%ae%e5%a4%9c-2027', '音楽の夜-2027'],
    ['%E6%9D%B1%E4%BA%AC_caf%C3%A9', '東京_cafe'],
    ['50%-%d9%85', '50-م'],
    ['100%25-%e9%9f-%zz', '100-25-e9-9f-zz'],
    ['a%00b%2Fc', 'a-00b-2fc'],
  ] as const
  for (const [text, slug] of cases) assert.equal(slugAsSent(text), slug)
})

test('a slug is sought in any case and form, and percent-encoded', () => {
  for (const text of ['Caf\u00e9', 'cafe\u0301', 'CAF%C3%89', 'cafe%cc%81'])
    assert.equal(slugSought(text), 'café')
  assert.equal(slugSought('%e9%9f%b3%e6%a5%bd'), '音楽')
  assert.equal(slugSought('%e9%9f'), '%e9%9f')
  assert.equal(slugSought('%00'), '%00')
})

test('a slug is truncated between graphemes', () => {
  assert.equal(slugify('\u{20BB7}'.repeat(150)), '\u{20BB7}'.repeat(100))
  assert.equal(slugify('हिन्दी', 5), 'हि')
})

test('a truncated slug does not end with a dash', () => {
  assert.equal(slugify('x'.repeat(300)).length, 200)
  assert.equal(slugify('abc def', 4), 'abc')
})

test('a numbered slug is shortened to fit its number', () => {
  assert.equal(numberedSlug('jazz', 2), 'jazz-2')
  assert.equal(numberedSlug('x'.repeat(200), 12), `${'x'.repeat(197)}-12`)
  assert.equal(numberedSlug('abc-def', 2, 6), 'abc-2')
  assert.equal(numberedSlug('', 2), '2')
})

test('for any text, the slug is valid and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, maximum) => {
      const slug = slugify(text, maximum)

      assert.match(slug, /^(?:[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*)?$/u)
      assert.equal(slug, slug.toLowerCase())
      assert.ok(slug.length <= maximum)
      assert.equal(slugify(slug, maximum), slug)
    }),
  )
})
