import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Program } from '../../test/program.ts'
import { FakeBucket } from '../../test/s3.ts'
import { filesAt, uploadPhotograph, withService } from '../../test/served-images.ts'

const programs: Program[] = []
after(() => programs.forEach((program) => program.remove()))

const freshProgram = () => {
  const program = new Program()
  programs.push(program)
  return program
}

const town = freshProgram()
const [database, saved] = ['data/calends.db', 'saved.db']
const path = (program: Program, name: string) => join(program.folder, name)

before(async () => {
  assert.equal((await town.run(['demo'], { CALENDS_ADMIN: 'admin:secret' })).code, 0)
  assert.equal((await town.run(['backup', saved])).code, 0)
})

/** A further program with the backup of the town and, if requested, a database of its own. */
async function withBackup(hasDatabase = false): Promise<Program> {
  const program = freshProgram()
  copyFileSync(path(town, saved), path(program, saved))
  if (hasDatabase) await program.call(['user', 'add', 'somebody', '--role', 'author'])
  return program
}

function ask<T>(file: string, sql: string): T[] {
  const opened = new Sqlite(file, { readonly: true })
  try {
    return opened.prepare(sql).all() as T[]
  } finally {
    opened.close()
  }
}

/** All but the lineage, which is another one after a restore. */
function allRows(file: string): string {
  const tables = ask<{ name: string }>(
    file,
    "select name from sqlite_master where type = 'table' and name not like '%_search%' and name <> 'lineage' order by name",
  )
  return JSON.stringify(tables.map(({ name }) => [name, ask(file, `select * from ${name}`)]))
}

test('a backup is one file that contains everything', () => {
  assert.equal(allRows(path(town, saved)), allRows(path(town, database)))
  assert.deepEqual(
    readdirSync(town.folder).filter((name) => name.startsWith('saved')),
    [saved],
  )
})

const permissionsOf = (program: Program, name: string) =>
  (statSync(path(program, name)).mode & 0o777).toString(8)

test('only its owner may read a database, a backup or an export', async () => {
  const program = await withBackup()
  const restored = await program.call(['restore', saved])
  await town.call(['export', 'private.jsonl'])
  const service = program.start(['serve'])
  await service.says(/listening at /)
  const running = [database, `${database}-wal`].map((name) => permissionsOf(program, name))
  service.kill('SIGTERM')
  await service.outcome()

  assert.equal(restored.code, 0)
  assert.deepEqual(running, ['600', '600'])
  for (const [one, name, permissions] of [
    [town, 'data', '700'],
    [town, database, '600'],
    [town, saved, '600'],
    [town, 'private.jsonl', '600'],
    [program, 'data', '700'],
    [program, database, '600'],
  ] as const)
    assert.equal(permissionsOf(one, name), permissions, name)
})

test('a backup made during writes is a consistent snapshot and can be restored', async () => {
  const program = await withBackup()
  assert.equal((await program.call(['restore', saved])).code, 0)
  const service = program.start(['serve'], { CALENDS_ADMIN: 'admin:secret', CALENDS_RATE_LIMIT: 'off' })
  const [, base] = await service.says(/listening at (\S+)/)
  let isOver = false
  let written = 0
  const writing = (async () => {
    while (!isOver) {
      const answer = await fetch(`${base}/events`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa('admin:secret')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          title: `Concert ${written}`,
          start_date: '2027-01-01 20:00:00',
          end_date: '2027-01-01 22:00:00',
          tags: [`tag ${written}`],
        }),
      })
      assert.equal(answer.status, 201)
      written += 1
    }
  })()

  const outcome = await program.run(['backup', 'busy.db'])
  isOver = true
  await writing
  service.kill('SIGTERM')
  await service.outcome()

  assert.deepEqual([outcome.code, outcome.stderr], [0, `Backup created: ${path(program, 'busy.db')}.\n`])
  const restored = freshProgram()
  copyFileSync(path(program, 'busy.db'), path(restored, 'busy.db'))
  assert.equal((await restored.run(['restore', 'busy.db'])).code, 0)
  const ids = (file: string) => ask<{ id: number }>(file, 'select id from events order by id')
  const [after, kept] = [ids(path(program, database)), ids(path(restored, database))]
  assert.deepEqual(kept, after.slice(0, kept.length))
  assert.ok(kept.length >= ids(path(program, saved)).length)
  for (const table of ['event_texts', 'event_links'])
    assert.ok(ask(path(restored, database), `select 1 from ${table} limit 1`).length > 0)
  const checked = await restored.call(['check'])
  assert.equal(checked.code, 0, checked.stderr)
})

