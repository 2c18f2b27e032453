import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DEFAULT_MIGRATION_TABLE, sql } from 'kysely'
import { renewLineage } from '../lineage.ts'
import { assertNotNewer, closingAfterwards, copyJournal, DatabaseError, openDatabase } from '../open.ts'
import { assertAbsent, writeAtomically } from './files.ts'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import { connectionOf } from './libpq.ts'

/** Backups of a PostgreSQL database, made with its own programs. */

/** The messages are parsed, so they must be in English. */
const inEnglish = { LC_ALL: 'C' }

function failureOf(program: string, errors: string): DatabaseError {
  const [, server, own] = /server version: (\S+).*; \w+ version: (\S+)/.exec(errors) ?? []
  if (server !== undefined)
    return new DatabaseError(
      `${program} ${own} is older than the server, ${server}; install the client programs of that version of PostgreSQL.`,
    )
  if (errors.includes('unsupported version'))
    return new DatabaseError(
      `${program} is older than the backup; install the client programs of the version of PostgreSQL that made it.`,
    )
  const [first = 'no reason was given'] = errors.split('\n').filter((line) => line.trim() !== '')
  return new DatabaseError(`${program} failed: ${first.replace(/^\w+: (?:error: )?/, '')}`)
}

/** Runs a program and returns its standard output. */
function run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...inEnglish, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.on('error', () =>
      reject(
        new DatabaseError(
          `${program} cannot be started; install the client programs of PostgreSQL (postgresql-client).`,
        ),
      ),
    )
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(failureOf(program, errors))))
  })
}

export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  assertAbsent(file)
  const { address, environment } = connectionOf(databaseUrl)
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--dbname=${address}`]
  await writeAtomically(file, async (temporaryFile) => {
    await run('pg_dump', [...args, `--file=${temporaryFile}`], environment)
    await assertBackup(temporaryFile, 'database')
  })
}

/** The table of contents is at the beginning of a backup, so the rest is read as well. */
async function assertBackup(file: string, what: 'backup' | 'database'): Promise<void> {
  const contents = await run('pg_restore', ['--list', file])
  const holds = (table: string) => new RegExp(`TABLE DATA \\S+ ${table} `).test(contents)
  if (!holds(DEFAULT_MIGRATION_TABLE)) throw new DatabaseError(`The ${what} is not a Calends database.`)
  if (holds(copyJournal))
    throw new DatabaseError(`The ${what} contains an unfinished copy and cannot be restored.`)
  try {
    await run('pg_restore', ['--file=/dev/null', file])
  } catch (error) {
    throw new DatabaseError(`The backup is damaged or cut off: ${(error as Error).message}`, { cause: error })
  }
}

/** Migration names are the first column of the table's rows in the backup. */
async function migrationsIn(file: string): Promise<string[]> {
  const table = `--table=${DEFAULT_MIGRATION_TABLE}`
  const script = await run('pg_restore', ['--data-only', table, '--file=-', file])
  return [...script.matchAll(/^(\S+)\t/gm)].map(([, name]) => name!)
}

async function assertTarget(target: OpenDatabase, migrations: readonly string[]): Promise<void> {
  await assertNotNewer(target, migrations)
  const { rows } = await sql`select 1 from pg_tables where schemaname = current_schema() limit 1`.execute(
    target.db,
  )
  if (rows.length > 0)
    throw new DatabaseError(
      'The database is not empty; create another one with createdb, and name it in DATABASE_URL.',
    )
}

/** Restores into an empty database, completely or not at all. */
export async function restorePostgres(file: string, databaseUrl: string): Promise<void> {
  if (!existsSync(file)) throw new DatabaseError(`The backup file ${file} does not exist.`)
  await assertBackup(file, 'backup')
  const migrations = await migrationsIn(file)
  await closingAfterwards(openDatabase(databaseUrl), (target) => assertTarget(target, migrations))
  const { address, environment } = connectionOf(databaseUrl)
  const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await run('pg_restore', [...args, `--dbname=${address}`, file], environment)
  await closingAfterwards(openDatabase(databaseUrl), async ({ db, dialect }) => {
    await renewLineage(db)
    await dialect.updateStatistics(db)
  })
}
