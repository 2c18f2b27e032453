import type { Kysely } from 'kysely'
import { identifierKey, sourceKey } from '../../imports/keys.ts'
import { asUntyped } from '../untyped.ts'
import type { Database } from '../schema.ts'

/**
 * Sources and identifiers that are too long for an index of PostgreSQL, or that it cannot store at all, are shortened as new
 * ones are, so that their records are recognized and can be copied there.
 */
export const boundedKeys = {
  async up(db: Kysely<Database>) {
    for (const table of ['imports', 'imported'] as const) await bound(db, table, 'source', sourceKey)
    const imports = await db.selectFrom('imports').select('id').execute()
    for (const { id } of imports)
      for (const table of ['import_rows', 'import_left_out'] as const)
        await bound(db, table, 'external_id', identifierKey, { import: id })
    const sources = await db.selectFrom('imported').select('source').distinct().execute()
    for (const { source } of sources) await bound(db, 'imported', 'external_id', identifierKey, { source })
  },
}

/** Compared here, because each database finds such texts in another way. */
async function bound(
  db: Kysely<Database>,
  table: keyof Database,
  column: string,
  keyOf: (text: string) => string,
  part: Readonly<Record<string, unknown>> = {},
) {
  const rows = (await asUntyped(db)
    .selectFrom(table)
    .select(column)
    .distinct()
    .where((eb) => eb.and(part))
    .execute()) as Record<string, string>[]
  for (const text of rows.map((row) => row[column]!))
    if (keyOf(text) !== text)
      await asUntyped(db)
        .updateTable(table)
        .set({ [column]: keyOf(text) })
        .where((eb) => eb.and({ ...part, [column]: text }))
        .execute()
}
