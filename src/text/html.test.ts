import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { runAtOnce } from '../yielding.ts'
import { cleaning, htmlToText, showsAnything } from './html.ts'
import { visibleText } from './plain.ts'

const cleanHtml = (value: string) => runAtOnce(cleaning(value))

const cleans = (cases: readonly (readonly [given: string, html: string])[]) => {
  for (const [given, html] of cases) assert.equal(cleanHtml(given), html)
}

test('markup used to describe events is unchanged', () => {
  const unchanged = [
    '<p>Rich <b>text</b> &amp; more</p>\n<p>Second</p>',
    '<p>All <b>jazz</b></p>',
    '<h2 lang="fr" dir="ltr">Été</h2><ol start="3"><li>a</li></ol><hr />',
    '<p><a href="https://example.org/?a=1&amp;b=2" title="Site">site</a> <a href="mailto:a@example.org">mail</a></p>',
    '<p><a href="tel:+41123">call</a> <a href="/tickets">tickets</a></p>',
    '<figure><img src="https://example.org/a.png" alt="" width="10" loading="lazy" /></figure>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<dl><dt>a</dt><dd>b</dd></dl><blockquote cite="https://example.org/">q</blockquote>',
    '<details open><summary>a</summary><pre>b\n\nc</pre></details>',
    '<p><abbr title="World">W</abbr> <time datetime="2027-01-10">10th</time> H<sub>2</sub>O<br />x</p>',
  ]
  cleans(unchanged.map((html) => [html, html]))
})

