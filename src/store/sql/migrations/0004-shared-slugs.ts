import { sql, type Kysely } from 'kysely'
import type { TextTableName } from '../../../resources/kinds.ts'

const texts: readonly TextTableName[] = [
  'event_texts',
  'venue_texts',
  'organizer_texts',
  'category_texts',
  'tag_texts',
]

/** The texts of one resource may share a slug, which a unique index cannot distinguish from those of two resources. */
export const sharedSlugs = () => ({
  async up(db: Kysely<unknown>) {
    for (const name of texts) {
      await db.schema.dropIndex(`${name}_slug`).execute()
      await sql`create index ${sql.id(`${name}_slug`)} on ${sql.table(name)} (slug, id) where live = 1`.execute(
        db,
      )
    }
  },
})
