import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { tellOperator } from './console.ts'
import { reasonOrMessage } from './error-messages.ts'

const [initialDelayMs, maxDelayMs] = [100, 3_000]

async function availabilityError({ db, dialect }: OpenDatabase): Promise<Error | undefined> {
  try {
    await sql`select 1`.execute(db)
    return undefined
  } catch (error) {
    if (!dialect.isUnavailable(error)) throw error
    return error as Error
  }
}

/** Waits for the database with increasing delays, because services may start in any order. */
export async function waitForDatabase(database: OpenDatabase, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000
  let last = await availabilityError(database)
  if (last === undefined) return
  if (seconds > 0)
    tellOperator(
      `${database.dialect.displayName} is not available yet (${reasonOrMessage(last)}); waiting up to ${seconds} seconds.`,
    )
  for (
    let milliseconds = initialDelayMs;
    last !== undefined;
    milliseconds = Math.min(2 * milliseconds, maxDelayMs)
  ) {
    if (Date.now() + milliseconds > end) throw last
    await pause(milliseconds)
    last = await availabilityError(database)
  }
  tellOperator('The database is available.')
}
