import type { Kysely } from 'kysely'

/** Decisions record the language of the title of their event; what was decided before has none. */
export const languagesOfDecisions = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit_log').addColumn('target_language', 'text').execute()
  },
}
