import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeFormulas, unescapeFormulas } from './formulas.ts'

/** Where programs split a row that has commas between its cells: at commas, semicolons or tabs, and at line breaks. */
const cellsOf = (text: string) => text.split(/[;\t\r\n]/)

for (const [text, expected] of [
  ['=1+1', "'=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a\t+1', "a\t'+1"],
  ['first\r\n@last', "first\r\n'@last"],
  ["'=1", "''=1"],
  ['a; b = c, d-e; 1+1', 'a; b = c, d-e; 1+1'],
  ["rock 'n' roll", "rock 'n' roll"],
] as const)
  test(`${JSON.stringify(text)} is written as ${JSON.stringify(expected)}`, () => {
    assert.equal(escapeFormulas(text), expected)
  })

test('no text begins a formula in any program, and every text is the same after it is read again', () => {
  const characters = ['=', '+', '-', '@', '＝', ';', '\t', '\r', '\n', "'", 'a', ' ', '"', ',']
  const texts = (length: number): string[] =>
    length === 0 ? [''] : texts(length - 1).flatMap((text) => characters.map((one) => one + text))
  for (const text of [1, 2, 3, 4, 5].flatMap(texts)) {
    const escaped = escapeFormulas(text)
    if (unescapeFormulas(escaped) !== text) assert.fail(JSON.stringify([text, escaped]))
    if (cellsOf(escaped).some((cell) => /^[=+\-@＝]/.test(cell))) assert.fail(JSON.stringify([text, escaped]))
  }
})
