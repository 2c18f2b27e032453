import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { forgetImports } from '../src/store/imports/imports.ts'
import { calendar, importsPath, importsEnd, preview, readImport, run, vevent } from './importing.ts'
import { holding, until } from './images.ts'
import { Program, type Run } from './program.ts'
import { Service } from './service.ts'
import { migratedOnServer } from './templates.ts'

/** Imports in processes of their own: killed, on a schedule, from the command line. */

const many = 1_200
const large = calendar(...Array.from({ length: many }, (_, place) => vevent(`e${place}`)))

async function survives(environment: Readonly<Record<string, string>>): Promise<void> {
  const program = await new Program().migrated('administered')
  const service = new Service()
  let process: Run | undefined
  const start = async () => {
    process = program.start(['serve'], {
      CALENDS_ADMIN: 'admin:secret',
      CALENDS_RATE_LIMIT: 'off',
      ...environment,
    })
    service.origin = (await process.says(/listening at (http:\/\/[^/]+)/))[1]!
  }
  try {
    await start()
    const { body } = await preview(service, large)
    await service.post(`${importsPath}/${body.id}/run`)
    await until(
      () => readImport(service, body.id),
      (reply) => reply.body.progress.done > 0,
    )
    const closed = once(process!.child, 'close')
    process!.kill('SIGKILL')
    await closed
    await start()
    const cut = (await readImport(service, body.id)).body
    const { body: done } = await until(
      () => readImport(service, body.id),
      (reply) => reply.body.state === 'done',
    )
    const { body: list } = await service.get('/events?start_date=2027-03-01&per_page=1')

    assert.ok(cut.progress.done < many, `${cut.progress.done} were written already`)
    assert.deepEqual(done.progress, { done: many, total: many })
    assert.equal(list.total, many)
  } finally {
    process?.kill('SIGKILL')
    program.remove()
  }
}

describe(
  'an import that is killed goes on where it stood, and makes nothing twice',
  { concurrency: true },
  () => {
    test('on SQLite', () => survives({}))

    const server = process.env.TEST_POSTGRES_URL
    test('on PostgreSQL', { skip: server === undefined }, async () => {
      const { url, drop } = await migratedOnServer('administered')
      await survives({ DATABASE_URL: url }).finally(drop)
    })
  },
)

