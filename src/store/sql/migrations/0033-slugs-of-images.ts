import { sql, type Kysely } from 'kysely'

/** Images are found by the name of the file that was uploaded; that of older ones was not recorded. */
export const slugsOfImages = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('images').addColumn('slug', 'text').execute()
    await sql`create index images_slug on images (slug)`.execute(db)
  },
}
