import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DEFAULT_MIGRATION_TABLE, sql } from 'kysely'
import { renewLineage } from '../lineage.ts'
import {
  assertNotNewer,
  assertUnicode,
  closingAfterwards,
  copyJournal,
  DatabaseError,
  openDatabase,
} from '../open.ts'
import { assertAbsent, cleaningUp, writeAtomically } from './files.ts'
import { requireKind } from './kind.ts'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import { ownSchema } from '../sql/dialects/postgres.ts'
import { connectionOf } from './libpq.ts'

/** Backups of a PostgreSQL database, made with its own programs. */

type Program = ChildProcessByStdio<null, Readable, Readable>

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

/** Runs a program and returns its standard output. A signal that ends us also ends the program. */
function run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...inEnglish, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return cleaningUp(
    () => child.kill(),
    () => outputOf(program, child),
  )
}

function outputOf(program: string, child: Program): Promise<string> {
  return new Promise((resolve, reject) => {
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

interface OtherSchema {
  readonly name: string
  readonly holdsExtension: boolean
}

/** The schema of the extension is needed, but not the tables of others in it. */
const schemasBeside = (own: string) => sql<OtherSchema>`select nspname as name,
  exists (select 1 from pg_extension where extname = 'pg_trgm' and extnamespace = pg_namespace.oid) as "holdsExtension"
  from pg_namespace
  where nspname <> ${own} and nspname <> 'information_schema' and nspname not like 'pg\\_%'`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Leaves out what other programs keep in other schemas of the database, which we may not even be allowed to read. With
 * `--schema`, pg_dump would leave out the extension too.
 */
const exclusions = (databaseUrl: string): Promise<string[]> =>
  closingAfterwards(openDatabase(databaseUrl), async ({ db, dialect }) => {
    try {
      const { rows } = await schemasBeside(await ownSchema(db)).execute(db)
      return rows.map(({ name, holdsExtension }) =>
        holdsExtension ? `--exclude-table=${quoted(name)}.*` : `--exclude-schema=${quoted(name)}`,
      )
    } catch (error) {
      // Why there is no connection, pg_dump says itself.
      if (dialect.isUnavailable(error)) return []
      throw error
    }
  })

export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  assertAbsent(file)
  const { address, environment } = connectionOf(databaseUrl)
  const others = await exclusions(databaseUrl)
  const args = ['--format=custom', '--no-owner', '--no-privileges', ...others, `--dbname=${address}`]
  await writeAtomically(file, async (temporaryFile) => {
    await run('pg_dump', [...args, `--file=${temporaryFile}`], environment)
    await assertBackup(temporaryFile, 'database')
  })
}

/** The table of contents is at the beginning of a backup, so the rest is read as well. Returns this table. */
async function assertBackup(file: string, what: 'backup' | 'database'): Promise<string> {
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
  return contents
}

/** The schema that the backed-up tables are in, and are restored to. */
const schemaIn = (contents: string): string =>
  new RegExp(`TABLE DATA (.+) ${DEFAULT_MIGRATION_TABLE} `).exec(contents)![1]!

/** Migration names are the first column of the table's rows in the backup. */
async function migrationsIn(file: string): Promise<string[]> {
  const table = `--table=${DEFAULT_MIGRATION_TABLE}`
  const script = await run('pg_restore', ['--data-only', table, '--file=-', file])
  return [...script.matchAll(/^(\S+)\t/gm)].map(([, name]) => name!)
}

interface Target {
  readonly schemas: readonly string[]
  readonly hasTables: boolean
}

async function assertTarget(
  target: OpenDatabase,
  migrations: readonly string[],
  schema: string,
): Promise<Target> {
  await assertNotNewer(target, migrations)
  await assertUnicode(target)
  const { rows } = await sql<Target>`select
    array(select nspname::text from pg_namespace) as schemas,
    exists (select 1 from pg_tables where schemaname in (${schema}, current_schema())) as "hasTables"`.execute(
    target.db,
  )
  const found = rows[0]!
  if (found.hasTables)
    throw new DatabaseError(
      'The database is not empty; create another one with createdb, and name it in DATABASE_URL.',
    )
  await assertFound(target, schema, found)
  return found
}

/** Tables in a schema that is not in the search path would be restored, and never be found. */
async function assertFound({ db }: OpenDatabase, schema: string, { schemas }: Target): Promise<void> {
  const trial = await db.startTransaction().execute()
  try {
    if (!schemas.includes(schema)) await sql`create schema ${sql.id(schema)}`.execute(trial)
    const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(trial)
    const [{ name }] = rows as [{ name: string | null }]
    if (name === schema) return
    throw new DatabaseError(
      `The backup is of the schema ${schema}, but the search_path of DATABASE_URL leads to ${name ?? 'none'}. Restore it with ?options=-csearch_path%3D${encodeURIComponent(schema)} in DATABASE_URL.`,
    )
  } finally {
    await trial.rollback().execute()
  }
}

/**
 * Leaves out the creation of schemas that there are, which would fail, and the comment on the extension, which may belong
 * to somebody else.
 */
async function withContents<T>(
  contents: string,
  schemas: readonly string[],
  work: (list: string) => Promise<T>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-restore-'))
  return cleaningUp(
    () => rmSync(folder, { recursive: true, force: true }),
    () => {
      const list = join(folder, 'contents')
      const leftOut = [' COMMENT - EXTENSION ', ...schemas.map((schema) => ` SCHEMA - ${schema} `)]
      const isRestored = (line: string) => !leftOut.some((part) => line.includes(part))
      writeFileSync(list, contents.split('\n').filter(isRestored).join('\n'))
      return work(list)
    },
  )
}

/** Restores into an empty database, completely or not at all. */
export async function restorePostgres(file: string, databaseUrl: string): Promise<void> {
  if (!existsSync(file)) throw new DatabaseError(`The backup file ${file} does not exist.`)
  requireKind(file, 'PostgreSQL')
  const contents = await assertBackup(file, 'backup')
  const schema = schemaIn(contents)
  const migrations = await migrationsIn(file)
  const { schemas } = await closingAfterwards(openDatabase(databaseUrl), (target) =>
    assertTarget(target, migrations, schema),
  )
  const { address, environment } = connectionOf(databaseUrl)
  const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await withContents(contents, schemas, (list) =>
    run('pg_restore', [...args, `--use-list=${list}`, `--dbname=${address}`, file], environment),
  )
  await closingAfterwards(openDatabase(databaseUrl), async ({ db, dialect }) => {
    await renewLineage(db)
    await dialect.updateStatistics(db)
  })
}