test('the time of a backup is recorded in the database and in the backup, and is restored with it', async () => {
  const noted = (file: string) =>
    ask<{ value: number }>(file, "select value from state where name = 'last_backup'").map(
      ({ value }) => value,
    )
  const [moment] = noted(path(town, database))
  const program = await withBackup()

  const { code } = await program.call(['restore', saved])

  assert.equal(code, 0)
  assert.ok(moment !== undefined && Math.abs(moment - Date.now() / 1000) < 3_600)
  assert.deepEqual([noted(path(town, saved)), noted(path(program, database))], [[moment], [moment]])
})

test('a backup replaces an empty database, and a non-empty one only with --replace', async () => {
  const [empty, full] = [await withBackup(), await withBackup(true)]
  const before = allRows(path(full, database))

  const [intoEmpty, refused] = await Promise.all([
    empty.call(['restore', saved]),
    full.call(['restore', saved]),
  ])
  const unchanged = allRows(path(full, database))
  const replaced = await full.call(['restore', saved, '--replace'])

  assert.equal(intoEmpty.code, 0)
  assert.equal(allRows(path(empty, database)), allRows(path(town, database)))
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^The database .* is not empty; use --replace .*\n$/)
  assert.equal(unchanged, before)
  assert.equal(replaced.code, 0)
  assert.equal(allRows(path(full, database)), allRows(path(town, database)))
  const aside = readdirSync(path(full, 'data')).filter((name) => name.includes('.replaced-'))
  assert.equal(aside.length, 1)
  assert.equal(allRows(path(full, `data/${aside[0]!}`)), before)
})

test('a corrupt database is replaced and kept under another name', async () => {
  const program = await withBackup(true)
  writeFileSync(path(program, database), 'no database at all '.repeat(1000))

  const refused = await program.call(['restore', saved])
  const replaced = await program.call(['restore', saved, '--replace'])

  assert.deepEqual([refused.code, replaced.code], [1, 0])
  assert.equal(allRows(path(program, database)), allRows(path(town, database)))
  const kept = readdirSync(path(program, 'data')).find((name) => name.startsWith('calends.db.replaced'))
  assert.match(readFileSync(path(program, `data/${kept!}`), 'utf8'), /^no database/)
})

/** What a backup says of a database with these changes; it leaves nothing behind. */
async function outcomeWith(damage: (file: string) => void): Promise<[Program, string]> {
  const program = freshProgram()
  mkdirSync(path(program, 'data'))
  copyFileSync(path(town, saved), path(program, database))
  damage(path(program, database))
  const { code, stderr } = await program.call(['backup', 'damaged.db'])
  assert.equal(code, 1)
  assert.deepEqual(readdirSync(program.folder), ['data'])
  return [program, stderr]
}

test('a backup of a damaged database names the database, not the backup that it has not made', async () => {
  const [text, ofText] = await outcomeWith((file) => writeFileSync(file, 'no database at all '.repeat(1000)))
  const [pages, ofPages] = await outcomeWith((file) =>
    writeFileSync(file, readFileSync(file).fill(7, 200_000, 600_000)),
  )
  const [index, ofIndex] = await outcomeWith((file) => {
    const opened = new Sqlite(file)
    opened.unsafeMode(true).pragma('writable_schema = on')
    opened.exec("update sqlite_master set sql = replace(sql, '(\"author\"', '(\"id\"') where type = 'index'")
    opened.close()
  })

  assert.equal(ofText, `Cannot read the database ${path(text, database)}: the file is not a database.\n`)
  for (const [program, said] of [
    [pages, ofPages],
    [index, ofIndex],
  ] as const)
    assert.match(said, new RegExp(`^The file ${path(program, database)} is damaged: [^\\n]+\\.\\n$`))
})

test('a damaged backup is named, and nothing of it remains', async () => {
  const program = await withBackup()
  writeFileSync(path(program, saved), readFileSync(path(program, saved)).fill(7, 200_000, 600_000))

  const { code, stderr } = await program.call(['restore', saved])

  assert.equal(code, 1)
  assert.match(stderr, new RegExp(`^The file ${path(program, saved)} is damaged: [^\\n]+\\.\\n$`))
  assert.deepEqual(readdirSync(program.folder), [saved])
})

test('a database that is in use is not replaced', async () => {
  const program = await withBackup(true)
  const service = program.start(['serve'])
  await service.says(/listening at /)

  const { code, stderr } = await program.call(['restore', saved, '--replace'])
  service.kill('SIGTERM')
  await service.outcome()

  assert.deepEqual([code, stderr], [1, 'The database is in use; stop the service first.\n'])
  assert.equal(ask(path(program, database), 'select 1 from users').length, 1)
})

