import type { Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** The records that were left out of an import with a schedule, because each of its runs reads them again. */
export const leftOutRecords = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_left_out')
      .addColumn('import', dialect.integer, (column) => column.notNull())
      .addColumn('external_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_left_out_key', ['import', 'external_id'])
      .execute()
  },
})