test('scripts, handlers, styles, classes and IDs are removed', () =>
  cleans([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="x()" style="color:red" class="c" id="i">a</p>', '<p>a</p>'],
    ['<svg onload=alert(1)><p>x</p></svg>y', '<p>y</p>'],
    ['<iframe src="https://example.org"></iframe>a', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<p><a>a</a></p>'],
    ['<a href="&#x6a;ava\tscript:alert(1)">a</a>', '<p><a>a</a></p>'],
    ['<a href="data:text/html,x">a</a>', '<p><a>a</a></p>'],
    ['<img src=x onerror=alert(1)>a', '<p>a</p>'],
    ['<img src="javascript:alert(1)">a', '<p>a</p>'],
    ['<unknown>a</unknown>', '<p>a</p>'],
  ]))

test('a link to a new window gets rel=noopener; unknown targets and rels are removed', () =>
  cleans([
    [
      '<a href="https://example.org/" target="_blank" rel="nofollow opener">a</a>',
      '<p><a href="https://example.org/" target="_blank" rel="nofollow noopener noreferrer">a</a></p>',
    ],
    ['<a href="/" target="top" rel="me">a</a>', '<p><a href="/">a</a></p>'],
  ]))

test('page-level elements become div', () =>
  cleans([['<section>a</section><nav>b</nav><strike>c</strike>', '<div>a</div><div>b</div><s>c</s>']]))

test('blank lines separate paragraphs, single line breaks become br', () =>
  cleans([
    ['First\n\nSecond', '<p>First</p>\n<p>Second</p>'],
    ['First\r\n \r\n\r\nSecond\r\nthird', '<p>First</p>\n<p>Second<br />third</p>'],
    ['a<br>\nb\n\nc', '<p>a<br />b</p>\n<p>c</p>'],
    ['<b>First\n\nSecond</b> x', '<p><b>First</b></p>\n<p>Second x</p>'],
    ['A', '<p>A</p>'],
    ['  one\ntwo ', '<p>one<br />two</p>'],
    ['a <b>b\n c</b>', '<p>a <b>b<br />c</b></p>'],
    ['<b> \n\n </b>', ''],
    ['<img src="/a.png" alt="a">\n\n', '<p><img src="/a.png" alt="a" /></p>'],
  ]))

test('no paragraphs are added if there are block elements', () =>
  cleans([
    ['<p>a</p>\n\nb', '<p>a</p>\n\nb'],
    [' \n\n ', ''],
  ]))

test('text that only looks like HTML is text', () =>
  cleans([
    ['5 < 6 & AT&T ?a=1&copy=2', '<p>5 &lt; 6 &amp; AT&amp;T ?a=1&amp;copy=2</p>'],
    ['<p>if a<b</p>', '<p>if a&lt;b</p>'],
    ['&lt;script&gt;', '<p>&lt;script&gt;</p>'],
    ['<p>a <a title="b', '<p>a &lt;a title="b</p>'],
    ['<![CDATA[a]]><!-- b -->c<!-->d', '<p>cd</p>'],
  ]))

/** Fragments of attacks, and of markup that occurs by accident. */
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
    '<td>',
    '<table>',
    '</table>',
    '<pre>',
    '<tr>',
  ],
  ...[
    '<script>',
    '</script>',
    '<svg>',
    '</svg>',
    '<svg/onload=alert(1)>',
    '<math>',
    '</math>',
    '<mtext>',
    '<mglyph>',
  ],
  ...['<annotation-xml encoding="text/html">', '<foreignObject>', '<desc>', '<style>', '</style>', '<title>'],
  ...[
    '</title>',
    '<textarea>',
    '</textarea>',
    '<noscript>',
    '</noscript>',
    '<template>',
    '</template>',
    '<xmp>',
  ],
  ...[
    '</xmp>',
    '<plaintext>',
    '<noembed>',
    '<noframes>',
    '<iframe srcdoc="',
    '<select>',
    '<option>',
    '<form action="',
  ],
  ...[
    '<input name=attributes>',
    '<base href="',
    '<meta http-equiv=refresh content="',
    '<object data="',
    '<embed src="',
  ],
  ...[
    '<link rel=stylesheet href="',
    '<body onload=alert(1)>',
    '<details open ontoggle=alert(1)>',
    '<section>',
    '<a title="',
  ],
  ...[
    '<a href="java&#115;cript:alert(1)">',
    "<a href='java\tscript&colon;alert(1)'>",
    '<a href=" &#1;javascript:alert(1)">',
  ],
  ...[
    '<a href="//example.org">',
    '<a href="vbscript:x">',
    '<a href="data:text/html,x">',
    '<img src=x onerror=alert(1)>',
  ],
  ...[
    '<img src="',
    '<img src=`',
    ' onerror="alert(1)',
    '<b style="x:expression(alert(1))" class=c id=i>',
    '<!--',
    '-->',
  ],
  ...[
    '--!>',
    '<!-->',
    '<![CDATA[',
    ']]>',
    '<?xml ',
    '<!DOCTYPE ',
    '<',
    '>',
    '</',
    '/>',
    '&',
    ';',
    '&amp;',
    '&lt;',
    '&gt;',
  ],
  ...[
    '&amp;lt;',
    '&quot;',
    '&apos;',
    '&nbsp;',
    '&#1;',
    '&#13;',
    '&#0;',
    '&#x338;',
    '&#x3C;',
    '&lt',
    '&notit;',
    '\u0338',
  ],
  ...[
    '\u0301',
    '\u0085',
    '\u2028',
    '"',
    "'",
    '`',
    '=',
    '="',
    "='",
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '\t',
    'e',
    'word',
    '/',
    'script',
  ],
]

const markup = fc.array(fc.constantFrom(...fragments), { maxLength: 25 }).map((parts) => parts.join(''))

test('HTML shows something if text or an image remains of it', () => {
  const shown = ['a', '<p>a</p>', '&amp;', '<img src="https://example.org/a.png">', '<script>a</script>b']
  const empty = ['', ' ', '<HTML><BODY></BODY></HTML>', '<p>&nbsp;<br></p>', '<style>p {}</style>', '<img>']
  for (const html of shown) assert.equal(showsAnything(html), true, html)
  for (const html of empty) assert.equal(showsAnything(html), false, html)
})

test('sanitizing is idempotent', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const cleaned = cleanHtml(html)

      assert.equal(cleanHtml(cleaned), cleaned)
      assert.equal(cleaned.normalize('NFC'), cleaned)
    }),
    { seed: 1, numRuns: 5_000 },
  )
})

type Node = DefaultTreeAdapterTypes.Node

const elementsOf = (node: Node): DefaultTreeAdapterTypes.Element[] => [
  ...('tagName' in node ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsOf) : []),
]

const harmlessTags = (
  'a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
  'h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table ' +
  'tbody td tfoot th thead time tr u ul var wbr'
).split(' ')

