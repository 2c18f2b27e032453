import { sql, type Kysely } from 'kysely'
import { nameKey } from '../../../resources/reference-checks.ts'
import { sortedCharacters } from '../../../text/search.ts'
import { identifierKey, sourceKey } from '../../imports/keys.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { asUntyped } from '../untyped.ts'
import type { Database } from '../schema.ts'

/**
 * What is too long for an index of PostgreSQL, or cannot be stored there at all, is shortened as new values are: also on
 * SQLite, so that its data can be copied there.
 */
export const boundedKeys = (dialect: Dialect) => ({
  async up(db: Kysely<Database>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await indexBeginnings(db)
    await boundNames(db)
    await boundImported(db)
  },
})

async function indexBeginnings(db: Kysely<Database>) {
  await db.schema.dropIndex('image_addresses').execute()
  await sql`create index image_addresses on images (substr(url, 1, 300))`.execute(db)
}

async function boundNames(db: Kysely<Database>) {
  for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const)
    await sql`update ${sql.table(`${kind}_texts`)} set sort = substr(sort, 1, ${sql.lit(sortedCharacters)})
      where length(sort) > ${sql.lit(sortedCharacters)}`.execute(db)
  for (const table of ['category_texts', 'tag_texts'] as const) await bound(db, table, 'name_key', nameKey)
}

async function boundImported(db: Kysely<Database>) {
  for (const table of ['imports', 'imported'] as const) await bound(db, table, 'source', sourceKey)
  const imports = await db.selectFrom('imports').select('id').execute()
  for (const { id } of imports)
    for (const table of ['import_rows', 'import_left_out'] as const)
      await bound(db, table, 'external_id', identifierKey, { import: id })
  const sources = await db.selectFrom('imported').select('source').distinct().execute()
  for (const { source } of sources) await bound(db, 'imported', 'external_id', identifierKey, { source })
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
    .execute()) as Record<string, string | null>[]
  for (const text of rows.flatMap((row) => row[column] ?? []))
    if (keyOf(text) !== text)
      await asUntyped(db)
        .updateTable(table)
        .set({ [column]: keyOf(text) })
        .where((eb) => eb.and({ ...part, [column]: text }))
        .execute()
}
