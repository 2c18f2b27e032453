import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLines } from './file.ts'

const valueOf = (text: string): string | undefined => readLines(`NAME=${text}`)[0]?.value

/** The text after `NAME=` and the value that systemd reads. */
const values: Readonly<Record<string, string>> = {
  'Town Hall': 'Town Hall',
  '  Town  Hall \t': 'Town  Hall',
  '': '',
  '"Town Hall"': 'Town Hall',
  "'Town Hall'": 'Town Hall',
  '" kept "  ': ' kept ',
  '""': '',
  '"it\'s"': "it's",
  '\'say "hi"\'': 'say "hi"',
  'it\'s "here"': 'it\'s "here"',
  'O"Brien"': 'O"Brien"',
  '\'one\' "two"three': 'onetwothree',
  'pass # word': 'pass # word',
  '# word': '# word',
  'a;b': 'a;b',
  '$HOME and `date`': '$HOME and `date`',
  'a=b': 'a=b',
  'C:\\\\data': 'C:\\data',
  '\\"quoted\\"': '"quoted"',
  'a\\nb': 'anb',
  'kept\\ ': 'kept ',
  '"a \\"b\\" \\\\ \\$c \\`d\\`"': 'a "b" \\ $c `d`',
  '"a\\nb \\t"': 'a\\nb \\t',
  "'a \\ b \\n'": 'a \\ b \\n',
  'one\\\n  two': 'one  two',
  '"one\\\ntwo"': 'onetwo',
  '"one\ntwo"': 'one\ntwo',
  "'one\\\ntwo'": 'one\\\ntwo',
  'ends \\': 'ends ',
  'pässwörd “ü”': 'pässwörd “ü”',
}

for (const [text, value] of Object.entries(values))
  test(`NAME=${JSON.stringify(text)} is ${JSON.stringify(value)}`, () => assert.equal(valueOf(text), value))

test('blank lines and comments are skipped, even before the first name and after the last value', () => {
  const text = '\uFEFF# our town\n\n  ; another\n \t\nA=1 \r\n# A=2 \\\nB = 2\n\n#'

  assert.deepEqual(
    readLines(text).map(({ number, name, value }) => [number, name, value]),
    [
      [5, 'A', '1'],
      [7, 'B', '2'],
    ],
  )
})

test('lines have their numbers, also after values that span several lines', () => {
  const text = 'A="1\n2"\nB=3\\\n4\nhello\n=5\nexport C=6'

  assert.deepEqual(
    readLines(text).map(({ number, name }) => [number, name]),
    [
      [1, 'A'],
      [3, 'B'],
      [5, undefined],
      [6, ''],
      [7, 'export C'],
    ],
  )
})

test('an unclosed quote extends to the end of the file', () => {
  for (const open of ['"Town', "'Town", '"Town\\"', '"ok" "Town'])
    assert.deepEqual(
      readLines(`A=1\nB=${open}\nC=2`).map(({ number, isUnclosed }) => [number, isUnclosed]),
      [
        [1, false],
        [2, true],
      ],
    )
})

test('very long lines are parsed quickly', () => {
  for (const unit of ['\\', "'", '"', ' ', '\\ ', '""', 'a '])
    assert.ok(readLines(`A="${unit.repeat(200_000)}`).length > 0)
})
