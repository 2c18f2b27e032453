import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Load } from './load.ts'
import type { Nodes } from './nodes.ts'

/** Duration of the load; CI uses the default of one minute. */
export const seconds = Number(process.env.FAULT_SECONDS ?? 60)

const soon = 5_000

const gapAfter = (times: readonly number[], at: number) => (times.find((time) => time >= at) ?? Infinity) - at

/** Asserts everything that must hold after a fault, and reports the figures. */
export async function assertUnharmed(
  t: TestContext,
  load: Load,
  nodes: Nodes,
  back: { readonly begun: number; readonly ready: number },
): Promise<void> {
  const { figures, successes } = load
  assert.deepEqual(nodes.errors(), [])
  assert.deepEqual({ wrong: figures.wrong, stale: figures.stale }, { wrong: [], stale: [] })
  const { lost, duplicates, halfMade, found } = await load.verify(nodes.origins()[0]!)
  const readsBack = gapAfter(successes.read, back.ready)
  const writesBack = gapAfter(successes.write, back.ready)
  t.diagnostic(`the database was out of reach for ${back.ready - back.begun} ms`)
  t.diagnostic(`then reads were answered after ${readsBack} ms, writes after ${writesBack} ms`)
  t.diagnostic(
    `${figures.acknowledged} writes acknowledged, ${figures.retries} sent again, ${figures.givenUp} given up`,
  )
  t.diagnostic(`${figures.reads} reads checked, ${figures.stale.length} stale, ${found} events in the end`)
  t.diagnostic(`answers: ${JSON.stringify(figures.statuses)}`)
  assert.deepEqual({ lost, duplicates, halfMade }, { lost: [], duplicates: [], halfMade: [] })
  assert.deepEqual({ wrong: figures.wrong, stale: figures.stale }, { wrong: [], stale: [] })
  assert.equal(figures.givenUp, 0)
  assert.ok(readsBack < soon && writesBack < soon, 'answers have to come back within five seconds')
}
