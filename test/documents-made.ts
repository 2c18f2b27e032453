import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../src/store/sql/schema.ts'

/** Resolves when the service has rendered the documents missing at its start and writes nothing more by itself. */
export async function documentsMade(db: Kysely<Database>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const made = await db.selectFrom('renderings').select('is_complete').executeTakeFirst()
    if (made?.is_complete === 1) return
    await pause(25)
  }
  assert.fail('the documents were not made in time')
}
