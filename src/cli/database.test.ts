import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { createDatabase } from '../../test/postgres.ts'
import { Program, programCommand } from '../../test/program.ts'
import { addUser } from '../../test/copies.ts'
import { openDatabase } from '../store/open.ts'
import { errorMessageOf } from './error-messages.ts'

const programs: Program[] = []
after(() => programs.forEach((program) => program.remove()))

const freshProgram = () => {
  const program = new Program()
  programs.push(program)
  return program
}

/** A service that starts against what a test says would not end in a process that others share. */
const outcomeOf = (program: Program, command: readonly string[]) =>
  command[0] === 'serve' ? program.run(command) : program.call(command)

/** Commands that require existing data. */
const commands: readonly (readonly string[])[] = [
  ['check'],
  ['check', '--repair'],
  ['migrate', '--dry-run'],
  ['migrate', '--restored'],
  ['user', 'list'],
  ['user', 'role', 'maria', 'editor'],
  ['user', 'password', 'maria'],
  ['user', 'passwords', 'maria'],
  ['user', 'revoke', 'maria', 'phone'],
  ['user', 'remove', 'maria'],
]

for (const command of commands)
  test(`calends ${command.join(' ')} says that there is no database, and creates nothing`, async () => {
    const program = freshProgram()

    const { code, stdout, stderr } = await program.call(command)

    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^The database file \S+\/data\/calends\.db does not exist\. [^\n]+\n$/)
    assert.deepEqual(readdirSync(program.folder), [])
  })

test('a mistyped database URL does not create a new database', async () => {
  const program = await freshProgram().migrated()

  const { code, stderr } = await program.run(['check', '--database-url', 'sqlite:data/calend.db'])

  assert.equal(code, 1)
  assert.match(stderr, /data\/calend\.db does not exist/)
  assert.equal(existsSync(join(program.folder, 'data/calend.db')), false)
})

test('the first user may be added before the first start', async () => {
  const program = freshProgram()

  const added = await program.run(['user', 'add', 'boss', '--role', 'administrator'])
  const listed = await program.run(['user', 'list'])

  assert.deepEqual([added.code, listed.code], [0, 0])
  assert.match(listed.stdout, /boss/)
})

test(
  'a read-only server is named in one sentence',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async (t) => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    t.after(drop)
    const program = freshProgram()
    const address = new URL(url)
    address.searchParams.set('options', '-c default_transaction_read_only=on')
    for (const command of [['serve'], ['user', 'add', 'anna', '--role', 'editor']]) {
      const { code, stderr } = await outcomeOf(program, [...command, '--database-url', address.href])
      assert.deepEqual(
        [code, stderr],
        [1, 'Cannot use the database: the server is read-only, or still a replica. Check DATABASE_URL.\n'],
      )
    }
  },
)

test(
  'the password may be in a file that PGPASSFILE names',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async (t) => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    t.after(drop)
    const program = freshProgram()
    const address = new URL(url)
    const file = join(program.folder, 'passwords')
    writeFileSync(file, `*:*:*:*:${address.password}\n`, { mode: 0o600 })
    address.password = ''

    const { code, stderr } = await program.run(['migrate'], { DATABASE_URL: address.href, PGPASSFILE: file })

    assert.equal(code, 0)
    assert.doesNotMatch(stderr, /warning/i)
  },
)

test('a server that requires a password is named in one sentence, and its connection is closed', async (t) => {
  // AuthenticationSASL, and AuthenticationSASLContinue, whose answer needs the password.
  const steps = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x0b\0\0\0\x0br=1']
  const server = createServer((socket) => {
    const rest = [...steps]
    socket.on('data', () => socket.write(rest.shift() ?? ''))
  }).listen(0)
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo

  const { code, stderr } = await freshProgram().run(['user', 'list'], {
    DATABASE_URL: `postgres://maria@127.0.0.1:${port}/calends`,
  })

  assert.deepEqual(
    [code, stderr],
    [1, 'Cannot use the database: the server requires a password. Check DATABASE_URL.\n'],
  )
})

