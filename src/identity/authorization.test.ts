import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthorization } from './authorization.ts'

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`

test('Basic gives name and password; only the first colon divides them', () => {
  assert.deepEqual(readAuthorization(basic('ann:a:b c')), { username: 'ann', password: 'a:b c' })
})

test('Basic is UTF-8', () => {
  assert.deepEqual(readAuthorization(basic('ann:pässwörd €')), { username: 'ann', password: 'pässwörd €' })
})

test('Bearer gives the token', () => {
  assert.deepEqual(readAuthorization('Bearer cal_a-b_C'), { token: 'cal_a-b_C' })
})

test('the scheme may be in any case', () => {
  assert.deepEqual(readAuthorization('bEARER cal_x'), { token: 'cal_x' })
  assert.deepEqual(readAuthorization(basic('ann:x').replace('Basic', 'BASIC')), {
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
  test(`${what} is malformed`, () => assert.equal(readAuthorization(header), undefined))
