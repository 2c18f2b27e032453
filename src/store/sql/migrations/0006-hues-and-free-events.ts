import { sql, type Kysely } from 'kysely'
import { isFree } from '../../../resources/events/shown-cost.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { fillFlag } from './fill-flag.ts'

/** Categories have a hue, and lists can filter events by whether they are free. */
export const huesAndFreeEvents = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('categories').addColumn('hue', dialect.integer).execute()
    await db.schema.alterTable('events').addColumn('is_free', dialect.integer).execute()
    await fillFlag(db, {
      column: 'is_free',
      read: (after, limit) => sql<{ readonly id: number; readonly cost: string }>`
        select events.id, event_texts.cost from events
        join event_texts on event_texts.id = events.id and event_texts.language = events.original_language
        where events.id > ${after} and event_texts.cost <> '' order by events.id limit ${limit}`,
      isSet: ({ cost }) => isFree(cost),
    })
    await db.schema
      .createIndex('events_free')
      .on('events')
      .columns(['status', 'is_free', 'start_utc', 'id', 'end_utc'])
      .execute()
  },
})