/** Messages of servers, with their codes, and what they mean. */
const refusals = [
  [
    '08P01',
    'unsupported startup parameter: statement_timeout',
    'PgBouncer requires ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ],
  ['08P01', 'SSL required', 'the server requires an encrypted connection (sslmode=verify-full)'],
  [
    '28000',
    'no pg_hba.conf entry for host "127.0.0.1", user "maria", database "calends", no encryption',
    'the server rejected the user, or the connection because it is not encrypted (sslmode=verify-full)',
  ],
] as const

for (const [code, message, reason] of refusals)
  test(`what is missing is said if a server answers "${message}"`, async (t) => {
    const refusal = `SFATAL\0C${code}\0M${message}\0\0`
    const length = Buffer.alloc(4)
    length.writeInt32BE(refusal.length + 4)
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(refusal)])))
    }).listen(0)
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo

    const outcome = await freshProgram().run(['user', 'list'], {
      DATABASE_URL: `postgres://maria@127.0.0.1:${port}/calends`,
    })

    assert.deepEqual(
      [outcome.code, outcome.stderr],
      [1, `Cannot use the database: ${reason}. Check DATABASE_URL.\n`],
    )
  })

test('an extension that is not on the server is named', () => {
  const error = Object.assign(new Error('extension "pg_trgm" is not available'), { code: '0A000' })

  assert.equal(
    errorMessageOf(error),
    'Cannot use the database: the server lacks the extension pg_trgm (postgresql-contrib). Check DATABASE_URL.',
  )
})

const withParameter = (url: string, name: string, value: string): string => {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  return changed.href
}

/** Parameters of the URL, and why there is no connection with them. */
const refusedParameters = [
  ['sslrootcert', '/missing.crt', /no such file or directory, open '\/missing\.crt'/],
  ['options', '-c work_mem=much', /invalid value for parameter "work_mem": "much"/],
] as const

for (const [name, value, reason] of refusedParameters)
  test(
    `why there is no connection with ${name}=${value} is said in one sentence`,
    process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
    async () => {
      const url = withParameter(process.env.TEST_POSTGRES_URL!, name, value)

      const { code, stderr } = await freshProgram().call(['user', 'list'], { DATABASE_URL: url })

      assert.equal(code, 1)
      assert.match(stderr, /^Cannot use the database: [^\n]+\. Check DATABASE_URL\.\n$/)
      assert.match(stderr, reason)
    },
  )

test(
  'a server without TLS is named in one sentence, without warnings of the driver',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async () => {
    const url = withParameter(process.env.TEST_POSTGRES_URL!, 'sslmode', 'require')

    const { code, stderr } = await freshProgram().run(['user', 'list'], { DATABASE_URL: url })

    assert.deepEqual(
      [code, stderr],
      [
        1,
        'Cannot use the database: the server offers no encrypted connection, or is not PostgreSQL. Check DATABASE_URL.\n',
      ],
    )
  },
)

test(
  'what a user of PostgreSQL may not do is said',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async (t) => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    t.after(drop)
    // A role that may do nothing; the session takes it on.
    const asReader = withParameter(url, 'options', '-c role=pg_monitor')

    const { code, stderr } = await freshProgram().call(['migrate'], { DATABASE_URL: asReader })

    assert.deepEqual(
      [code, stderr],
      [
        1,
        'Cannot use the database: insufficient privileges, permission denied for schema public. Check DATABASE_URL.\n',
      ],
    )
  },
)

test(
  'an empty PostgreSQL database gets no tables from a command that only reads',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async () => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    const program = freshProgram()

    const listed = await program.call(['user', 'list'], { DATABASE_URL: url })
    const planned = await program.call(['migrate', '--dry-run'], { DATABASE_URL: url })
    await drop()

    assert.deepEqual(
      [listed.code, listed.stderr],
      [1, 'The database is empty; calends migrate creates its tables.\n'],
    )
    assert.deepEqual([planned.code, planned.stdout.split('\n')[0]], [0, '0001-resources'])
  },
)

const inSchema = (url: string, schema: string) => withParameter(url, 'options', `-csearch_path=${schema}`)

async function askServer(url: string, ...statements: readonly string[]) {
  const { db, close } = openDatabase(url)
  for (const statement of statements) await sql.raw(statement).execute(db)
  await close()
}

