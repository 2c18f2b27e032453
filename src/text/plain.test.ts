import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainLines, plainText } from './plain.ts'

const reads = (cases: readonly (readonly [given: string, text: string])[]) => {
  for (const [given, text] of cases) assert.equal(plainText(given), text)
}

test('text that only looks like HTML is unchanged', () =>
  reads([
    ['5 < 6', '5 < 6'],
    ['a<b', 'a<b'],
    ["if a<b, don't", "if a<b, don't"],
    ['I <3 you & <b>me</b>', 'I <3 you & me'],
    ['Fish & Chips', 'Fish & Chips'],
    ['AT&T', 'AT&T'],
    ['?a=1&copy=2', '?a=1&copy=2'],
    ['5 > 4', '5 > 4'],
  ]))

test('HTML is reduced to its text, and block elements separate words', () =>
  reads([
    ['<b>Bold</b> move', 'Bold move'],
    ['<b>Bo</b>ld', 'Bold'],
    ['<p>a</p><p>b</p>', 'a b'],
    ['a<br>b', 'a b'],
    ['<ul><li>a<li>b</ul>c', 'a b c'],
    ['<a title="a<b">Foo</a>', 'Foo'],
    ['a <!-- <b>x</b> --> b', 'a  b'],
    ['<p>unclosed', 'unclosed'],
  ]))

test('invisible content is removed with its element', () =>
  reads([
    ['<script>alert("a<b")</script>Talk', 'Talk'],
    ['<style>p{}</style>Talk', 'Talk'],
    ['<svg onload="x"><title>y</title></svg>Talk', 'Talk'],
    ['Talk<script>alert(1)', 'Talk'],
  ]))

test('entities are decoded', () =>
  reads([
    ['Jazz &amp; Blues', 'Jazz & Blues'],
    ['&lt;b&gt; and &#39;q&#x27; &eacute;', "<b> and 'q' é"],
    ['20&nbsp;h', '20\u00a0h'],
  ]))

test('spaces are trimmed, line breaks become one space, control characters are removed', () =>
  reads([
    ['  a  b\u00a0 c ', 'a  b\u00a0 c'],
    ['  a \r\n\t b\u2028c ', 'a b c'],
    ['a\u0000b\u0007', 'ab'],
    [' \n ', ''],
  ]))

test('a letter keeps its lines, and one empty line between paragraphs', () => {
  assert.equal(
    plainLines(' Dear Vera \r\n\r\n\n\t1. the <b>hall</b>\u20282. the price\n'),
    'Dear Vera\n\n1. the hall\n2. the price',
  )
})

test('letters are composed', () => assert.equal(plainText('Cafe\u0301 e&#x301;'), 'Café é'))

test('reading text without tags and entities again changes nothing', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'É', ' ', '<', '3', '&', "'", '"', '=', ';', '\n', 'e\u0301'),
  })
  fc.assert(
    fc.property(text, (given) => {
      assert.equal(plainText(plainText(given)), plainText(given))
    }),
  )
})

test('extremely deeply nested HTML is read quickly', { timeout: 5000 }, () =>
  assert.equal(plainText(`${'<b>'.repeat(100_000)}deep${'</i>'.repeat(100_000)}`), 'deep'),
)
