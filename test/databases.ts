import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { openDatabase } from '../src/store/open.ts'
import type { CreatedDatabase } from './postgres.ts'
import { migratedFile, migratedOnServer } from './templates.ts'

/** An empty database without a service. */
export interface Bare {
  database: OpenDatabase
}

async function inFile(): Promise<CreatedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const url = await migratedFile(join(folder, 'calends.db'))
  return { url, drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) }
}

/** Runs the tests against a separate database of each supported engine. */
export function onEachBareDatabase(run: (bare: Bare) => void): void {
  const on = (make: () => Promise<CreatedDatabase>) => () => {
    const bare = {} as Bare
    let place: CreatedDatabase
    before(async () => {
      place = await make()
      bare.database = openDatabase(place.url)
    })
    after(async () => {
      await bare.database.close()
      await place.drop()
    })
    run(bare)
  }
  describe('on SQLite', on(inFile))
  const hasServer = process.env.TEST_POSTGRES_URL !== undefined
  describe(
    'on PostgreSQL',
    hasServer ? {} : { skip: 'TEST_POSTGRES_URL is not set; npm test starts a server' },
    hasServer ? on(() => migratedOnServer()) : undefined,
  )
}
