import type { Kysely } from 'kysely'
import type { StoredSettings } from '../config/in-effect.ts'
import type { Database } from './sql/schema.ts'
import type { Trx } from './sql/write-queue.ts'

/** Settings that administrators have changed while the service was running (interface: System). */

export async function readStoredSettings(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').selectAll().execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Null removes a value. */
export async function storeSettings(trx: Trx, changes: ReadonlyMap<string, string | null>): Promise<void> {
  await trx
    .deleteFrom('settings')
    .where('name', 'in', [...changes.keys()])
    .execute()
  const values = [...changes].flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  if (values.length > 0) await trx.insertInto('settings').values(values).execute()
}
