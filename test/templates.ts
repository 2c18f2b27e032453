import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { migrate, openDatabase } from '../src/store/open.ts'
import { createDatabase, type CreatedDatabase } from './postgres.ts'

/**
 * Databases that are migrated once for a run of all tests. Each test that needs one of its own copies it, because a copy
 * takes a tenth of the time of the migrations.
 */

/** The folder that a run keeps them in; without one, tests migrate their databases themselves. */
const folder = process.env.TEST_TEMPLATES

const fileIn = (place: string) => join(place, 'calends.db')

const nameOnServer = (place: string) => basename(place).toLowerCase().replace(/\W/g, '_')

async function migrateAll(url: string): Promise<void> {
  const database = openDatabase(url)
  await migrate(database)
  await database.close()
}

export interface Templates {
  /** For the processes of the tests. */
  readonly folder: string
  remove(): Promise<void>
}

export async function createTemplates(serverUrl: string): Promise<Templates> {
  const place = mkdtempSync(join(tmpdir(), 'calends-templates-'))
  await migrateAll(`sqlite:${fileIn(place)}`)
  const { url, drop } = await createDatabase(serverUrl, { name: nameOnServer(place) })
  await migrateAll(url)
  return {
    folder: place,
    async remove() {
      await drop()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** A migrated database at this path. */
export async function migratedFile(path: string): Promise<string> {
  const url = `sqlite:${path}`
  if (folder === undefined) await migrateAll(url)
  else copyFileSync(fileIn(folder), path)
  return url
}

/** A migrated database of its own on the server. */
export async function migratedOnServer(): Promise<CreatedDatabase> {
  const server = process.env.TEST_POSTGRES_URL!
  if (folder !== undefined) return createDatabase(server, { template: nameOnServer(folder) })
  const created = await createDatabase(server)
  await migrateAll(created.url)
  return created
}
