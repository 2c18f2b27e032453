import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'

/** The kinds that existed then, with their texts. */
const texts = {
  events: 'event_texts',
  venues: 'venue_texts',
  organizers: 'organizer_texts',
  categories: 'category_texts',
  tags: 'tag_texts',
} as const

/** Translations record which fields of the original have changed since; before, they recorded only that some have. */
export const outdatedFields = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    for (const [resource, name] of Object.entries(texts)) {
      await db.schema.alterTable(name).addColumn('outdated_fields', 'text').execute()
      await sql`update ${sql.table(name)} set outdated_fields = '' where text_id in (
        select told.text_id from ${sql.table(resource)} as item
        join ${sql.table(name)} as original on original.id = item.id and original.language = item.original_language
        join ${sql.table(name)} as told on told.id = item.id and told.language <> item.original_language
        where told.based_on < original.version)`.execute(db)
      await db.schema.alterTable(name).dropColumn('version').execute()
      await db.schema.alterTable(name).dropColumn('based_on').execute()
    }
  },
})