/** Serves the content of a calendar, as it is at each request. */
async function serveCalendar(content: () => string) {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(content()),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics` }
}

test('a schedule imports an address again, and never deletes', async () => {
  let content = calendar(vevent('a', 'SUMMARY:First'))
  const { server, url } = await serveCalendar(() => content)
  const service = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  await service.start()
  try {
    const { body } = await service.post(importsPath, { url, schedule: '0 4 * * *' })
    const runs = (count: number) =>
      until(
        () => readImport(service, body.id),
        (reply) => reply.body.runs.length === count && ['done', 'failed'].includes(reply.body.runs[0].state),
      )
    assert.equal(body.next_run_utc, '2026-11-22 04:00:00')
    service.now += 86_400
    await runs(1)
    await importsEnd(service)
    content = calendar(vevent('a', 'SUMMARY:Second'))
    service.now += 86_400
    const second = await runs(2)
    await importsEnd(service)
    content = ''
    service.now += 86_400
    await runs(3)
    server.close()
    server.closeAllConnections()
    service.now += 86_400
    const last = await runs(4)

    assert.deepEqual(second.body.runs[0].would, { create: 0, change: 1, skip: 0, fail: 0 })
    assert.deepEqual([last.body.runs[0].state, typeof last.body.runs[0].fault], ['failed', 'string'])
    const { body: list } = await service.get('/events?start_date=2027-03-01')
    assert.deepEqual(
      list.events.map(({ title }: { title: string }) => title),
      ['Second'],
    )
  } finally {
    server.close()
    await service.stop()
  }
})

test('runs of a schedule that wrote nothing are kept for a day', async () => {
  const { server, url } = await serveCalendar(() => calendar(vevent('a')))
  const service = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  await service.start()
  try {
    const { body } = await service.post(importsPath, { url, schedule: '0 4 * * *' })
    const read = async () => (await readImport(service, body.id)).body
    for (const count of [1, 2]) {
      service.now += 86_400
      await until(read, ({ runs }) => runs.length === count && runs[0].state === 'done')
    }
    const forgottenAt = async (later: number) => {
      await forgetImports(service.database.db, service.now + later)
      return (await read()).runs.map(({ would }: { would: object }) => would)
    }
    const [created, idle] = [
      { create: 1, change: 0, skip: 0, fail: 0 },
      { create: 0, change: 0, skip: 1, fail: 0 },
    ]

    assert.deepEqual(await forgottenAt(86_000), [idle, created])
    assert.deepEqual(await forgottenAt(2 * 86_400), [created])
    const rows = await service.database.db.selectFrom('import_rows').select('import').execute()
    assert.equal(rows.length, 2)
  } finally {
    server.close()
    await service.stop()
  }
})

test('a schedule goes on when its author is deleted and somebody else takes over', async () => {
  const { server, url } = await serveCalendar(() => calendar(vevent('a')))
  const service = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  await service.start()
  try {
    const former = { username: 'former', role: 'administrator', password: 'password of former' }
    const { body: user } = await service.post('//cal/admin/v1/users', former)
    const asked = { url, schedule: '0 4 * * *' }
    const { body } = await service.post(importsPath, asked, { as: 'former:password of former' })
    const removed = await service.delete(`//cal/admin/v1/users/${user.id}?reassign=1`)
    service.now += 86_400
    const { body: scheduled } = await until(
      () => readImport(service, body.id),
      (reply) => ['done', 'failed'].includes(reply.body.runs[0]?.state),
    )

    assert.equal(removed.status, 200)
    assert.deepEqual(
      [scheduled.author, scheduled.runs[0].author, scheduled.runs[0].state, scheduled.runs[0].fault],
      [1, 1, 'done', undefined],
    )
    await importsEnd(service)
  } finally {
    server.close()
    await service.stop()
  }
})

test('an import whose author may no longer import writes no further rows', async () => {
  const service = new Service()
  await service.start()
  try {
    const author = { username: 'author', role: 'administrator', password: 'password of author' }
    const { body: user } = await service.post('//cal/admin/v1/users', author)
    const { db } = service.database
    // Withdrawn by the first batch itself, because a fast machine would write all of them before a request arrives.
    await sql
      .raw(
        `create trigger withdrawn after update on import_rows when new.outcome is not null
         begin update users set role = 'contributor' where id = ${user.id}; end`,
      )
      .execute(db)
    const content = calendar(...Array.from({ length: 450 }, (_, place) => vevent(`e${place}`)))
    const { body } = await preview(service, content, {}, undefined, 'author:password of author')
    const imported = await run(service, body.id)

    assert.deepEqual(
      [imported.state, imported.fault, imported.progress],
      ['failed', 'The author no longer has permission to import.', { done: 200, total: 450 }],
    )
    await importsEnd(service)
  } finally {
    await service.stop()
  }
})

