import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembering, rememberingClocks } from './remembering.ts'

const day = 86_400

test('an answer is found once, also when it is nothing', () => {
  const asked: string[] = []
  const find = remembering((key: string) => (asked.push(key), undefined))

  assert.deepEqual([find('a'), find('a'), find('b')], [undefined, undefined, undefined])
  assert.deepEqual(asked, ['a', 'b'])
})

test('beyond its limit a cache starts again', () => {
  const asked: number[] = []
  const find = remembering((key: number) => (asked.push(key), key), 2)

  for (const key of [1, 2, 1, 3, 1]) find(key)

  assert.deepEqual(asked, [1, 2, 3, 1])
})

test('the second of a change is found, and asked for once', () => {
  let count = 0
  const change = 5 * day + 12_345
  const find = rememberingClocks((instant) => {
    count++
    return instant < change ? 'CET' : 'CEST'
  })

  const shown = [change - 3 * day, change - 1, change, change + 3 * day].map((at) => find(at, 'Europe/Paris'))
  assert.deepEqual(shown, ['CET', 'CET', 'CEST', 'CEST'])
  const asked = count
  assert.deepEqual([find(change - 2, 'Europe/Paris'), find(change + 1, 'Europe/Paris')], ['CET', 'CEST'])
  assert.equal(count, asked)
})

test('all zones share one limit', () => {
  const asked = new Set<string>()
  const find = rememberingClocks((_, zone) => (asked.add(zone), zone), 2)
  const isAskedAgain = (zone: string) => {
    asked.clear()
    find(0, zone)
    return asked.has(zone)
  }

  for (const zone of ['a', 'b']) find(0, zone)
  assert.equal(isAskedAgain('a'), false)
  find(0, 'c')
  assert.equal(isAskedAgain('c'), false)
  assert.equal(isAskedAgain('a'), true)
})
