import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './turns.ts'

test('one writes at a time, in the order in which they asked', () => {
  const granted: string[] = []
  const turns = new Turns<string>((writer) => granted.push(writer))
  for (const writer of ['a', 'b', 'a']) turns.take(writer)
  assert.deepEqual(granted, ['a'])

  turns.give('b')
  assert.deepEqual(granted, ['a'], 'whose turn it is not has none to give')
  turns.give('a')
  turns.give('b')
  assert.deepEqual(granted, ['a', 'b', 'a'])
})

test('those who are gone let the next one write', () => {
  const granted: string[] = []
  const turns = new Turns<string>((writer) => granted.push(writer))
  for (const writer of ['a', 'b', 'a', 'c']) turns.take(writer)

  turns.forget('a')
  turns.give('b')

  assert.deepEqual(granted, ['a', 'b', 'c'])
})
