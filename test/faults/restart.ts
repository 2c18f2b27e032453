import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Load } from './load.ts'
import { Nodes } from './nodes.ts'
import { assertUnharmed, seconds } from './outage.ts'
import { Server } from './server.ts'

const limit = { timeout: (seconds + 90) * 1_000 }

test(
  'a node is killed and PostgreSQL crashes: nothing is lost, duplicated or incomplete',
  limit,
  async (t) => {
    const server = await Server.create()
    t.after(() => server.remove())
    const nodes = new Nodes({ DATABASE_URL: server.url() })
    t.after(() => nodes.stop())
    const [doomed] = [await nodes.start(), await nodes.start()]
    const load = new Load(nodes.origins)

    const done = load.run(seconds)
    await pause((seconds / 4) * 1_000)
    doomed!.run.kill('SIGKILL')
    await pause((seconds / 6) * 1_000)
    nodes.forget(doomed!)
    const replaced = nodes.start()
    await pause((seconds / 6) * 1_000)
    const begun = Date.now()
    await server.restartImmediately()
    const ready = Date.now()
    await Promise.all([done, replaced])

    await assertUnharmed(t, load, nodes, { begun, ready })
  },
)