test(
  'each schema of a PostgreSQL database may have a calendar of its own, wherever pg_trgm is',
  process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
  async (t) => {
    const { url, drop } = await createDatabase(process.env.TEST_POSTGRES_URL!)
    t.after(drop)
    const schemas = ['town', 'village', 'extensions'].map((name) => `create schema ${name}`)
    await askServer(url, ...schemas, 'create extension pg_trgm schema extensions')
    const program = freshProgram()
    const call = async (schema: string, ...args: readonly string[]) => {
      const { code, stdout, stderr } = await program.call(args, { DATABASE_URL: inSchema(url, schema) })
      return code === 0 ? stdout : stderr
    }

    await call('town', 'user', 'add', 'maria', '--role', 'editor')
    assert.equal(
      await call('village', 'user', 'list'),
      'The database is empty; calends migrate creates its tables.\n',
    )
    await call('village', 'user', 'add', 'anna', '--role', 'editor')

    assert.match(await call('town', 'user', 'list'), /maria(?!.*anna)/s)
    assert.match(await call('village', 'user', 'list'), /anna(?!.*maria)/s)
    assert.match(await call('village', 'check'), /All full-text indexes have the words of the texts\./)

    // The tables are where PostgreSQL finds them, also after somebody has created a schema that comes before theirs.
    assert.match(await call('extensions,town', 'user', 'list'), /maria(?!.*anna)/s)
    assert.match(
      await call('extensions,town', 'check'),
      /All full-text indexes have the words of the texts\./,
    )
  },
)

/** Databases that no tables can be created in, and why. */
const unsuitable: Readonly<Record<string, readonly [creation: string, path: string, error: string]>> = {
  'of another encoding': [
    "create database latin encoding 'LATIN1' locale 'C' template template0",
    '/latin',
    'The encoding of the database is LATIN1, which cannot store all texts; create another one with createdb --template=template0 --encoding=UTF8.\n',
  ],
  'whose search_path leads nowhere': [
    'create database nowhere',
    '/nowhere?options=-csearch_path%3Dtown',
    'Cannot use the database: the search_path leads to no schema that exists. Check DATABASE_URL.\n',
  ],
}

for (const [what, [creation, path, error]] of Object.entries(unsuitable))
  test(
    `a PostgreSQL database ${what} is refused in one sentence`,
    process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
    async (t) => {
      const server = process.env.TEST_POSTGRES_URL!
      await askServer(server, creation)
      t.after(() => askServer(server, creation.replace(/^create (database \w+).*/, 'drop $1 with (force)')))

      const { code, stderr } = await freshProgram().call(['migrate'], {
        DATABASE_URL: new URL(path, server).href,
      })

      assert.deepEqual([code, stderr], [1, error])
    },
  )

/** Fills a database of an earlier version, and returns the migrations that it has. */
async function makeOlder(url: string): Promise<string[]> {
  const database = openDatabase(url)
  try {
    await database.migrator.migrateTo('0023-scheduled-languages')
    await addUser(database, 'maria')
    return await executed(database)
  } finally {
    await database.close()
  }
}

const executed = async ({ migrator }: ReturnType<typeof openDatabase>) =>
  (await migrator.getMigrations()).filter(({ executedAt }) => executedAt).map(({ name }) => name)

async function migrationsOf(url: string): Promise<string[]> {
  const database = openDatabase(url)
  return executed(database).finally(() => database.close())
}

const events = JSON.stringify({ events: [] })

/** Commands that work on the data of a database, and would upgrade it for good. */
const commandsWithData: readonly (readonly string[])[] = [
  ...commands.filter(([name]) => name !== 'migrate'),
  ['user', 'add', 'boss', '--role', 'administrator'],
  ['user', 'password-link', 'maria'],
  ['export'],
  ['export', 'town.jsonl'],
  ['import', 'events.json'],
  ['import', 'events.json', '--dry-run'],
  ['demo'],
  ['mcp'],
]

const older =
  /^The database is of an older version of Calends\. Create a backup with calends backup; then calends migrate or the start of the service upgrades it\.\n$/

const engines = [
  {
    engine: 'sqlite',
    options: {},
    database: () => Promise.resolve({ url: undefined, drop: async () => {} }),
  },
  {
    engine: 'postgres',
    options: process.env.TEST_POSTGRES_URL === undefined ? { skip: 'TEST_POSTGRES_URL is not set' } : {},
    database: () => createDatabase(process.env.TEST_POSTGRES_URL!),
  },
] as const

