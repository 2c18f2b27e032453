import Sqlite from 'better-sqlite3'
import type { Kysely } from 'kysely'
import type { Instant } from '../../time/index.ts'
import type { Database } from '../sql/schema.ts'
import { findState } from '../sql/state.ts'

/**
 * When the data was last backed up, stored in both the original and the copy, so that a restored database knows when
 * its backup was made.
 */

const name = 'last_backup'

export const lastBackup = (db: Kysely<Database>): Promise<Instant | undefined> => findState(db, name)

/** Does not change the version of the data, because no response depends on it. */
export function recordBackup(file: string, moment: Instant): void {
  const database = new Sqlite(file, { fileMustExist: true })
  try {
    database.prepare('insert or replace into state (name, value) values (?, ?)').run(name, moment)
  } finally {
    database.close()
  }
}

/** The same for a database on a server. */
export async function recordBackupIn(db: Kysely<Database>, moment: Instant): Promise<void> {
  await db
    .insertInto('state')
    .values({ name, value: moment })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: moment }))
    .execute()
}
