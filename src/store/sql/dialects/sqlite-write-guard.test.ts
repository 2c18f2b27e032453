import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { sqliteDialect } from './sqlite.ts'

interface Tables {
  words: { word: string }
}

async function openFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const path = join(folder, 'some.db')
  const dialect = sqliteDialect(path)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  await sql`create table words (word text)`.execute(db)
  const otherProcess = new Sqlite(path)
  t.after(async () => {
    otherProcess.close()
    await db.destroy()
    await dialect.close()
    rmSync(folder, { recursive: true })
  })
  const write = (word: string) =>
    db.transaction().execute((trx) => trx.insertInto('words').values({ word }).execute())
  const words = async () => (await db.selectFrom('words').selectAll().execute()).map(({ word }) => word)
  return { otherProcess, write, words }
}

test('transactions that find the lock taken wait for it without keeping reads waiting', async (t) => {
  const { otherProcess, write, words } = await openFile(t)
  otherProcess.exec('begin immediate')
  let written = 0
  const writes = ['one', 'two'].map((word) => write(word).then(() => (written += 1)))
  for (let time = 0; time < 10; time += 1) {
    assert.deepEqual(await words(), [])
    await pause(10)
  }
  assert.equal(written, 0)
  otherProcess.exec('rollback')
  await Promise.all(writes)
  assert.deepEqual((await words()).sort(), ['one', 'two'])
})

test('a transaction gives up a lock that is never released, and the next one succeeds', async (t) => {
  const { otherProcess, write, words } = await openFile(t)
  otherProcess.exec('begin immediate')
  await assert.rejects(write('one'), { code: 'SQLITE_BUSY' })
  otherProcess.exec('rollback')
  await write('two')
  assert.deepEqual(await words(), ['two'])
})
