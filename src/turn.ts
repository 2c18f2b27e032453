import { setImmediate as nextTurn } from 'node:timers/promises'

/** One thread serves everybody, so long work is divided, and others have their turn in between. */

/** Milliseconds after which work has to make way for others. */
const longTurn = 10

/** When work was first seen in this turn of the event loop; all work of a turn counts, because others wait for all of it. */
let began: number | undefined

/** Whether others have waited for long. */
export function isTurnLong(): boolean {
  if (began !== undefined) return performance.now() - began > longTurn
  began = performance.now()
  setImmediate(() => (began = undefined))
  return false
}

/** Lets others have their turn if they have waited for long. */
export const shareTurn = async (): Promise<void> => {
  if (isTurnLong()) await nextTurn()
}

/** So many steps are short enough for nobody to look at the clock. */
const stepsAtOnce = 128

/** Takes all steps, and lets others have their turn in between and at the end. */
export async function takeTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (let taken = 1; ; taken += 1) {
    const step = steps.next()
    if (step.done || taken % stepsAtOnce === 0) await shareTurn()
    if (step.done) return step.value
  }
}

/** Takes all steps at once, for what is short. */
export function takeAll<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
