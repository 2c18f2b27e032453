import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { memoryBudgets } from './memory-budgets.ts'

const mebibyte = 2 ** 20

const options = { maxBody: mebibyte, maxUpload: mebibyte, trustProxy: false }

/** An exchange with a user, so that it has a share of its own. */
function exchangeOf(id: number) {
  const request = new IncomingMessage(new Socket())
  const caller = { id, username: `user${id}`, role: 'editor' } as const
  return { request, response: new ServerResponse(request), caller }
}

const exchanges = (number: number) => Array.from({ length: number }, (_, id) => exchangeOf(id))

test('responses count from the size on that a connection does not take at once', () => {
  for (const [bytes, allowed] of [
    [mebibyte, 128],
    [128 * 1024, 1024],
    [64 * 1024, 2048],
    [64 * 1024 - 1, 3000],
  ] as const) {
    const { holdResponse } = memoryBudgets(options)
    const held = exchanges(3000).filter((exchange) => holdResponse(exchange, bytes))
    assert.equal(held.length, allowed, `${bytes} bytes`)
  }
})

test('a response that is closed makes room for another one', () => {
  const { holdResponse } = memoryBudgets(options)
  const [first, second] = exchanges(2)
  assert.ok(holdResponse(first!, 90 * mebibyte))
  assert.ok(!holdResponse(second!, 90 * mebibyte))

  first!.response.emit('close')

  assert.ok(holdResponse(second!, 90 * mebibyte))
})

test('a client leaves room for others, and a body of 16 KiB has room even then', () => {
  const { holdBody, holdResponse } = memoryBudgets(options)
  const one = () => exchangeOf(1)
  while (holdBody(one(), mebibyte));
  while (holdResponse(one(), mebibyte));

  assert.ok(holdBody(one(), 16 * 1024))
  assert.ok(holdBody(exchangeOf(2), 32 * mebibyte))
  assert.ok(holdResponse(exchangeOf(2), 32 * mebibyte))
})

test('a body that grows counts once, until it is refused', () => {
  const { holdBody } = memoryBudgets(options)
  const [growing, other] = [exchangeOf(1), exchangeOf(1)]
  for (let size = mebibyte; size <= 20 * mebibyte; size += mebibyte) assert.ok(holdBody(growing, size))
  assert.ok(!holdBody(other, 20 * mebibyte))

  assert.ok(!holdBody(growing, 33 * mebibyte))

  assert.ok(holdBody(other, 20 * mebibyte))
})
