import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Sqlite from 'better-sqlite3'
import { VersionReader } from './sqlite-versions.ts'

function openFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const path = join(folder, 'some.db')
  const writer = new Sqlite(path)
  writer.pragma('journal_mode = wal')
  writer.exec("create table state (name text primary key, value); insert into state values ('version', 1)")
  const versions = new VersionReader(path)
  t.after(() => {
    versions.close()
    writer.close()
    rmSync(folder, { recursive: true })
  })
  return { writer, versions }
}

const nextCallback = () => new Promise<void>((resolve) => process.nextTick(resolve))

test('a callback sees what another process committed before it, even in the same turn of the event loop', async (t) => {
  const { writer, versions } = openFile(t)
  const before = versions.read()
  await nextCallback()

  writer.exec('update state set value = 2')
  const after = versions.read()

  assert.deepEqual([before, after], [1, 2])
})

test('a callback reads the version once', async (t) => {
  const { writer, versions } = openFile(t)

  const first = versions.read()
  writer.exec('update state set value = 2')
  const again = await Promise.resolve().then(() => versions.read())
  await nextCallback()

  assert.deepEqual([first, again, versions.read()], [1, 1, 2])
})
