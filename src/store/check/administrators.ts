import type { Kysely } from 'kysely'
import { versionOf } from '../changes/change-log.ts'
import type { Database } from '../sql/schema.ts'

/** How many users there are, and whether nobody may administer; a database that nothing was written to needs nobody. */
export async function findAdministration(
  db: Kysely<Database>,
): Promise<{ readonly users: number; readonly isMissing: boolean }> {
  const { users } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow()
  const administrator = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst()
  const isNew = users === 0 && (await versionOf(db)) === 0
  return { users: Number(users), isMissing: administrator === undefined && !isNew }
}
