import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { sqliteDialect } from './sqlite.ts'

/** A disk that flushes only when the test lets it. */
class ManualDisk {
  private readonly waiting: { resolve(): void; reject(error: Error): void }[] = []
  syncCount = 0

  readonly sync = () => {
    this.syncCount += 1
    return new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  completeSync(): void {
    this.waiting.shift()!.resolve()
  }

  failSync(): void {
    this.waiting.shift()!.reject(new Error('EIO: i/o error, fdatasync'))
  }

  async untilSynced(times: number): Promise<void> {
    while (this.syncCount < times) await pause(1)
  }
}

interface Tables {
  words: { word: string }
}

async function openFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const disk = new ManualDisk()
  const dialect = sqliteDialect(join(folder, 'some.db'), disk.sync)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  t.after(async () => {
    await db.destroy()
    await dialect.close()
    rmSync(folder, { recursive: true })
  })
  const created = sql`create table words (word text)`.execute(db)
  await disk.untilSynced(1)
  disk.completeSync()
  await created
  disk.syncCount = 0
  const write = (word: string) =>
    db.transaction().execute((trx) => trx.insertInto('words').values({ word }).execute())
  const words = async () => (await db.selectFrom('words').selectAll().execute()).map(({ word }) => word)
  return { db, dialect, disk, write, words }
}

const isSettled = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), pause(30).then(() => false)])

test('a write resolves when it is flushed, and reads do not wait for that', async (t) => {
  const { disk, write, words } = await openFile(t)
  const written = write('one')
  await disk.untilSynced(1)
  assert.deepEqual(await words(), ['one'])
  assert.equal(await isSettled(written), false)
  disk.completeSync()
  await written
  assert.equal(disk.syncCount, 1)
})

test('a write without a transaction waits for the flush too, and a read causes none', async (t) => {
  const { db, disk, words } = await openFile(t)
  const written = db.insertInto('words').values({ word: 'one' }).execute()
  await disk.untilSynced(1)
  assert.equal(await isSettled(written), false)
  disk.completeSync()
  await written
  await words()
  assert.equal(disk.syncCount, 1)
})

test('writes during a flush wait for the next one, which they share', async (t) => {
  const { disk, write } = await openFile(t)
  const first = write('one')
  await disk.untilSynced(1)
  const [second, third] = [write('two'), write('three')]
  assert.equal(await isSettled(second), false)
  disk.completeSync()
  await first
  assert.equal(await isSettled(second), false)
  await disk.untilSynced(2)
  disk.completeSync()
  await Promise.all([second, third])
  assert.equal(disk.syncCount, 2)
})

test('after a failed flush the write is not acknowledged, and no other one begins', async (t) => {
  const { dialect, disk, write } = await openFile(t)
  const written = write('one')
  await disk.untilSynced(1)
  disk.failSync()
  await assert.rejects(written, (error) => {
    assert.match(String(error), /The disk did not keep what was written to .*some\.db/)
    return dialect.isUnavailable(error)
  })
  assert.throws(() => dialect.requireIntact(), /The disk did not keep/)
  await assert.rejects(write('two'), /The disk did not keep/)
})
