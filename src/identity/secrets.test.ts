import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  hashWithSameSalt,
  hashSecret,
  hashToken,
  findMatchingHashes,
  newPassword,
  newToken,
  newUuid,
  verifySecret,
  withoutSpaces,
} from './secrets.ts'

test('a secret is hashed by argon2id with 19 MiB of memory', async () => {
  const stored = await hashSecret('open sesame')

  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await verifySecret(stored, 'open sesame'), true)
  assert.equal(await verifySecret(stored, 'open barley'), false)
})

test('the same secret has a different hash each time, unless it reuses the salt of another', async () => {
  const stored = await hashSecret('open sesame')

  assert.notEqual(await hashSecret('open sesame'), stored)
  assert.equal(await hashWithSameSalt(stored, 'open sesame'), stored)
})

test('the matching hashes are found among several, whether they share a salt or not', async () => {
  const first = await hashSecret('one')
  const sibling = await hashWithSameSalt(first, 'two')
  const stranger = await hashSecret('three')

  assert.deepEqual(await findMatchingHashes([first, sibling, stranger], 'two'), [sibling])
  assert.deepEqual(await findMatchingHashes([first, sibling, stranger], 'three'), [stranger])
  assert.deepEqual(await findMatchingHashes([first, sibling, stranger], 'four'), [])
  assert.deepEqual(await findMatchingHashes([], 'one'), [])
})

test('an attempt takes equally long without a hash and with several hashes of one salt', async () => {
  const first = await hashSecret('one')
  const many = await Promise.all(
    ['two', 'three', 'four', 'five'].map((secret) => hashWithSameSalt(first, secret)),
  )
  const time = async (stored: readonly string[]) => {
    const start = performance.now()
    await findMatchingHashes(stored, 'wrong')
    return performance.now() - start
  }

  // The shortest of several attempts each, because on a busy machine any of them may be held up, but none is too short.
  let [none, several] = [Infinity, Infinity]
  const areEqual = () => none > several / 2 && several > none / 2
  for (let round = 0; round < 100 && (round < 12 || !areEqual()); round += 1) {
    none = Math.min(none, await time([]))
    several = Math.min(several, await time(many))
  }

  assert.ok(areEqual(), `${none} ms against ${several} ms`)
})

test('a generated password has 24 letters and digits in groups of four', () => {
  const passwords = Array.from({ length: 200 }, () => newPassword(randomBytes))

  for (const password of passwords) assert.match(password, /^(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/)
  assert.equal(new Set(passwords).size, 200)
  assert.equal(new Set(passwords.join('').replaceAll(' ', '')).size, 62)
})

test('bytes that would bias the distribution are skipped', () => {
  let calls = 0
  const random = (size: number) => Buffer.alloc(size, calls++ === 0 ? 255 : 61)

  assert.equal(newPassword(random), '9999 9999 9999 9999 9999 9999')
})

test('spaces of any kind and the normalization form of accents are ignored', () => {
  assert.equal(withoutSpaces(' abcd EFGH\u00a012\t34 '), 'abcdEFGH1234')
  assert.equal(withoutSpaces('cafe\u0301'), 'caf\u00e9')
})

test('a token is a prefix and 32 bytes, and is stored as its SHA-256', () => {
  const token = newToken(() => Buffer.alloc(32, 0xff))

  assert.equal(token, `cal_${'_'.repeat(42)}8`)
  assert.match(hashToken(token), /^[0-9a-f]{64}$/)
})

test('an ID is a UUID of version 4', () => {
  assert.equal(
    newUuid(() => Buffer.alloc(16, 0xff)),
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  )
  assert.equal(
    newUuid(() => Buffer.alloc(16, 0)),
    '00000000-0000-4000-8000-000000000000',
  )
})
