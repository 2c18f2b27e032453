import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contentOf, fill, freeSlot, linkSlots, slot, slotFor, toTextWithSlots } from './json-template.ts'

const links = {
  rest: 'http://a.example/cal/events/v1',
  site: 'http://a.example',
  media: 'http://a.example/media',
  host: 'a.example',
  hasTextAuthors: false,
}

const filled = (value: unknown, parts: Readonly<Record<string, string>> = {}): unknown =>
  JSON.parse(
    fill(toTextWithSlots(value), { ...links, free: 'Gratuit' }, (text) =>
      contentOf(text, (part, ids) => parts[`${part} ${ids.join(' ')}`]),
    ),
  )

describe('JSON with slots', () => {
  test('links get the base URLs of the mount', () => {
    assert.deepEqual(
      filled({ a: `${linkSlots.rest}/events/1`, b: [`${linkSlots.site}/`, `${linkSlots.media}/2`] }),
      {
        a: 'http://a.example/cal/events/v1/events/1',
        b: ['http://a.example/', 'http://a.example/media/2'],
      },
    )
  })

  test('the word for a cost of zero is that of the reader', () =>
    assert.deepEqual(filled({ cost: `${freeSlot} – 10` }), { cost: 'Gratuit – 10' }))

  test('parts are inserted as JSON, and empty properties are omitted', () => {
    const value = {
      ...slotFor('image', 'venue', [3]),
      venue: slot('venue', [1, 2]),
      ...slotFor('tags', 'tags', [7]),
      end: 1,
    }
    assert.deepEqual(filled(value, { 'venue 1 2': '{"id":1}', 'tags 7': '[7]' }), {
      venue: { id: 1 },
      tags: [7],
      end: 1,
    })
  })

  test('a missing part is null', () =>
    assert.deepEqual(filled({ venue: slot('venue', []), end: 1 }), { venue: null, end: 1 }))

  for (const text of [
    '\\u0000r',
    '\\\\u0000[venue 1]',
    '\\\\\\u0000{image venue 1}',
    '\x7fr and \x7f[venue 1]',
    '"\\u0000[venue 1]"',
    'ends with \\',
  ])
    test(`user content is never a slot: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(filled({ text, [text]: text, end: 1 }), { text, [text]: text, end: 1 }))
})
