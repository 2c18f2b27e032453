import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionOf } from './libpq.ts'

const server = 'postgres://town@db.example:5432/calends'

const cases: readonly (readonly [string, string])[] = [
  ['sslmode=no-verify', '?sslmode=require'],
  ['ssl=no-verify', '?sslmode=require'],
  ['ssl=true', '?sslmode=require'],
  ['ssl=0', '?sslmode=disable'],
  ['ssl=true&sslmode=verify-full', '?sslmode=verify-full'],
  ['sslmode=verify-ca&sslrootcert=/etc/ca.pem', '?sslmode=verify-ca&sslrootcert=%2Fetc%2Fca.pem'],
  ['uselibpqcompat=true&pgbouncer=true&statement_timeout=5&max=3&connect_timeout=9', '?connect_timeout=9'],
]
for (const [query, expected] of cases)
  test(`${query} in a URL becomes ${expected} for pg_dump`, () => {
    assert.equal(connectionOf(`${server}?${query}`).address, `${server}${expected}`)
  })

test('the password is passed only in the environment', () => {
  for (const url of ['postgres://town:p%40ss@h/d', 'postgres://town@h/d?password=p%40ss'])
    assert.deepEqual(connectionOf(url), {
      address: 'postgres://town@h/d',
      environment: { PGPASSWORD: 'p@ss' },
    })
})
