import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadWords } from '../web/admin/locales/index.ts'
import { readDay } from '../web/admin/parts/spoken.ts'
import { outcomeText, type Import } from '../web/admin/rooms/imports/import.ts'
import { wordsChanged } from '../web/admin/rooms/history/words-changed.ts'

/** What the administration reads without the service: days that people write, what changed between two texts, and what an import did. */

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

describe('what an import did', () => {
  const tally = (create: number, change = 0, skip = 0, fail = 0) => ({ create, change, skip, fail })
  const counts = { events: tally(12, 1, 0, 2), venues: tally(3), tags: tally(1) }
  const done = { status: 'draft', would: tally(16, 1, 0, 2), counts } as unknown as Import

  for (const [language, sentences] of [
    ['en', '1 tag, 3 venues created. 12 events created as drafts. 1 event changed. 2 lines not imported.'],
    [
      'fr',
      'Création : 1 mot-clé, 3 lieux. Création à l’état de brouillon : 12 événements. Modification : 1 événement. 2 lignes non importées.',
    ],
    [
      'de',
      '1 Schlagwort, 3 Orte angelegt. 12 Veranstaltungen als Entwürfe angelegt. 1 Veranstaltung geändert. 2 Zeilen nicht importiert.',
    ],
  ] as const)
    test(`is said by kind, in ${language}`, async () =>
      assert.equal(outcomeText(await loadWords(language), done).replaceAll('\u202f', ' '), sentences))
})
