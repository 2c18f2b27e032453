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

/** A file whose log is checkpointed only by the reader thread. */
function openFile(t: TestContext, waitMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const path = join(folder, 'some.db')
  const file = new Sqlite(path)
  file.pragma('journal_mode = WAL')
  file.pragma('wal_autocheckpoint = 0')
  file.exec('create table some (id integer primary key, text text)')
  const thread = createReaderThread(path, waitMs)
  t.after(async () => {
    await thread.close()
    file.close()
    rmSync(folder, { recursive: true })
  })
  const write = (megabytes: number) =>
    file.prepare('insert into some (text) values (?)').run('x'.repeat(megabytes * megabyte))
  return { path, file, thread, write }
}

test('a long log is checkpointed without the writing connection', async (t) => {
  const { path, thread, write } = openFile(t)
  write(1)
  thread.committed()
  await pause(100)
  assert.ok(statSync(path).size < megabyte)

  write(5)
  thread.committed()
  const begun = performance.now()
  while (statSync(path).size < 5 * megabyte) {
    assert.ok(performance.now() - begun < 5_000, 'the log stays as long as it is')
    await pause(10)
  }
})

test('large ids are read exactly', async (t) => {
  const { thread, file } = openFile(t)
  for (const id of [1, 4_711, 2 ** 40]) file.prepare('insert into some (id) values (?)').run(BigInt(id))
  const query = CompiledQuery.raw('select id from some where id > ?', [1])

  assert.deepEqual([...(await thread.ids(query))], [4_711, 2 ** 40])
})

test('a failing query reports the reason, and the next one succeeds', async (t) => {
  const { thread } = openFile(t)

  await assert.rejects(thread.ids(CompiledQuery.raw('select id from nowhere')), /no such table: nowhere/)
  assert.deepEqual([...(await thread.ids(CompiledQuery.raw('select id from some')))], [])
})

test('a query that has waited too long for others is not run, however many short ones may wait', async (t) => {
  const { thread } = openFile(t, 100)
  const first = CompiledQuery.raw('select 1 as id')
  const counting = (to: number) =>
    CompiledQuery.raw(
      `with recursive numbers(id) as (select 1 union all select id + 1 from numbers where id < ${to}) select max(id) as id from numbers`,
    )

  await thread.ids(first)
  await Promise.all(Array.from({ length: 100 }, () => thread.ids(first)))
  const found = await Promise.allSettled([5_000_000, 1, 2].map((to) => thread.ids(counting(to))))
  assert.deepEqual(
    found.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.match(String((found[1] as PromiseRejectedResult).reason), /unavailable/)
  assert.deepEqual([...(await thread.ids(counting(3)))], [3])
})
