import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpProblem } from './errors.ts'
import { Gate } from './gate.ts'

/** Work that lasts until it is ended. */
function lasting() {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  let hasBegun = false
  const work = () => {
    hasBegun = true
    return ended
  }
  return { work, end, hasBegun: () => hasBegun }
}

test('one task runs at a time, a few wait, and the others are refused', async () => {
  const gate = new Gate(1)
  const [first, second, patient] = [lasting(), lasting(), lasting()]
  const passing = [gate.pass(first.work), gate.pass(second.work)]

  await assert.rejects(
    gate.pass(lasting().work),
    (error: HttpProblem) => error.headers['retry-after'] === '5',
  )
  passing.push(gate.passPatiently(patient.work))
  assert.deepEqual([first.hasBegun(), second.hasBegun(), patient.hasBegun()], [true, false, false])

  for (const { end } of [first, second, patient]) end()
  await Promise.all(passing)
  assert.deepEqual([second.hasBegun(), patient.hasBegun()], [true, true])
})

test('a failing task lets the next one run', async () => {
  const gate = new Gate(1)
  await assert.rejects(
    gate.pass(() => Promise.reject(new Error('failed'))),
    /failed/,
  )
  assert.equal(await gate.pass(() => Promise.resolve(1)), 1)
})
