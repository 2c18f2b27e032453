import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { memoryBudgets } from './memory-budgets.ts'

const mebibyte = 2 ** 20

const responses = (number: number) =>
  Array.from({ length: number }, () => new ServerResponse(new IncomingMessage(new Socket())))

test('responses count from the size on that a connection does not take at once', () => {
  for (const [bytes, allowed] of [
    [mebibyte, 128],
    [128 * 1024, 1024],
    [64 * 1024, 2048],
    [64 * 1024 - 1, 3000],
  ] as const) {
    const { holdResponse } = memoryBudgets(mebibyte)
    const held = responses(3000).filter((response) => holdResponse(response, bytes))
    assert.equal(held.length, allowed, `${bytes} bytes`)
  }
})

test('a response that is closed makes room for another one', () => {
  const { holdResponse } = memoryBudgets(mebibyte)
  const [first, second] = responses(2)
  assert.ok(holdResponse(first!, 100 * mebibyte))
  assert.ok(!holdResponse(second!, 100 * mebibyte))

  first!.emit('close')

  assert.ok(holdResponse(second!, 100 * mebibyte))
})
