import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesOf } from './fetch.ts'

test('other work runs between the pieces of a file', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  for await (const piece of piecesOf(Buffer.alloc(1024 * 1024))) {
    assert.equal(piece.length, 64 * 1024)
    const end = performance.now() + 20
    while (performance.now() < end);
  }
  clearInterval(counting)
  assert.ok(turns >= 4, String(turns))
})