for (const { engine, options, database } of engines)
  test(`only serve and migrate upgrade an older database (${engine})`, options, async () => {
    const program = freshProgram()
    const { url = `sqlite:${join(program.folder, 'older.db')}`, drop } = await database()
    const before = await makeOlder(url)
    writeFileSync(join(program.folder, 'events.json'), events)
    const at = { DATABASE_URL: url }
    await program.call(['user', 'add', 'boss', '--role', 'administrator'])
    await program.call(['export', 'full.jsonl'])

    const outcomes = await Promise.all(
      commandsWithData.map(async (command) => ({ command, ...(await program.call(command, at)) })),
    )
    const rehearsed = await program.call(['import', 'full.jsonl', '--dry-run'], at)
    const imported = await program.call(['import', 'full.jsonl'], at)
    const copied = await program.call(['copy', '--from', 'sqlite:data/calends.db', '--to', url])
    const after = await migrationsOf(url)
    const migrated = await program.call(['migrate'], at)
    const listed = await program.call(['user', 'list'], at)
    await drop()

    for (const { command, code, stdout, stderr } of outcomes) {
      assert.deepEqual([code, stdout], [1, ''], command.join(' '))
      assert.match(stderr, older, command.join(' '))
    }
    for (const { code, stderr } of [rehearsed, imported])
      assert.deepEqual([code, /^The database is not empty/.test(stderr)], [1, true], stderr)
    assert.equal(copied.stderr, 'The target is not empty; calends copy requires an empty database.\n')
    assert.deepEqual(after, before)
    assert.deepEqual([migrated.code, listed.code], [0, 0])
    assert.match(listed.stdout, /maria/)
  })

test('an empty database of an older version is filled by an import and by a copy', async () => {
  const program = freshProgram()
  await program.call(['user', 'add', 'boss', '--role', 'administrator'])
  await program.call(['export', 'full.jsonl'])
  const [first, second] = ['first.db', 'second.db'].map((name) => `sqlite:${join(program.folder, name)}`)
  for (const url of [first!, second!]) {
    const database = openDatabase(url)
    await database.migrator.migrateTo('0023-scheduled-languages')
    await database.close()
  }

  const rehearsed = await program.call(['import', 'full.jsonl', '--dry-run', '--database-url', first!])
  const imported = await program.call(['import', 'full.jsonl', '--database-url', first!])
  const copied = await program.call(['copy', '--from', 'sqlite:data/calends.db', '--to', second!])

  assert.deepEqual([rehearsed.code, imported.code, copied.code], [0, 0, 0])
})

for (const version of ['0001-resources', '0023-scheduled-languages'])
  test(`a database of the version ${version} can be backed up, and stays as it is`, async () => {
    const program = freshProgram()
    const [url, saved] = ['older.db', 'saved.db'].map((name) => `sqlite:${join(program.folder, name)}`)
    const database = openDatabase(url!)
    await database.migrator.migrateTo(version)
    await database.close()
    const before = await migrationsOf(url!)

    const { code, stderr } = await program.call(['backup', 'saved.db', '--database-url', url!])

    assert.deepEqual([code, stderr], [0, `Backup created: ${join(program.folder, 'saved.db')}.\n`])
    assert.deepEqual([await migrationsOf(url!), await migrationsOf(saved!)], [before, before])
  })

test('a file with tables of another program gets none from Calends, and is not backed up', async () => {
  const program = freshProgram()
  const notes = new Sqlite(join(program.folder, 'notes.db'))
  notes.exec('create table notes (text text)')
  await program.call(['user', 'add', 'boss', '--role', 'administrator'])
  await program.call(['export', 'full.jsonl'])

  const at = ['--database-url', 'sqlite:notes.db']
  for (const command of [
    ['migrate', ...at],
    ['migrate', '--dry-run', ...at],
    ['demo', ...at],
    ['user', 'add', 'boss', '--role', 'administrator', ...at],
    ['user', 'list', ...at],
    ['import', 'full.jsonl', ...at],
    ['import', 'full.jsonl', '--dry-run', ...at],
    ['copy', '--from', 'sqlite:data/calends.db', '--to', 'sqlite:notes.db'],
    ['copy', '--from', 'sqlite:notes.db', '--to', 'sqlite:new.db'],
    ['serve', ...at],
  ]) {
    const { code, stdout, stderr } = await outcomeOf(program, command)
    assert.deepEqual([code, stdout], [1, ''], command.join(' '))
    assert.match(
      stderr,
      /^SQLite file .*notes\.db belongs to another program; name a Calends database, or a new file\.\n$/,
    )
  }
  const saved = await program.call(['backup', 'saved.db', '--database-url', 'sqlite:notes.db'])
  const tables = notes.prepare('select name from sqlite_master').pluck().all()
  notes.close()

  assert.deepEqual([saved.code, saved.stderr], [1, 'The database is not a Calends database.\n'])
  assert.deepEqual(tables, ['notes'])
  assert.equal(existsSync(join(program.folder, 'saved.db')), false)
})

