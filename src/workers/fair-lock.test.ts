import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairLock } from './fair-lock.ts'

test('one holder at a time, in request order', () => {
  const granted: string[] = []
  const lock = new FairLock<string>((writer) => granted.push(writer))
  for (const writer of ['a', 'b', 'a']) lock.acquire(writer)
  assert.deepEqual(granted, ['a'])

  lock.release('b')
  assert.deepEqual(granted, ['a'], 'only the holder can release')
  lock.release('a')
  lock.release('b')
  assert.deepEqual(granted, ['a', 'b', 'a'])
})

test('removing a waiter releases its lock', () => {
  const granted: string[] = []
  const lock = new FairLock<string>((writer) => granted.push(writer))
  for (const writer of ['a', 'b', 'a', 'c']) lock.acquire(writer)

  lock.removeWaiter('a')
  lock.release('b')

  assert.deepEqual(granted, ['a', 'b', 'c'])
})
