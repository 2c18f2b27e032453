import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanHtml, htmlToText } from './html.ts'

const cleans = (cases: readonly (readonly [given: string, html: string])[]) => {
  for (const [given, html] of cases) assert.equal(cleanHtml(given), html)
}

test('what describes an event stays as it is', () => {
  const kept = [
    '<p>Rich <b>text</b> &amp; more</p>\n<p>Second</p>',
    'All <b>jazz</b>',
    '<h2 lang="fr" dir="ltr">Été</h2><ol start="3"><li>a</li></ol><hr />',
    '<a href="https://example.org/?a=1&amp;b=2" title="Site">site</a> <a href="mailto:a@example.org">mail</a>',
    '<a href="tel:+41123">call</a> <a href="/tickets">tickets</a>',
    '<figure><img src="https://example.org/a.png" alt="" width="10" loading="lazy" /></figure>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<dl><dt>a</dt><dd>b</dd></dl><blockquote cite="https://example.org/">q</blockquote>',
    '<details open><summary>a</summary><pre>b\n\nc</pre></details>',
    '<abbr title="World">W</abbr> <time datetime="2027-01-10">10th</time> H<sub>2</sub>O<br />x',
  ]
  cleans(kept.map((html) => [html, html]))
})

test('scripts, handlers, styles and names of the page go', () =>
  cleans([
    ['a<script>alert(1)</script>b', 'ab'],
    ['<p onclick="x()" style="color:red" class="c" id="i">a</p>', '<p>a</p>'],
    ['<svg onload=alert(1)><p>x</p></svg>y', 'y'],
    ['<iframe src="https://example.org"></iframe>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="&#x6a;ava\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<img src="javascript:alert(1)">a', 'a'],
    ['<unknown>a</unknown>', 'a'],
  ]))

test('a link to a new window gets rel=noopener; unknown targets and rels are removed', () =>
  cleans([
    [
      '<a href="https://example.org/" target="_blank" rel="nofollow opener">a</a>',
      '<a href="https://example.org/" target="_blank" rel="nofollow noopener noreferrer">a</a>',
    ],
    ['<a href="/" target="top" rel="me">a</a>', '<a href="/">a</a>'],
  ]))

test('parts of a page become divisions', () =>
  cleans([['<section>a</section><nav>b</nav><strike>c</strike>', '<div>a</div><div>b</div><s>c</s>']]))

test('blank lines make paragraphs, single ones breaks', () =>
  cleans([
    ['First\n\nSecond', '<p>First</p>\n<p>Second</p>'],
    ['First\r\n \r\n\r\nSecond\r\nthird', '<p>First</p>\n<p>Second<br />third</p>'],
    ['a<br>\nb\n\nc', '<p>a<br />b</p>\n<p>c</p>'],
    ['<b>First\n\nSecond</b> x', '<p><b>First</b></p>\n<p>Second x</p>'],
  ]))

test('without blank lines, or with block elements, no paragraphs are added', () =>
  cleans([
    ['  one\ntwo ', 'one\ntwo'],
    ['<p>a</p>\n\nb', '<p>a</p>\n\nb'],
    [' \n\n ', ''],
  ]))

test('what only looks like HTML is text', () =>
  cleans([
    ['5 < 6 & AT&T ?a=1&copy=2', '5 &lt; 6 &amp; AT&amp;T ?a=1&amp;copy=2'],
    ['<p>if a<b</p>', '<p>if a&lt;b</p>'],
    ['&lt;script&gt;', '&lt;script&gt;'],
  ]))

const fragments = [
  ...[
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<b>',
    '</b>',
    '<a href="/x?a=1&b=2" target=_blank>',
    '</a>',
    '<li>',
    '<ul>',
  ],
  ...[
    '</ul>',
    '<br>',
    '</br>',
    '<img src="/a.png" alt="a\n\nb">',
    '<img src=x>',
    '<td>',
    '<table>',
    '</table>',
    '<pre>',
  ],
  ...[
    '<script>',
    '</script>',
    '<svg>',
    '</svg>',
    '<textarea>',
    '</textarea>',
    '<title>',
    '</title>',
    '<!--',
    '-->',
  ],
  ...[
    '<',
    '>',
    '&',
    ';',
    '&amp;',
    '&lt;',
    '&gt;',
    '&amp;lt;',
    '&nbsp;',
    '&#1;',
    '&#x338;',
    '\u0338',
    '\u0301',
    '"',
  ],
  ...[
    "'",
    '=',
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    'e',
    'word',
    '/',
    '<section>',
    '<details open=open>',
    '</',
    '<a title="',
  ],
]

const markup = fc.array(fc.constantFrom(...fragments), { maxLength: 25 }).map((parts) => parts.join(''))

test('cleaning is idempotent', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const cleaned = cleanHtml(html)

      assert.equal(cleanHtml(cleaned), cleaned)
      assert.equal(cleaned.normalize('NFC'), cleaned)
    }),
    { numRuns: 500 },
  )
})

test('no tag outside the list survives', () => {
  fc.assert(
    fc.property(markup, (html) => {
      assert.doesNotMatch(cleanHtml(html), /<(?!\/?(?:p|div|b|a|li|ul|br|img|td|table|pre|details)[ >])/)
    }),
  )
})

test('HTML nested beyond reason is cleaned all the same, and soon', { timeout: 5000 }, () =>
  assert.equal(cleanHtml(`${'<b>'.repeat(100_000)}deep${'</i>'.repeat(100_000)}`), 'deep'),
)

test('the text of HTML is its visible text', () =>
  assert.equal(
    htmlToText('<p>Rich <b>te</b>xt</p>\n<p>Fish &amp; Chips<br />x</p>'),
    'Rich text Fish & Chips x',
  ))
