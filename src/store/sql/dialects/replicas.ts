import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { watchVersion } from './postgres-watch.ts'
import type { Database } from '../schema.ts'

/** Servers that follow the primary and answer readers in its place, as long as they keep up. */

interface Address {
  readonly url: string
  readonly pool: PostgresPool
}

interface Replica {
  readonly db: Kysely<Database>
  /** What it is known to have; nothing while it cannot be reached. */
  version: number
  stop(): Promise<void>
}

/** Milliseconds until a replica is asked again which version it has. */
const [ordinary, behind] = [200, 25]

function watchReplica({ url, pool }: Address, required: () => number | undefined): Replica {
  const isBehind = () => replica.version < (required() ?? 0)
  const watch = watchVersion(url, {
    asking: () => (version) => void (replica.version = version),
    lost: () => void (replica.version = -1),
    interval: () => (isBehind() ? behind : ordinary),
  })
  const replica: Replica = {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    version: -1,
    stop: () => watch.stop(),
  }
  return replica
}

export interface Replicas {
  /** One that has everything required, each in turn; undefined where none has. */
  next(): Kysely<Database> | undefined
  close(): Promise<void>
}

/** They are watched from the first time that one is asked for. */
export function createReplicas(addresses: readonly Address[], required: () => number | undefined): Replicas {
  let replicas: Replica[] | undefined
  let turn = 0
  return {
    next() {
      replicas ??= addresses.map((address) => watchReplica(address, required))
      const version = required()
      if (version === undefined) return undefined
      const fresh = replicas.filter((replica) => replica.version >= version)
      turn += 1
      return fresh[turn % fresh.length]?.db
    },
    async close() {
      await Promise.all((replicas ?? []).flatMap(({ db, stop }) => [stop(), db.destroy()]))
    },
  }
}