/** Permissions apply to root only without these capabilities. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : ['env']
const withPermissions =
  spawnSync(asOrdinaryUser[0]!, [...asOrdinaryUser.slice(1), 'true']).status === 0
    ? {}
    : { skip: 'setpriv cannot take capabilities from root' }

function runAsOrdinaryUser({ folder }: Program, command: readonly string[]) {
  const [first, ...words] = [...asOrdinaryUser, process.execPath, ...programCommand, ...command]
  const { status, stderr } = spawnSync(first!, words, { cwd: folder, encoding: 'utf8' })
  return { code: status, stderr }
}

test('a database that may not be read is not said to be missing', withPermissions, async () => {
  const program = freshProgram()
  await program.call(['user', 'add', 'boss', '--role', 'administrator'])
  const [folder, file] = [join(program.folder, 'data'), join(program.folder, 'data/calends.db')]
  chmodSync(folder, 0o000)

  const outcomes = [['check'], ['user', 'list'], ['backup', 'saved.db'], ['export', 'town.jsonl']].map(
    (command) => runAsOrdinaryUser(program, command),
  )
  chmodSync(folder, 0o700)

  for (const outcome of outcomes)
    assert.deepEqual(outcome, { code: 1, stderr: `Cannot read ${file}: permission denied.\n` })
})

test('a file of settings that may not be read is reported with the reason', withPermissions, () => {
  const program = freshProgram()
  writeFileSync(join(program.folder, 'secret.conf'), 'PORT=8081\n', { mode: 0o000 })

  const outcome = runAsOrdinaryUser(program, ['config', '--config', 'secret.conf'])

  const stderr = 'Cannot read the configuration file secret.conf: permission denied.\n'
  assert.deepEqual(outcome, { code: 1, stderr })
})

test(
  'a backup that may not be read is told from a place that it may not be restored to',
  withPermissions,
  async () => {
    const program = freshProgram()
    await program.call(['user', 'add', 'boss', '--role', 'administrator'])
    await program.call(['backup', 'saved.db'])
    const backup = join(program.folder, 'saved.db')
    const closed = join(program.folder, 'closed')
    mkdirSync(closed, { mode: 0o500 })

    chmodSync(backup, 0o000)
    const unreadable = runAsOrdinaryUser(program, ['restore', 'saved.db', '--data-dir', 'new'])
    chmodSync(backup, 0o600)
    const unwritable = runAsOrdinaryUser(program, ['restore', 'saved.db', '--data-dir', 'closed/data'])

    assert.deepEqual(unreadable, { code: 1, stderr: `Cannot read ${backup}: permission denied.\n` })
    assert.deepEqual(unwritable, {
      code: 1,
      stderr: `Cannot restore the backup ${backup} to ${join(closed, 'data/calends.db')}: permission denied.\n`,
    })
  },
)

test('a database that may only be read is exported', withPermissions, async () => {
  const program = freshProgram()
  await program.call(['user', 'add', 'boss', '--role', 'administrator'])
  const [folder, file] = [join(program.folder, 'data'), join(program.folder, 'data/calends.db')]
  // Whoever may not write to the directory can read a database in WAL mode only while it is open.
  const opened = new Sqlite(file)
  opened.prepare('select count(*) from users').get()
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  mkdirSync(join(program.folder, 'out'))
  for (const one of [program.folder, folder]) chmodSync(one, 0o555)

  const exported = runAsOrdinaryUser(program, ['export', 'out/town.jsonl', '--no-images'])
  opened.close()
  for (const one of [program.folder, folder]) chmodSync(one, 0o755)

  assert.deepEqual(exported, {
    code: 0,
    stderr: `Export created: ${join(program.folder, 'out/town.jsonl')}.\n`,
  })
})
