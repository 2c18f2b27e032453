import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { sqliteDialect } from './sqlite.ts'

/** A disk that keeps what was written when it is told to. */
class SlowDisk {
  private readonly waiting: { kept(): void; failed(error: Error): void }[] = []
  told = 0

  readonly sync = () => {
    this.told += 1
    return new Promise<void>((kept, failed) => this.waiting.push({ kept, failed }))
  }

  keep(): void {
    this.waiting.shift()!.kept()
  }

  fail(): void {
    this.waiting.shift()!.failed(new Error('EIO: i/o error, fdatasync'))
  }

  async isTold(times: number): Promise<void> {
    while (this.told < times) await pause(1)
  }
}

interface Tables {
  words: { word: string }
}

async function openFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const disk = new SlowDisk()
  const dialect = sqliteDialect(join(folder, 'some.db'), disk.sync)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  t.after(async () => {
    await db.destroy()
    await dialect.close()
    rmSync(folder, { recursive: true })
  })
  const created = sql`create table words (word text)`.execute(db)
  await disk.isTold(1)
  disk.keep()
  await created
  disk.told = 0
  const write = (word: string) =>
    db.transaction().execute((trx) => trx.insertInto('words').values({ word }).execute())
  const words = async () => (await db.selectFrom('words').selectAll().execute()).map(({ word }) => word)
  return { db, dialect, disk, write, words }
}

const isSettled = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), pause(30).then(() => false)])

test('a write is done when the disk has it, and reads do not wait for that', async (t) => {
  const { disk, write, words } = await openFile(t)
  const written = write('one')
  await disk.isTold(1)
  assert.deepEqual(await words(), ['one'])
  assert.equal(await isSettled(written), false)
  disk.keep()
  await written
  assert.equal(disk.told, 1)
})

test('a write without a transaction waits for the disk too, and a read tells it nothing', async (t) => {
  const { db, disk, words } = await openFile(t)
  const written = db.insertInto('words').values({ word: 'one' }).execute()
  await disk.isTold(1)
  assert.equal(await isSettled(written), false)
  disk.keep()
  await written
  await words()
  assert.equal(disk.told, 1)
})

test('what was written while the disk was at work waits for the next flush, which is one for all', async (t) => {
  const { disk, write } = await openFile(t)
  const first = write('one')
  await disk.isTold(1)
  const [second, third] = [write('two'), write('three')]
  assert.equal(await isSettled(second), false)
  disk.keep()
  await first
  assert.equal(await isSettled(second), false)
  await disk.isTold(2)
  disk.keep()
  await Promise.all([second, third])
  assert.equal(disk.told, 2)
})

test('after a flush that failed the write is not acknowledged, and no other is begun', async (t) => {
  const { dialect, disk, write } = await openFile(t)
  const written = write('one')
  await disk.isTold(1)
  disk.fail()
  await assert.rejects(written, (error) => {
    assert.match(String(error), /The disk did not keep what was written to .*some\.db/)
    return dialect.isUnavailable(error)
  })
  assert.throws(() => dialect.requireIntact(), /The disk did not keep/)
  await assert.rejects(dialect.readyToWrite(), /The disk did not keep/)
})