test('a file that is not a backup or an export is rejected and leaves no files or folders behind', async () => {
  const program = freshProgram()
  writeFileSync(path(program, 'letter'), 'Dear reader, this is a letter. '.repeat(200))
  const other = new Sqlite(path(program, 'other.db'))
  other.exec('create table notes (text text)')
  other.close()
  copyFileSync(path(town, saved), path(program, 'newer.db'))
  const newer = new Sqlite(path(program, 'newer.db'))
  newer.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')")
  newer.close()
  const whole = readFileSync(path(town, saved))
  writeFileSync(path(program, 'half.db'), whole.subarray(0, Math.floor(whole.length / 2)))

  const names = ['letter', 'other.db', 'newer.db', 'half.db', 'nowhere']
  const outcomes = []
  for (const name of names) outcomes.push(await program.call(['restore', name]))

  for (const { code, stderr } of outcomes) {
    assert.equal(code, 1)
    assert.match(stderr, /^[^\n]+\n$/)
  }
  assert.match(outcomes[0]!.stderr, /^Cannot restore the backup .*: the file is not a database\.$/m)
  assert.match(outcomes[1]!.stderr, /^The backup is not a Calends database\.$/m)
  assert.match(outcomes[2]!.stderr, /newer version/)
  assert.equal(existsSync(path(program, 'data')), false)
  writeFileSync(path(program, 'cut.jsonl'), (await town.run(['export'])).stdout.slice(0, 10_000))
  const cut = await program.call(['import', 'cut.jsonl', '--data-dir', 'new/data'])
  const half = await program.call(['restore', 'half.db', '--data-dir', 'new/data'])
  assert.deepEqual([cut.code, half.code], [1, 1])
  assert.equal(existsSync(path(program, 'new')), false)
})

test('the rehearsal of the documents works, and leads nowhere that the service does', async () => {
  const program = freshProgram()
  const document = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8')
  const [, chapter] = document.split('### Rehearsal\n')
  const block = (language: string) => chapter!.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!
  const outside = [
    'SMTP_URL=smtp://a@127.0.0.1',
    'MAIL_FROM=a@example.org',
    'OUTGOING=on',
    'PUBLIC_URL=http://x',
  ]
  const bucket = ['S3_BUCKET=http://127.0.0.1:1/x', 'S3_ACCESS_KEY=a', 'S3_SECRET_KEY=b']
  const settings = [...outside, ...bucket].map((line) => `CALENDS_${line}\n`)
  writeFileSync(path(program, 'calends.conf'), settings.join(''))
  writeFileSync(path(program, 'rehearsal.conf'), block('ini'))
  mkdirSync(path(program, 'backups'))
  copyFileSync(path(town, saved), path(program, 'backups/monday.db'))

  const commands = [...block('text').matchAll(/^calends (\w+)(.*)$/gm)]
  for (const [, command, rest] of commands.slice(0, -1))
    assert.equal((await program.call([command!, ...rest!.trim().split(' ')])).code, 0, command)
  const [, last, flags] = commands.at(-1)!
  const { stdout } = await program.call(['config', '--json', ...flags!.trim().split(' ')])
  assert.equal(last, 'serve')
  assert.doesNotMatch(stdout, /smtp:|127\.0\.0\.1:1|http:\/\/x/)
  assert.match(stdout, /"CALENDS_OUTGOING",\s*"value": "off"/)
})

test('a backup of the other database is rejected with the way to move its data', async () => {
  const program = freshProgram()
  writeFileSync(path(program, 'saved.dump'), 'PGDMP\u0001\u000f')

  const [toSqlite, toPostgres] = await Promise.all([
    program.call(['restore', 'saved.dump']),
    town.call(['restore', saved, '--database-url', 'postgres://me@127.0.0.1:1/x']),
  ])

  const way = (from: string, to: string) =>
    `The backup is of ${from}, and DATABASE_URL names ${to}. Restore it to ${from}; calends copy moves the data to ${to}.\n`
  assert.deepEqual([toSqlite.code, toSqlite.stderr], [1, way('PostgreSQL', 'SQLite')])
  assert.deepEqual([toPostgres.code, toPostgres.stderr], [1, way('SQLite', 'PostgreSQL')])
  assert.equal(existsSync(path(program, database)), false)
})

