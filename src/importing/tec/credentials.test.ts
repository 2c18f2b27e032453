import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialsFor } from './credentials.ts'

const sentTo = (given: string, redirected: string, url: string) =>
  credentialsFor('editor:abcd', new URL(given), new URL(redirected)).areSentTo(new URL(url))

const [plain, secure] = ['http://town.example/', 'https://town.example/'] as const

test('credentials are sent to the origin that was given, and to where it redirects', () => {
  assert.ok(sentTo(secure, secure, 'https://town.example/wp-json/tribe/events/v1/'))
  assert.ok(sentTo(secure, 'https://www.town.example/', 'https://www.town.example/wp-json/'))
  assert.ok(sentTo(plain, secure, 'https://town.example/wp-json/'))
  assert.ok(sentTo(plain, plain, 'https://town.example/wp-json/'))
})

test('credentials are sent to no other origin, nor without encryption', () => {
  for (const other of [
    'http://town.example/wp-json/',
    'https://town.example:8443/wp-json/',
    'https://fr.town.example/wp-json/',
    'https://town.example.evil.example/wp-json/',
  ])
    assert.equal(sentTo(secure, secure, other), false, other)
  assert.equal(sentTo(secure, plain, 'http://town.example/wp-json/'), false)
  assert.equal(sentTo(secure, 'http://www.town.example/', 'http://www.town.example/'), false)
})

test('without credentials none are sent or missed', () => {
  const none = credentialsFor(undefined, new URL(secure), new URL(secure))
  assert.deepEqual(none.headersFor(new URL(secure)), {})
  assert.equal(none.areKeptFrom(new URL(plain)), false)
})
