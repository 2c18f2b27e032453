import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createLimits,
  rateLimitHeaders,
  type LimitPeers,
  type LimitUpdate,
  type Limits,
} from './rate-limit.ts'

function startLimits(options: { enabled?: boolean; maximumKeys?: number } = {}) {
  const clock = { milliseconds: 1_000_000 }
  const limits = createLimits({ now: () => clock.milliseconds, enabled: true, ...options })
  const pass = (seconds: number) => void (clock.milliseconds += seconds * 1000)
  const ask = (times: number, key: string, signedIn = false) =>
    Array.from({ length: times }, () => limits.request(key, signedIn)).at(-1)!
  return { limits, pass, ask }
}

test('an anonymous client may send 2,000 requests at once and then 200 per second', () => {
  const { pass, ask } = startLimits()

  assert.deepEqual(ask(2000, 'a'), {
    allowed: true,
    limit: 2000,
    remaining: 0,
    retryAfter: 1,
    resetAfter: 10,
  })
  assert.equal(ask(1, 'a').allowed, false)
  assert.equal(ask(1, 'b').allowed, true)
  pass(1)
  assert.equal(ask(200, 'a').allowed, true)
  assert.equal(ask(1, 'a').allowed, false)
  pass(3600)
  assert.equal(ask(1, 'a').remaining, 1999)
})

test('a client may search 200 times at once and then 20 times per second, which does not affect its other requests', () => {
  const { limits, pass, ask } = startLimits()
  const search = (times: number, address: string) =>
    Array.from({ length: times }, () => limits.search(address)).at(-1)!.allowed

  assert.equal(search(200, '1.2.3.4'), true)
  assert.equal(search(1, '1.2.3.4'), false)
  assert.equal(search(1, '5.6.7.8'), true)
  assert.equal(ask(1, '1.2.3.4').allowed, true)
  pass(1)
  assert.equal(search(20, '1.2.3.4'), true)
  assert.equal(search(1, '1.2.3.4'), false)
})

test('an account may send 5,000 requests at once and then 500 per second', () => {
  const { pass, ask } = startLimits()

  assert.equal(ask(5000, 'a', true).allowed, true)
  assert.equal(ask(1, 'a', true).allowed, false)
  assert.equal(ask(1, 'a').allowed, true)
  pass(1)
  assert.equal(ask(500, 'a', true).allowed, true)
  assert.equal(ask(1, 'a', true).allowed, false)
})

test('a clock that is set back neither adds nor removes tokens', () => {
  const { pass, ask } = startLimits()
  ask(2000, 'a')

  pass(-60)

  assert.equal(ask(1, 'a').allowed, false)
})

test('failures that were counted while the clock was ahead are over when it is right again', () => {
  const { limits, pass } = startLimits()
  const day = 86_400
  pass(day)
  for (let time = 0; time < 20; time++) limits.credentials.recordFailure('1.2.3.4')
  assert.equal(limits.credentials.isBlocked('1.2.3.4'), true)

  pass(-day)

  assert.equal(limits.credentials.isBlocked('1.2.3.4'), false)
})

test('all IPv6 addresses of one subscriber count as one', () => {
  const { ask } = startLimits()
  ask(2000, '2001:db8:0:7::1')

  assert.equal(ask(1, '2001:db8:0:7:ffff::2').allowed, false)
  assert.equal(ask(1, '2001:0DB8::7:1:2:3:4').allowed, false)
  assert.equal(ask(1, '2001:db8:0:8::1').allowed, true)
})

test('the least recently seen keys are evicted when there are too many', () => {
  const { ask } = startLimits({ maximumKeys: 10 })
  ask(2001, 'busy')
  ask(2001, 'idle')

  for (let client = 0; client < 8; client++) ask(2, `client ${client}`)
  ask(1, 'busy')
  ask(1, 'another')

  assert.equal(ask(1, 'busy').allowed, false)
  assert.equal(ask(1, 'idle').allowed, true)
})

