import type { Kysely } from 'kysely'
import type { Resource } from '../../resources/resource.ts'
import type { Database } from '../sql/schema.ts'
import { asUntyped } from '../sql/untyped.ts'

/** Returns the IDs that still exist and are not in the trash. */
export async function liveOf(
  db: Kysely<Database>,
  { name, family }: Resource,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await asUntyped(db)
    .selectFrom(name)
    .select('id')
    .where('id', 'in', ids)
    .$if(family === 'entries', (query) => query.where('status', '<>', 'trash'))
    .execute()
  return new Set(rows.map(({ id }) => id as number))
}
