import { setImmediate as nextPhase } from 'node:timers/promises'

/** Cooperative scheduling: one thread serves all requests, so long work yields to the event loop at intervals. */

/** Milliseconds after which work yields. */
const maxTurnMs = 10

/**
 * Start of the current turn of the event loop. All work of a turn counts, because other requests wait for all of it.
 */
let turnStart: number | undefined

/** Whether the current turn of the event loop has lasted long enough to yield. */
export function isYieldDue(): boolean {
  if (turnStart !== undefined) return performance.now() - turnStart > maxTurnMs
  turnStart = performance.now()
  setImmediate(() => (turnStart = undefined))
  return false
}

/** When the first of those that have yielded went on in the current turn. */
let resumed: number | undefined

/** Whether others that have yielded have already gone on for long enough in this turn. */
function isTurnOfOthers(): boolean {
  if (resumed !== undefined) return performance.now() - resumed > maxTurnMs
  resumed = performance.now()
  // Comes before all that yield again, so that the first of them goes on in the next turn.
  setImmediate(() => (resumed = undefined))
  return false
}

/** Hundreds may have yielded in the same turn. If all of them went on in the next one, it would last for seconds. */
async function nextTurn(): Promise<void> {
  do await nextPhase()
  while (isTurnOfOthers())
}

/** Yields to the event loop if the current turn has lasted too long. */
export const yieldIfDue = async (): Promise<void> => {
  if (isYieldDue()) await nextTurn()
}

/** Number of steps after which the time is checked. */
const stepsPerCheck = 128

/** Runs all steps and yields to the event loop at intervals and at the end. */
export async function runYielding<T>(steps: Generator<void, T>): Promise<T> {
  for (let taken = 1; ; taken += 1) {
    const step = steps.next()
    if (step.done || taken % stepsPerCheck === 0) await yieldIfDue()
    if (step.done) return step.value
  }
}

/** Runs all steps without yielding, for short work. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
