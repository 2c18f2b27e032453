import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Load } from './load.ts'
import { Nodes } from './nodes.ts'
import { assertUnharmed, seconds } from './outage.ts'
import { Server, Switch } from './server.ts'

const limit = { timeout: (seconds + 90) * 1_000 }

test('the primary fails and its synchronous replica takes over: nothing is lost', limit, async (t) => {
  const primary = await Server.create()
  t.after(() => primary.remove())
  const standby = await primary.createStandby('standby')
  t.after(() => standby.remove())
  await primary.ask(`alter system set synchronous_standby_names = 'standby'`)
  await primary.ask('select pg_reload_conf()')
  const address = new Switch(primary.port)
  t.after(() => address.close())
  const nodes = new Nodes({ DATABASE_URL: primary.url(await address.listen()) })
  t.after(() => nodes.stop())
  await nodes.start()
  await nodes.start()
  const load = new Load(nodes.origins)

  const done = load.run(seconds)
  await pause((seconds / 2) * 1_000)
  const [replication] = await primary.ask('select sync_state from pg_stat_replication')
  t.diagnostic(`the replica was ${String(replication?.sync_state)}`)
  const begun = Date.now()
  await primary.stopImmediately()
  await standby.promote()
  address.to(standby.port)
  const ready = Date.now()
  await done

  await assertUnharmed(t, load, nodes, { begun, ready })
})