test('a backup overwrites nothing, and requires an existing database', async () => {
  const program = freshProgram()

  const [there, nothing, server, nowhere] = await Promise.all([
    town.call(['backup', saved]),
    program.call(['backup', 'x.db']),
    program.call(['backup', 'x.db', '--database-url', 'postgres://me@127.0.0.1:1/x']),
    town.call(['backup', 'no/such/folder.db']),
  ])

  assert.match(there.stderr, /^The file .*saved\.db already exists; choose another name\.\n$/)
  assert.match(
    nothing.stderr,
    /^The database file .*calends\.db does not exist\. CALENDS_DATA_DIR and DATABASE_URL say where it is\.\n$/,
  )
  assert.match(server.stderr, /^pg_dump (?:failed: .*refused|cannot be started; install .*)/)
  assert.match(nowhere.stderr, /^The directory .* does not exist\.\n$/)
  for (const { code } of [there, nothing, server, nowhere]) assert.equal(code, 1)
  assert.equal(existsSync(path(program, database)), false)
})

describe('images', () => {
  const [bucket, other] = [new FakeBucket(), new FakeBucket()]
  before(async () => {
    await bucket.start()
    await other.start()
  })
  after(() => {
    bucket.stop()
    other.stop()
  })

  const ways = [
    ['a backup', 'backup', 'restore', 'saved.db'],
    ['an export', 'export', 'import', 'town.jsonl'],
  ] as const
  for (const [name, save, putBack, file] of ways)
    test(`come back with ${name}, from a folder to a bucket and back`, async () => {
      const [program, second, third] = [freshProgram(), freshProgram(), freshProgram()]
      const places = { first: bucket.environment, then: other.environment }
      const [id, expected] = await withService(program, places.first, async (service) => {
        const id = await uploadPhotograph(service)
        return [id, await filesAt(service, id)] as const
      })

      const made = await program.call([save, file], places.first)
      const toFolder = await second.call([putBack, path(program, file)])
      const fromFolder = await second.call([save, file, '--images', 'pictures'])
      const toBucket = await third.call(
        [putBack, path(second, file), '--images', path(second, 'pictures')],
        places.then,
      )

      assert.equal(made.stderr.split('\n')[1], `Images copied: 7 new files in ${path(program, 'media')}.`)
      assert.match(toFolder.stderr, /\nImages restored: 7 files\.\n$/)
      assert.deepEqual(
        [made, toFolder, fromFolder, toBucket].map(({ code }) => code),
        [0, 0, 0, 0],
      )
      assert.deepEqual(await withService(second, {}, (service) => filesAt(service, id)), expected)
      assert.deepEqual(await withService(third, places.then, (service) => filesAt(service, id)), expected)
      const checked = [await second.call(['check']), await third.call(['check'], places.then)]
      assert.deepEqual(
        checked.map(({ code, stdout }) => [code, stdout]),
        [
          [0, ''],
          [0, ''],
        ],
      )
      for (const { files } of [bucket, other]) files.clear()
    })

  test('only new images are copied, truncated and missing ones are reported, and --no-images copies none', async () => {
    const [program, second] = [freshProgram(), freshProgram()]
    await withService(program, {}, uploadPhotograph)
    const monday = await program.call(['backup', 'monday.db'])
    await withService(program, {}, uploadPhotograph)
    const tuesday = await program.call(['backup', 'tuesday.db'])
    const without = await program.call(['backup', 'wednesday.db', '--no-images'])
    const printed = await program.call(['export'])
    const names = readdirSync(path(program, 'media'))
    writeFileSync(path(program, `media/${names[0]!}`), 'half')
    const restored = await second.call(['restore', path(program, 'tuesday.db')])
    const again = await program.call(['backup', 'thursday.db'])

    assert.match(monday.stderr, /\nImages copied: 7 new files in /)
    assert.match(tuesday.stderr, /\nImages copied: 7 new files in /)
    for (const { code, stderr } of [without, printed])
      assert.deepEqual([code, /Images/.test(stderr)], [0, false])
    assert.equal(names.length, 14)
    assert.equal(restored.code, 1)
    assert.match(
      restored.stderr,
      /\nImages restored: 13 files\.\n1 files of images are not in .*media, or not whole/,
    )
    assert.match(again.stderr, /\nImages copied: 1 new files in /)
    rmSync(path(program, `data/media/${names[1]!}`))
    rmSync(path(program, `media/${names[1]!}`))
    const incomplete = await program.call(['backup', 'friday.db'])
    assert.equal(incomplete.code, 1)
    assert.match(
      incomplete.stderr,
      /^Backup created: .*\n1 files of images are missing; calends check says which\.\n$/,
    )
  })

  test('a database that may only be read is saved, with its images', async () => {
    const [program, second] = [freshProgram(), freshProgram()]
    await withService(program, {}, uploadPhotograph)
    // Nor can SQLite create this file in a folder that may only be read; permissions would not keep root from it.
    symlinkSync('nowhere', path(program, `${database}-shm`))
    const backup = await program.call(['backup', 'monday.db'])
    const restored = await second.call(['restore', path(program, 'monday.db')])

    assert.deepEqual([backup.code, restored.code], [0, 0], backup.stderr)
    assert.match(
      backup.stderr,
      /^Backup created: .*\nIts time could not be recorded .*\nImages copied: 7 new /,
    )
    assert.match(restored.stderr, /\nImages restored: 7 files\.\n$/)
    assert.deepEqual(readdirSync(program.folder).toSorted(), ['data', 'media', 'monday.db'])
    rmSync(path(program, `${database}-shm`))
    const withoutTime = (rows: string) => rows.replace(/,?\{"name":"last_backup","value":\d+\}/, '')
    assert.equal(withoutTime(allRows(path(second, database))), withoutTime(allRows(path(program, database))))
  })

  test('connections that end in the middle of a file are tried again, and then only this file is left out', async () => {
    const program = freshProgram()
    await withService(program, bucket.environment, uploadPhotograph)
    bucket.cuts = { pattern: /-full-/, left: 3 }
    const cut = await program.call(['backup', 'monday.db'], bucket.environment)
    bucket.cuts.left = 2
    const again = await program.call(['backup', 'tuesday.db'], bucket.environment)
    bucket.files.clear()

    assert.equal(cut.code, 1)
    assert.match(
      cut.stderr,
      /\nImages copied: 6 new files in .*\nThe file \w+-full-\w+\.jpg could not be read to its end\.\n1 files of images could not be read and were not copied\.\n$/,
    )
    assert.equal(again.code, 0)
    assert.match(again.stderr, /\nImages copied: 1 new files in .*\n$/)
  })

  test('a failing bucket is reported in one line, and no incomplete file remains', async () => {
    const program = freshProgram()
    await withService(program, bucket.environment, uploadPhotograph)
    bucket.failures = 100
    const { code, stderr } = await program.call(['backup', 'saved.db'], bucket.environment)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^Backup created: .*\nImages could not be copied: the bucket did not answer GET .*\.\n$/,
    )
    assert.deepEqual(existsSync(path(program, 'media')), false)
  })
})

