import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { watchVersion } from './postgres-version-watcher.ts'
import type { Database } from '../schema.ts'

/** Servers that replicate the primary and answer reads in its place, as long as they keep up. */

interface ReplicaAddress {
  readonly url: string
  readonly pool: PostgresPool
}

interface Replica {
  readonly db: Kysely<Database>
  /** The version that it has reached; negative while it is unreachable. */
  version: number
  stop(): Promise<void>
}

/** Milliseconds until a replica is polled again. */
const [pollIntervalMs, catchUpPollIntervalMs] = [200, 25]

function watchReplica({ url, pool }: ReplicaAddress, requiredVersion: () => number | undefined): Replica {
  const isBehind = () => replica.version < (requiredVersion() ?? 0)
  const watch = watchVersion(url, {
    beginPoll: () => (version) => void (replica.version = version),
    onDisconnect: () => void (replica.version = -1),
    interval: () => (isBehind() ? catchUpPollIntervalMs : pollIntervalMs),
  })
  const replica: Replica = {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    version: -1,
    stop: () => watch.stop(),
  }
  return replica
}

interface ReplicaPool {
  /** A replica that has reached the required version, in rotation; undefined if there is none. */
  next(): Kysely<Database> | undefined
  close(): Promise<void>
}

/** Watching starts at the first read, so that commands that never read from replicas open no connections to them. */
export function createReplicaPool(
  addresses: readonly ReplicaAddress[],
  requiredVersion: () => number | undefined,
): ReplicaPool {
  let replicas: Replica[] | undefined
  let nextIndex = 0
  return {
    next() {
      replicas ??= addresses.map((address) => watchReplica(address, requiredVersion))
      const version = requiredVersion()
      if (version === undefined) return undefined
      const fresh = replicas.filter((replica) => replica.version >= version)
      nextIndex += 1
      return fresh[nextIndex % fresh.length]?.db
    },
    async close() {
      await Promise.all((replicas ?? []).flatMap(({ db, stop }) => [stop(), db.destroy()]))
    },
  }
}
