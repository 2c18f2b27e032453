import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityTag, matchesETag, codedETag } from './validators.ts'

test('a tag is strong, short, and changes with the body and each part of the context', () => {
  const tags = [
    entityTag('a'),
    entityTag('b'),
    entityTag('a', 'fr'),
    entityTag('a', 'f', 'r'),
    entityTag('a', 'fr', ''),
  ]

  assert.equal(new Set(tags).size, tags.length)
  for (const tag of tags) assert.match(tag, /^"[\w-]{22}"$/)
  assert.equal(entityTag(Buffer.from('é'), 'fr'), entityTag('é', 'fr'))
})

const cases: [header: string | undefined, tag: string, weakly: boolean, strongly: boolean][] = [
  [undefined, '"a"', false, false],
  ['"a"', '"a"', true, true],
  ['"b"', '"a"', false, false],
  ['"b", "a"', '"a"', true, true],
  ['"b","a"', '"a"', true, true],
  ['*', '"a"', true, true],
  ['W/"a"', '"a"', true, false],
  ['"a"', 'W/"a"', true, false],
  ['W/"a"', 'W/"a"', true, false],
  ['"x, \\"', '"a"', false, false],
  ['"x,y"', '"x,y"', true, true],
  ['a', '"a"', false, false],
  ['', '"a"', false, false],
  ['"a-br"', '"a"', true, true],
  ['W/"a-gzip"', '"a"', true, false],
  ['"a-zstd"', '"a"', true, true],
  ['"a-br"', '"a-br"', true, true],
  ['"a-other"', '"a"', false, false],
]

for (const [header, tag, weakly, strongly] of cases)
  test(`${header} names ${tag}: compared weakly ${weakly}, strongly ${strongly}`, () => {
    assert.equal(matchesETag(header, tag, true), weakly)
    assert.equal(matchesETag(header, tag, false), strongly)
  })

test('each content coding has its own tag', () => {
  assert.equal(codedETag('"a"', 'br'), '"a-br"')
  assert.equal(codedETag('W/"a"', 'br'), 'W/"a"')
})
