import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize, memoizeByClock } from './memoize.ts'

const day = 86_400

test('a result is computed once, even if it is undefined', () => {
  const calls: string[] = []
  const find = memoize((key: string) => (calls.push(key), undefined))

  assert.deepEqual([find('a'), find('a'), find('b')], [undefined, undefined, undefined])
  assert.deepEqual(calls, ['a', 'b'])
})

test('a cache is emptied when it exceeds its limit', () => {
  const calls: number[] = []
  const find = memoize((key: number) => (calls.push(key), key), 2)

  for (const key of [1, 2, 1, 3, 1]) find(key)

  assert.deepEqual(calls, [1, 2, 3, 1])
})

test('the exact second of a change is found, and computed once', () => {
  let count = 0
  const change = 5 * day + 12_345
  const find = memoizeByClock((instant) => {
    count++
    return instant < change ? 'CET' : 'CEST'
  })

  const shown = [change - 3 * day, change - 1, change, change + 3 * day].map((at) => find(at, 'Europe/Paris'))
  assert.deepEqual(shown, ['CET', 'CET', 'CEST', 'CEST'])
  const calls = count
  assert.deepEqual([find(change - 2, 'Europe/Paris'), find(change + 1, 'Europe/Paris')], ['CET', 'CEST'])
  assert.equal(count, calls)
})

test('all zones share one limit', () => {
  const calls = new Set<string>()
  const find = memoizeByClock((_, zone) => (calls.add(zone), zone), 2)
  const isAskedAgain = (zone: string) => {
    calls.clear()
    find(0, zone)
    return calls.has(zone)
  }

  for (const zone of ['a', 'b']) find(0, zone)
  assert.equal(isAskedAgain('a'), false)
  find(0, 'c')
  assert.equal(isAskedAgain('c'), false)
  assert.equal(isAskedAgain('a'), true)
})