test('a scheduled import that a stop interrupts while it reads is run by the next process', async () => {
  const held = holding()
  let requests = 0
  let isHeld = false
  const server = createServer((_, response) => {
    requests += 1
    const answer = () =>
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar(vevent('a')))
    if (isHeld) void held.released.then(answer)
    else answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics`
  const service = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  await service.start()
  try {
    const { body } = await service.post(importsPath, { url, schedule: '0 4 * * *' })
    isHeld = true
    service.now += 86_400
    await until(
      () => Promise.resolve(requests),
      (count) => count === 2,
    )
    const begun = performance.now()
    const start = await service.halt()
    const stopMs = performance.now() - begun
    isHeld = false
    await start()
    const { body: scheduled } = await until(
      () => readImport(service, body.id),
      (reply) => reply.body.runs[0]?.state === 'done',
    )

    assert.ok(stopMs < 5_000, `it stopped after ${stopMs} ms`)
    assert.equal(scheduled.runs.length, 1)
    assert.equal(scheduled.next_run_utc, '2026-11-23 04:00:00')
  } finally {
    held.release()
    server.close()
    await service.stop()
  }
})

test('a preview that a stop interrupts is to be sent again, and nothing of it is listed', async () => {
  const service = new Service()
  await service.start()
  try {
    const large = calendar(...Array.from({ length: 40_000 }, (_, place) => vevent(`e${place}`)))
    const asked = preview(service, large)
    await until(
      () => service.database.db.selectFrom('import_rows').select('position').limit(1).execute(),
      (rows) => rows.length > 0,
    )
    const start = await service.halt()
    const { status, headers, body } = await asked
    await start()

    assert.deepEqual([status, body.code], [503, 'rest_unavailable'])
    assert.ok(headers.has('retry-after'))
    assert.equal((await service.get(importsPath, { as: 'admin:secret' })).body.total, 0)
  } finally {
    await service.stop()
  }
})

test('a schedule goes on at once after a clock that was ahead for a while', async () => {
  const { server, url } = await serveCalendar(() => calendar(vevent('a')))
  const service = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  await service.start()
  try {
    const { body } = await service.post(importsPath, { url, schedule: '0 4 * * *' })
    const next = (expected: RegExp) =>
      until(
        () => readImport(service, body.id),
        (reply) => expected.test(reply.body.next_run_utc),
      )
    service.now += 366 * 86_400
    await next(/^2027-11-23/)
    await importsEnd(service)
    service.now -= 366 * 86_400
    await next(/^2026-11-22 04:00:00/)
  } finally {
    server.close()
    await service.stop()
  }
})

test('what is left out of an import with a schedule is left out of its runs', async () => {
  const fileOf = (title: string) =>
    calendar(vevent('a', `SUMMARY:${title}`), vevent('b', `SUMMARY:${title} left out`), vevent('c'))
  let content = fileOf('First')
  const { server, url } = await serveCalendar(() => content)
  const service = new Service({ CALENDS_OUTGOING: 'on', CALENDS_OUTGOING_ALLOW: '127.0.0.1' })
  await service.start()
  try {
    const { body } = await service.post(importsPath, { url, schedule: '0 4 * * *' })
    const [, unwanted] = body.rows
    await service.post(`${importsPath}/${body.id}/run`, { leave_out: [unwanted.line] })
    await importsEnd(service)
    content = fileOf('Second')
    service.now += 86_400
    const { body: scheduled } = await until(
      () => readImport(service, body.id),
      (reply) => reply.body.runs.length === 1 && reply.body.runs[0].state === 'done',
    )

    assert.deepEqual(scheduled.runs[0].would, { create: 0, change: 1, skip: 2, fail: 0 })
    const { body: run } = await readImport(service, scheduled.runs[0].id)
    assert.deepEqual(
      run.rows.map(({ action, reason }: Record<string, string>) => [action, reason]),
      [
        ['change', 'Changes title.'],
        ['skip', 'This was skipped.'],
        ['skip', 'Nothing differs.'],
      ],
    )
    const { body: list } = await service.get('/events?start_date=2027-03-01')
    assert.deepEqual(list.events.map(({ title }: { title: string }) => title).sort(), ['Event c', 'Second'])
  } finally {
    server.close()
    await service.stop()
  }
})

test('an export that nobody reads any more says so', async () => {
  const program = new Program()
  try {
    await program.migrated()
    const run = program.start(['export'])
    run.child.stdout!.destroy()
    const { code, stderr } = await run.outcome()

    assert.equal(code, 1)
    assert.equal(stderr, 'Standard output was closed before the export was complete.\n')
  } finally {
    program.remove()
  }
})

test('calends import says what it would do, does it, and names what it cannot', async () => {
  const program = new Program()
  const environment = { CALENDS_ADMIN: 'admin:secretsecret' }
  const file = join(program.folder, 'programme.csv')
  writeFileSync(file, 'Was,Wann\nConcert,2027-03-10 19:00\nNothing,never\n')
  const importIt = (...more: readonly string[]) =>
    program.call(['import', file, '--map', 'Was=title', '--map', 'Wann=start_date', ...more], environment)
  try {
    await program.migrated('administered')
    const dry = await importIt('--dry-run', '--report', 'dry.csv')
    const done = await importIt()
    const again = await importIt('--report', 'failed.csv')
    const [inDry, failed] = ['dry.csv', 'failed.csv'].map((name) =>
      readFileSync(join(program.folder, name), 'utf8'),
    )

    assert.deepEqual([dry.code, done.code, again.code], [1, 1, 1])
    assert.match(dry.stdout, /^Import 1: 1 to create, 0 to change, 0 as they are, 1 failed\.$/m)
    assert.match(dry.stderr, /^Line 3: start_date: /m)
    assert.match(done.stdout, /1 created/)
    assert.match(
      failed!,
      /^\ufeffline,kind,action,outcome,id,external_id,title,start_date,reason\r\n3,events,fail,,,[^,]+,Nothing,never,"?start_date: [^\n]+\r\n$/,
    )
    assert.equal(inDry, failed)
    assert.match(again.stdout, /0 created, 0 changed, 1 as they are/)
    const todos = join(program.folder, 'to-dos.ics')
    writeFileSync(todos, calendar('BEGIN:VTODO\nEND:VTODO', 'BEGIN:VTODO\nEND:VTODO'))
    const noEvents = await program.call(['import', todos, '--dry-run'], environment)
    const empty = join(program.folder, 'empty.csv')
    writeFileSync(empty, '')
    const nothing = await program.call(['import', empty], environment)
    assert.deepEqual([noEvents.code, nothing.code], [0, 1])
    const misspelt = await importIt('--map', 'Wannn=end_date')
    assert.deepEqual(
      [misspelt.code, misspelt.stderr],
      [1, 'mapping: There is no column Wannn; the columns are Was, Wann.\n'],
    )
    assert.match(noEvents.stderr, /^Line 4: 2 to-dos were skipped, because only events are imported\.$/m)
    assert.match(noEvents.stdout, /0 as they are, 0 failed/)
    const wrong: readonly (readonly [RegExp, ...string[]])[] = [
      [/^The file .*nowhere\.csv does not exist\.\n$/, 'import', 'nowhere.csv'],
      [/^.* is a directory; name a file\.\n$/, 'import', program.folder],
      [/^.* is a directory; name a file\.\n$/, 'import', program.folder, '--format', 'ics'],
      [/^.* is a directory; name a file\.\n$/, 'import', file, '--report', program.folder],
      [/^The directory .* does not exist\.\n$/, 'import', file, '--report', 'no/such/folder.csv'],
      [/^The directory .* does not exist\.\n$/, 'export', 'no/such/folder.jsonl'],
      [/^.* is a directory; name a file\.\n$/, 'restore', program.folder],
    ]
    for (const [said, ...words] of wrong) {
      const { code, stderr } = await program.call(words, environment)
      assert.equal(code, 1, words.join(' '))
      assert.match(stderr, said, words.join(' '))
    }
    const site = ['import', 'https://town.example', '--format', 'tec', '--user'] as const
    const unfit: readonly (readonly [RegExp, ...string[]])[] = [
      [/argument '' is invalid\. Must not be empty\./, 'import', file, '--source', ''],
      [/--user can only be used with a site/, 'import', file, '--user', 'editor:abcd'],
      [/--map can only be used with CSV/, 'import', todos, '--map', 'Was=title'],
      [/--map can only be used with CSV/, ...site, 'editor:abcd', '--map', 'Was=title'],
      [/--images can only be used with an export/, 'import', todos, '--images', program.folder],
      [/--user must be a username and an application password/, ...site, 'editor'],
      [/--user must be a username and an application password/, ...site, ':TOPSECRET'],
      [/--user must be a username and an application password/, ...site, ''],
    ]
    for (const [said, ...words] of unfit) {
      const { code, stderr } = await program.call(words, environment)
      assert.equal(code, 2, words.join(' '))
      assert.match(stderr, said, words.join(' '))
      assert.doesNotMatch(stderr, /TOPSECRET/)
    }
    const off = await program.call(['import', 'https://example.org/a.ics'], environment)
    assert.deepEqual([off.code, /CALENDS_OUTGOING=on/.test(off.stderr)], [1, true])
  } finally {
    program.remove()
  }
})
