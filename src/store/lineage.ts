import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './sql/schema.ts'

/**
 * Which history the data of a database belongs to: a random number. Every new database has its own, copies and imports
 * included, and one that is restored gets another. What it writes from then on has numbers and versions that the former
 * history may have used for other changes, and clients know those.
 */

export const newLineage = (): number => randomInt(2 ** 48 - 1)

export const lineageOf = async (db: Pick<Kysely<Database>, 'selectFrom'>): Promise<number> =>
  (await db.selectFrom('lineage').select('id').executeTakeFirstOrThrow()).id

/** Reads the lineage once, because it changes only while the service is stopped. */
export function createLineage(db: Kysely<Database>): () => Promise<number> {
  let cached: number | undefined
  return async () => (cached ??= await lineageOf(db))
}

/** Begins a new history. A database of an older version gets a lineage when it is migrated. */
export async function renewLineage(db: Kysely<Database>): Promise<void> {
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'lineage'))
    await db.updateTable('lineage').set({ id: newLineage() }).execute()
}
