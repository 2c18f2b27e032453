import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDay } from '../web/admin/parts/spoken.ts'
import { linkAddress } from '../web/admin/rooms/form/rich/link-address.ts'
import { wordsChanged } from '../web/admin/parts/words-changed.ts'

/** What the administration reads without the service: days and links that people write, and what changed between two texts. */

describe('a day in a filter', () => {
  const today = '2026-11-21'

  for (const [text, day] of [
    ['9.12.2026', '2026-12-09'],
    ['9. 12. 2026', '2026-12-09'],
    ['9.12.', '2026-12-09'],
    ['9/12/2026', '2026-12-09'],
    ['2026-12-09', '2026-12-09'],
    ['29.2.2028', '2028-02-29'],
  ] as const)
    test(`may be written as ${text}`, () => assert.equal(readDay(text, today, 'en'), day))

  for (const text of ['', '30.2.2027', '9.13.2026', 'soon', '2026'])
    test(`is not ${text === '' ? 'nothing' : text}`, () =>
      assert.equal(readDay(text, today, 'en'), undefined))
})

describe('the address of a link', () => {
  for (const [text, address] of [
    ['', ''],
    ['example.org', 'https://example.org'],
    ['www.example.org/@town', 'https://www.example.org/@town'],
    ['HTTPS://Example.org/', 'HTTPS://Example.org/'],
    ['//example.org/', 'https://example.org/'],
    ['/tickets', '/tickets'],
    ['mail@example.org', 'mailto:mail@example.org'],
    ['tel:+41123', 'tel:+41123'],
  ] as const)
    test(`may be written as “${text}”`, () => assert.equal(linkAddress(text), address))
})

describe('the difference of two texts', () => {
  const shown = (before: string, after: string) =>
    wordsChanged(before, after)
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'left out' ? `[-${text}-]` : `[+${text}+]`))
      .join('')

  for (const [before, after, difference] of [
    ['the old hall', 'the new hall', 'the [-old -][+new +]hall'],
    ['', 'a hall', '[+a hall+]'],
    ['a hall', '', '[-a hall-]'],
    ['a hall', 'a hall', 'a hall'],
    ['one two three', 'one three', 'one [-two -]three'],
    ['one three', 'one two three', 'one [+two +]three'],
  ] as const)
    test(`of “${before}” and “${after}”`, () => assert.equal(shown(before, after), difference))

  test('of very long ones is all of both, because finding it takes too long', () => {
    const [before, after] = ['a '.repeat(5000), 'b '.repeat(5000)]
    assert.equal(shown(before, after), `[-${before}-][+${after}+]`)
  })
})
