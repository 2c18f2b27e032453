import { sql, type Kysely } from 'kysely'
import { resources } from '../../../resources/index.ts'
import type { Item, Resource } from '../../../resources/resource.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { asUntyped } from '../untyped.ts'
import type { Database } from '../schema.ts'
import { textRow, type Text } from '../texts.ts'

/** The kinds that existed then; later ones have no tables yet. */
const folded = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

/** Normalizes texts again, so that searches match all spellings of umlauts and both kinds of kana. */
export const foldedTexts = (dialect: Dialect) => ({
  async up(db: Kysely<Database>) {
    // Nothing visible to visitors has changed. The newest migration recreates the triggers.
    await dialect.untrackChanges(db)
    for (const name of folded) await foldTexts(db, resources[name])
  },
})

const textsAtOnce = 100

async function foldTexts(db: Kysely<Database>, resource: Resource) {
  for (let from = 0; ;) {
    const texts = (await asUntyped(db)
      .selectFrom(resource.texts)
      .selectAll()
      .where('text_id', '>', from)
      .orderBy('text_id')
      .limit(textsAtOnce)
      .execute()) as (Text & { id: number; text_id: number })[]
    if (texts.length === 0) return
    await updateFolded(db, resource, texts)
    from = texts.at(-1)!.text_id
  }
}

async function updateFolded(
  db: Kysely<Database>,
  resource: Resource,
  texts: readonly (Text & { id: number })[],
) {
  const rows = (await asUntyped(db)
    .selectFrom(resource.name)
    .selectAll()
    .where('id', 'in', [...new Set(texts.map(({ id }) => id))])
    .execute()) as Item['row'][]
  const byId = new Map(rows.map((row) => [row.id, row]))
  const changed = texts.flatMap((text) => {
    const row = byId.get(text.id)
    const fresh = row && textRow(resource, row, text)
    return fresh && (fresh.search !== text.search || fresh.sort !== text.sort) ? [fresh] : []
  })
  if (changed.length === 0) return
  const fresh = changed.map(
    ({ text_id, search, sort }) =>
      sql`select cast(${text_id} as integer) as text_id, cast(${search} as text) as search, cast(${sort} as text) as sort`,
  )
  await sql`update ${sql.table(resource.texts)} set search = fresh.search, sort = fresh.sort
    from (${sql.join(fresh, sql` union all `)}) as fresh
    where ${sql.ref(`${resource.texts}.text_id`)} = fresh.text_id`.execute(db)
}