const harmlessAttributes = (
  'abbr alt cite colspan datetime dir height href hreflang lang loading open rel reversed rowspan scope span src ' +
  'start target title type value width'
).split(' ')

const schemes = ['http:', 'https:', 'mailto:', 'tel:']

function assertHarmless(fragment: Node) {
  for (const { tagName, namespaceURI, attrs } of elementsOf(fragment)) {
    assert.equal(namespaceURI, html.NS.HTML)
    assert.ok(harmlessTags.includes(tagName), tagName)
    for (const { name, value } of attrs) {
      assert.ok(harmlessAttributes.includes(name), name)
      if (['href', 'src', 'cite'].includes(name) && URL.canParse(value, 'https://example.org/'))
        assert.ok(schemes.includes(new URL(value, 'https://example.org/').protocol), value)
    }
  }
}

test('browsers find nothing dangerous in sanitized HTML, in any context', () => {
  fc.assert(
    fc.property(markup, (attack) => {
      const cleaned = cleanHtml(attack)

      for (const scriptingEnabled of [true, false])
        for (const [before, after] of [
          ['', ''],
          ['<div>', '</div>'],
          ['<table><tr><td>', '</td></tr></table>'],
        ] as const)
          assertHarmless(parseFragment(before + cleaned + after, { scriptingEnabled }))
    }),
    { seed: 1, numRuns: 5_000 },
  )
})

test('browsers display text as it was sent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '/', '!', '-', ' ') }),
      (text) => {
        const [paragraph] = elementsOf(
          parseFragment(cleanHtml(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))),
        )
        const [shown] = paragraph?.childNodes ?? []

        assert.equal(shown !== undefined && 'value' in shown ? shown.value : '', text.trim())
      },
    ),
  )
})

const timeOf = (run: () => void) => {
  const before = process.cpuUsage().user
  run()
  return process.cpuUsage().user - before
}

test('sanitizing takes linear time', () => {
  const units = [
    'a\n',
    'a\n\n',
    '‹',
    '<',
    '<a',
    '&',
    '<b>',
    '</b>',
    '<br>',
    '<a b>',
    '<a b="',
    `<a b='"`,
    '<!--',
    '<!x',
    '<svg>',
  ]
  for (const unit of [
    ...units,
    '</svg>',
    '<script',
    '= ',
    '<a =',
    '<b>\n\n',
    ' ',
    '\n',
    '\u0301\u0316',
    '&#x338;',
  ]) {
    const [short, long] = [50_000, 200_000].map((length) => unit.repeat(Math.ceil(length / unit.length)))
    const [quick, slow] = [short, long].map((html) => timeOf(() => cleanHtml(html!)))

    assert.ok(slow! < 12 * quick! + 200_000, `${JSON.stringify(unit)}: ${quick} µs, then ${slow} µs`)
  }
})

test('text that does not start an element is parsed in steps too', () => {
  const steps = [...cleaning('<a'.repeat(1_000))].length

  assert.ok(steps >= 1_000, `${steps} steps`)
})

test('extremely deeply nested HTML is sanitized quickly', { timeout: 5000 }, () =>
  assert.equal(cleanHtml(`${'<b>'.repeat(100_000)}deep${'</i>'.repeat(100_000)}`), '<p>deep</p>'),
)

test('the text of HTML is its visible text', () =>
  assert.equal(
    htmlToText('<p>Rich <b>te</b>xt</p>\n<p>Fish &amp; Chips<br />x</p>'),
    'Rich text Fish & Chips x',
  ))

test('the fast path for sanitized HTML yields the same text as the full parser', () => {
  const unit = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<br>',
      '<hr>',
      '<li>',
      '<article>',
      '<div>',
      '</div>',
      '<svg>',
      '<script>',
    ],
    ...['a', 'p', ' ', '\n', '&', '&amp;', '&lt;', 'amp;', '<', '>', '"', '\u0301', '\u0338'],
    ...['<a href="x>y" title=\'<\'>', '<img src="/a>b" alt="&gt;>">'],
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
      const clean = cleanHtml(units.join(''))

      assert.equal(htmlToText(clean), visibleText(clean).replace(/\s+/g, ' ').trim())
    }),
  )
})