test('an export that cannot be written is told in one sentence', async () => {
  writeFileSync(path(town, 'a-file'), '')
  const { code, stderr } = await town.call(['export', 'a-file/town.jsonl'])

  assert.equal(code, 1)
  assert.match(stderr, /^Cannot create the export .*: a part of the path is not a directory\.\n$/)
})

test('an export is written to a file or to standard output, and imported', async () => {
  const file = path(town, 'town.jsonl')
  const made = await town.run(['export', 'town.jsonl'])
  const printed = await town.run(['export'])
  const twice = await town.call(['export', 'town.jsonl'])
  const program = freshProgram()
  const refused = await program.call(['import', file, '--source', 'a', '--map', 'b=title', '--dry-run'])
  const rehearsed = await program.call(['import', file, '--dry-run'])
  const isCreated = existsSync(path(program, 'data/calends.db'))
  const imported = await program.run(['import', file])
  const rehearsedAgain = await program.call(['import', file, '--dry-run'])
  const again = await program.call(['import', file])
  const back = await program.call(['export'])

  assert.deepEqual([made.code, made.stderr], [0, `Export created: ${file}.\n`])
  const withoutHead = (text: string) => text.split('\n').slice(1, -2).join('\n')
  const text = readFileSync(file, 'utf8')
  assert.equal(withoutHead(printed.stdout), withoutHead(text))
  assert.match(twice.stderr, /already exists/)
  assert.match(refused.stderr, /^error: --source, --map cannot be used with an export/)
  assert.equal(refused.code, 2)
  assert.match(
    rehearsed.stderr,
    /^users: 1 rows$[^]*^The export is complete; \d{4} rows would be imported\.\n$/m,
  )
  assert.deepEqual([rehearsed.code, isCreated], [0, false])
  assert.match(imported.stderr, /^Import complete: \d{4} rows\.\n$/)
  assert.match(rehearsedAgain.stderr, /^The database is not empty/)
  assert.match(again.stderr, /^The database is not empty/)
  assert.equal(withoutHead(back.stdout), withoutHead(text))
})
