import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asHtml, html, toPieces, toText } from './html.ts'

test('content is escaped unless it is HTML', () => {
  const content = html`<p title="${'"'}">${'<b>'}${html`<b>${1}</b>`}${asHtml('&nbsp;')}${undefined}${false}${['&', html`<i></i>`]}</p>`

  assert.equal(toText(content), '<p title="&quot;">&lt;b&gt;<b>1</b>&nbsp;&amp;<i></i></p>')
})

test('long HTML is in pieces, in order', () => {
  const line = (index: number) => `<li>${index} ${'x'.repeat(1_000)}</li>`
  const lists = [0, 1, 2].map((list) => {
    const items = Array.from(
      { length: 50 },
      (_, index) => html`<li>${100 * list + index} ${'x'.repeat(1_000)}</li>`,
    )
    return html`<ul>${items}</ul>`
  })
  const page = html`<h1>Title</h1>${lists.slice(0, 2)}<hr>${lists[2]}<p>End</p>`

  const lines = (list: number) => Array.from({ length: 50 }, (_, index) => line(100 * list + index)).join('')
  const expected = `<h1>Title</h1><ul>${lines(0)}</ul><ul>${lines(1)}</ul><hr><ul>${lines(2)}</ul><p>End</p>`
  const pieces = toPieces(page)
  assert.equal(pieces.join(''), expected)
  assert.equal(toText(page), expected)
  assert.ok(
    pieces.length >= 6 && pieces.every(({ length }) => length < 20_000),
    `${pieces.map(({ length }) => length)}`,
  )
})
