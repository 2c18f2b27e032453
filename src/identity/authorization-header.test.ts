import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAuthorization } from './authorization-header.ts'

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`

test('Basic contains name and password, separated by the first colon', () => {
  assert.deepEqual(parseAuthorization(basic('ann:a:b c')), { username: 'ann', password: 'a:b c' })
})

test('Basic is UTF-8', () => {
  assert.deepEqual(parseAuthorization(basic('ann:pässwörd €')), { username: 'ann', password: 'pässwörd €' })
})

test('Bearer contains the token', () => {
  assert.deepEqual(parseAuthorization('Bearer cal_a-b_C'), { token: 'cal_a-b_C' })
})

test('the scheme may be in any case', () => {
  assert.deepEqual(parseAuthorization('bEARER cal_x'), { token: 'cal_x' })
  assert.deepEqual(parseAuthorization(basic('ann:x').replace('Basic', 'BASIC')), {
    username: 'ann',
    password: 'x',
  })
})

for (const [what, header] of Object.entries({
  'an empty header': '',
  'a scheme alone': 'Basic',
  'another scheme': 'Digest username="ann"',
  'a property of objects as scheme': 'constructor x',
  'no base64': 'Basic a*b',
  'no UTF-8': basic(Buffer.from([0x61, 0x3a, 0xff])),
  'no colon': basic('ann'),
  'no name': basic(':secret'),
  'a control character in the name': basic('a\0n:secret'),
  'no password': basic('ann:'),
  'a blank password': basic('ann: '),
  'a token with blanks': 'Bearer a b',
}))
  test(`${what} is malformed`, () => assert.equal(parseAuthorization(header), undefined))
