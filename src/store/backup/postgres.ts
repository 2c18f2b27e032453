import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { DatabaseError, openDatabase } from '../open.ts'

/** Backups of a PostgreSQL database, by its own programs. */

/** Every user of the machine sees command lines, so the password goes through the environment. */
function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  return { address: url.href, environment: password === '' ? {} : { PGPASSWORD: password } }
}

function failureOf(program: string, errors: string): DatabaseError {
  if (/server version mismatch|unsupported version/.test(errors))
    return new DatabaseError(
      `${program} is older than the server or the backup; install the client programs of that version of PostgreSQL.`,
    )
  const [first = 'no reason was given'] = errors.split('\n').filter((line) => line.trim() !== '')
  return new DatabaseError(`${program} failed: ${first.replace(/^\w+: (?:error: )?/, '')}`)
}

/** What the program prints. */
function run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
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

/** The file has its name only once it is whole. */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  if (existsSync(file)) throw new DatabaseError(`The file ${file} already exists; choose another name.`)
  const unfinished = `${file}.unfinished`
  const { address, environment } = connectionOf(databaseUrl)
  try {
    const args = ['--format=custom', '--no-owner', '--no-privileges', `--file=${unfinished}`]
    await run('pg_dump', [...args, `--dbname=${address}`], environment)
    await assertBackup(unfinished)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** The list of what is in a backup stands at its beginning, so its end is only read when it is restored. */
async function assertBackup(file: string): Promise<void> {
  const contents = await run('pg_restore', ['--list', file])
  if (!/TABLE DATA \S+ kysely_migration/.test(contents))
    throw new DatabaseError('The backup is not a Calends database.')
}

async function assertEmpty(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl)
  try {
    const { rows } = await sql`select 1 from pg_tables where schemaname = current_schema() limit 1`.execute(
      database.db,
    )
    if (rows.length > 0)
      throw new DatabaseError(
        'The database is not empty; create another one with createdb, and name it in DATABASE_URL.',
      )
  } finally {
    await database.close()
  }
}

/** Into an empty database: all of it, or nothing. */
export async function restorePostgres(file: string, databaseUrl: string): Promise<void> {
  if (!existsSync(file)) throw new DatabaseError(`The backup file ${file} does not exist.`)
  await assertBackup(file)
  await assertEmpty(databaseUrl)
  const { address, environment } = connectionOf(databaseUrl)
  const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  await run('pg_restore', [...args, `--dbname=${address}`, file], environment)
}
