import assert from 'node:assert/strict'
import { setImmediate as nextPhase } from 'node:timers/promises'
import { test } from 'node:test'
import { groupBy } from './group-by.ts'
import { yieldIfDue } from './yielding.ts'

function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('of many that have yielded in one turn, those go on in the next that do not make it long', async () => {
  const turns: number[] = []
  let [turn, hasEnded] = [0, false]
  const count = async () => {
    for (; !hasEnded; turn += 1) await nextPhase()
  }
  const step = async () => {
    await yieldIfDue()
    turns.push(turn)
    work(4)
  }
  await yieldIfDue()
  work(20)
  const counting = count()
  await Promise.all(Array.from({ length: 40 }, step))
  hasEnded = true
  await counting

  const inEach = [...groupBy(turns, (one) => one).values()].map(({ length }) => length)
  assert.equal(turns.length, 40)
  assert.ok(Math.max(...inEach) <= 6, inEach.join())
})
