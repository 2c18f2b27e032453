import type { Kysely } from 'kysely'
import { newLineage } from '../../lineage.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Database } from '../schema.ts'

/**
 * Each change names the history that it belongs to (`store/lineage.ts`). What was recorded so far has the name of the
 * database, because the tokens of clients contain that.
 */
export const lineages = ({ integer }: Dialect) => ({
  async up(db: Kysely<Database>) {
    const named = await db
      .deleteFrom('settled_texts')
      .where('name', '=', 'database')
      .returning('value')
      .execute()
    const id = named[0] === undefined ? newLineage() : Number.parseInt(named[0].value, 16)
    await db.schema
      .createTable('lineage')
      .addColumn('id', integer, (column) => column.notNull())
      .execute()
    await db.insertInto('lineage').values({ id }).execute()
    await db.schema
      .alterTable('change_feed')
      .addColumn('lineage', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.updateTable('change_feed').set({ lineage: id }).execute()
  },
})