test('twenty wrong passwords in a minute block the address, and nobody else', () => {
  const { limits, pass } = startLimits()
  const { credentials } = limits
  for (let time = 0; time < 20; time++) {
    assert.equal(credentials.isBlocked('1.2.3.4'), false)
    credentials.recordFailure('1.2.3.4')
    pass(1)
  }

  assert.equal(credentials.isBlocked('1.2.3.4'), true)
  assert.equal(credentials.isBlocked('5.6.7.8'), false)
  assert.equal(credentials.retryAfter('1.2.3.4'), 40)
  assert.equal(credentials.retryAfter('5.6.7.8'), 1)
  pass(40)
  assert.equal(credentials.isBlocked('1.2.3.4'), false)
  credentials.recordFailure('1.2.3.4')
  assert.equal(credentials.isBlocked('1.2.3.4'), true)
})

test('twenty wrong passwords in a minute block an event, for everybody', () => {
  const { limits, pass } = startLimits()
  for (let time = 0; time < 20; time++) limits.eventPassword.recordFailure('one')

  assert.equal(limits.eventPassword.isBlocked('one'), true)
  assert.equal(limits.eventPassword.isBlocked('other'), false)
  assert.equal(limits.eventPassword.retryAfter('one'), 60)
  pass(60)
  assert.equal(limits.eventPassword.isBlocked('one'), false)
})

test('when disabled, there are no limits and no headers', () => {
  const { limits, ask } = startLimits({ enabled: false })
  for (let time = 0; time < 30; time++) limits.credentials.recordFailure('1.2.3.4')

  assert.equal(limits.credentials.isBlocked('1.2.3.4'), false)
  assert.equal(ask(3000, 'a').allowed, true)
  assert.deepEqual(rateLimitHeaders(ask(1, 'a')), {})
})

test('the headers contain the remaining requests and when to retry', () => {
  const { ask } = startLimits()

  assert.deepEqual(rateLimitHeaders(ask(1, 'a')), {
    'ratelimit-limit': '2000',
    'ratelimit-remaining': '1999',
    'ratelimit-reset': '1',
  })
  assert.equal(ask(2000, 'a').retryAfter, 1)
})

/** Two processes that exchange updates. */
function twoThatShare(now: () => number) {
  const listeners: ((update: LimitUpdate) => void)[] = []
  const colleagues = (self: number): LimitPeers => ({
    broadcast: (update) => listeners[1 - self]!(update),
    subscribe: (listener) => void (listeners[self] = listener),
  })
  return [0, 1].map((self) => createLimits({ now, enabled: true, peers: colleagues(self) })) as [
    Limits,
    Limits,
  ]
}

test('processes that share their limits allow no more than one would', async () => {
  let now = 0
  const [one, other] = twoThatShare(() => now)
  for (let nth = 0; nth < 2_000; nth += 1) one.request('192.0.2.1', false)
  assert.equal(other.request('192.0.2.1', false).allowed, true, 'it has not heard of them yet')
  await new Promise((resolve) => setTimeout(resolve, 250))

  assert.deepEqual(
    [one, other].map((limits) => limits.request('192.0.2.1', false).allowed),
    [false, false],
  )
  now += 1_000
  const allowed = (limits: Limits) =>
    Array.from({ length: 250 }, () => limits.request('192.0.2.1', false)).filter((verdict) => verdict.allowed)
  assert.equal(allowed(one).length, 199, 'what was taken too much is a debt')
  await new Promise((resolve) => setTimeout(resolve, 250))
  assert.equal(allowed(other).length, 0)
})

test('a password that is wrong in one process is wrong in all', () => {
  const [one, other] = twoThatShare(() => 0)
  for (let nth = 0; nth < 20; nth += 1) [one, other][nth % 2]!.credentials.recordFailure('192.0.2.1')
  for (let nth = 0; nth < 20; nth += 1) one.eventPassword.recordFailure('one')

  assert.deepEqual(
    [one, other].map((limits) => limits.credentials.isBlocked('192.0.2.1')),
    [true, true],
  )
  assert.equal(other.eventPassword.isBlocked('one'), true)
})
