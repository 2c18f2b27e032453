import { sql, type Kysely } from 'kysely'
import { isFree } from '../../../resources/events/shown-cost.ts'
import type { Dialect } from '../dialects/dialect.ts'

/** Categories have a hue, and lists can filter events by whether they are free. */
export const huesAndFreeEvents = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    await db.schema.alterTable('categories').addColumn('hue', dialect.integer).execute()
    await db.schema.alterTable('events').addColumn('is_free', dialect.integer).execute()
    await fillFreeEvents(db)
    await db.schema
      .createIndex('events_free')
      .on('events')
      .columns(['status', 'is_free', 'start_utc', 'id', 'end_utc'])
      .execute()
  },
})

interface Cost {
  readonly id: number
  readonly cost: string
}

const costsAtOnce = 1_000

async function fillFreeEvents(db: Kysely<unknown>) {
  for (let last = 0; ;) {
    const { rows } = await sql<Cost>`
      select events.id, event_texts.cost from events
      join event_texts on event_texts.id = events.id and event_texts.language = events.original_language
      where events.id > ${last} and event_texts.cost <> '' order by events.id limit ${costsAtOnce}`.execute(
      db,
    )
    if (rows.length === 0) return
    for (const free of [false, true])
      await updateFree(
        db,
        free,
        rows.filter(({ cost }) => isFree(cost) === free).map(({ id }) => id),
      )
    last = rows.at(-1)!.id
  }
}

async function updateFree(db: Kysely<unknown>, free: boolean, ids: readonly number[]) {
  if (ids.length > 0)
    await sql`update events set is_free = ${Number(free)} where id in (${sql.join(ids)})`.execute(db)
}
