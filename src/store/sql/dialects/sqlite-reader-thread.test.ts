import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { createReaderThread } from './sqlite-reader-thread.ts'

const megabyte = 1024 * 1024

/** A file whose log nobody but the thread aside looks after. */
function openFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const path = join(folder, 'some.db')
  const file = new Sqlite(path)
  file.pragma('journal_mode = WAL')
  file.pragma('wal_autocheckpoint = 0')
  file.exec('create table some (id integer primary key, text text)')
  const aside = createReaderThread(path)
  t.after(async () => {
    await aside.close()
    file.close()
    rmSync(folder, { recursive: true })
  })
  const write = (megabytes: number) =>
    file.prepare('insert into some (text) values (?)').run('x'.repeat(megabytes * megabyte))
  return { path, file, aside, write }
}

test('a long log is written to its place, without whoever wrote it', async (t) => {
  const { path, aside, write } = openFile(t)
  write(1)
  aside.committed()
  await pause(100)
  assert.ok(statSync(path).size < megabyte)

  write(5)
  aside.committed()
  const begun = performance.now()
  while (statSync(path).size < 5 * megabyte) {
    assert.ok(performance.now() - begun < 5_000, 'the log stays as long as it is')
    await pause(10)
  }
})

test('ids are read as they are, however large', async (t) => {
  const { aside, file } = openFile(t)
  for (const id of [1, 4_711, 2 ** 40]) file.prepare('insert into some (id) values (?)').run(BigInt(id))
  const query = CompiledQuery.raw('select id from some where id > ?', [1])

  assert.deepEqual([...(await aside.ids(query))], [4_711, 2 ** 40])
})

test('a failing query reports the reason, and the next one succeeds', async (t) => {
  const { aside } = openFile(t)

  await assert.rejects(aside.ids(CompiledQuery.raw('select id from nowhere')), /no such table: nowhere/)
  assert.deepEqual([...(await aside.ids(CompiledQuery.raw('select id from some')))], [])
})
