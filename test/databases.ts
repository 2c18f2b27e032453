import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { createDatabase } from './postgres.ts'

/** An empty database without a service. */
export interface Bare {
  database: OpenDatabase
}

type Place = { readonly url: string; readonly drop: () => Promise<void> }

function inFile(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-test-'))
  const drop = () => Promise.resolve(rmSync(folder, { recursive: true, force: true }))
  return Promise.resolve({ url: `sqlite:${join(folder, 'calends.db')}`, drop })
}

const onServer = (): Promise<Place> => createDatabase(process.env.TEST_POSTGRES_URL!)

/** Runs the tests against a database of their own, of each that we keep data in. */
export function onEachBareDatabase(run: (bare: Bare) => void): void {
  const on = (make: () => Promise<Place>) => () => {
    const bare = {} as Bare
    let place: Place
    before(async () => {
      place = await make()
      bare.database = openDatabase(place.url)
      await migrate(bare.database)
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
    hasServer ? on(onServer) : undefined,
  )
}
