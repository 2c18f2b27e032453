import { sql, type Kysely } from 'kysely'
import { kinds, resourceNames, type Kind } from '../../resources/kinds.ts'
import { resources } from '../../resources/index.ts'
import type { Db } from '../sql/db.ts'
import { idRanges, isWithin } from '../sql/id-ranges.ts'
import type { Database, LinkKind } from '../sql/schema.ts'
import { inTransaction } from '../sql/write-queue.ts'

/** Finds rows whose other half is missing: links and texts of nothing, and resources without the text of their original. */

export interface OrphanedLink {
  readonly event_id: number
  readonly kind: LinkKind
  readonly target: number
  /** Whether the event is what is missing. */
  readonly lacksEvent: boolean
}

const linksAtOnce = 10_000

/** The table of what each kind of link leads to. */
const targets = Object.values(resources).flatMap(({ linkedAs, name }) =>
  linkedAs === undefined ? [] : [[linkedAs, name] as const],
)

const hasTarget = sql.join(
  targets.map(
    ([kind, table]) =>
      sql`(kind = ${sql.lit(kind)} and exists (select 1 from ${sql.table(table)} as linked where linked.id = target))`,
  ),
  sql` or `,
)

const hasEvent = sql`exists (select 1 from events where events.id = event_links.event_id)`

/** Links of events, or to venues, organizers and terms, that do not exist. */
export async function* findOrphanedLinks(db: Kysely<Database>): AsyncGenerator<readonly OrphanedLink[]> {
  for await (const range of idRanges(db, 'event_links', 'event_id', linksAtOnce)) {
    const { rows } = await sql<Omit<OrphanedLink, 'lacksEvent'> & { known: number }>`
      select event_id, kind, target, case when ${hasEvent} then 1 else 0 end as known from event_links
      where ${isWithin('event_id', range)} and not (${hasEvent} and (${hasTarget}))
      order by event_id, kind, position`.execute(db)
    if (rows.length > 0)
      yield rows.map(({ known, ...link }) => ({ ...link, lacksEvent: Number(known) === 0 }))
  }
}

/** Removes them, as deleting either end does. */
export const removeLinks = (db: Db, links: readonly OrphanedLink[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const { event_id, kind, target } of links)
      await trx
        .deleteFrom('event_links')
        .where('event_id', '=', event_id)
        .where('kind', '=', kind)
        .where('target', '=', target)
        .execute()
  })

export interface LostHalf {
  readonly kind: Kind
  readonly id: number
  /** Of the text that has no resource, or that the resource lacks. */
  readonly language: string
  /** What the orphaned text is called; undefined if it is the text that is missing. */
  readonly title?: string | undefined
}

const textsAtOnce = 10_000

async function* orphanedTexts(db: Kysely<Database>, kind: Kind): AsyncGenerator<readonly LostHalf[]> {
  const { name, texts, titleField } = resources[resourceNames[kind]]
  for await (const range of idRanges(db, `${kind}_texts`, 'id', textsAtOnce)) {
    const { rows } = await sql<{ id: number; language: string; title: string | null }>`
      select id, language, ${sql.ref(titleField)} as title from ${sql.table(texts)} as texts
      where ${isWithin('id', range)} and not exists (select 1 from ${sql.table(name)} as owner where owner.id = texts.id)
      order by id, language`.execute(db)
    if (rows.length > 0)
      yield rows.map(({ id, language, title }) => ({ kind, id, language, title: title ?? '' }))
  }
}

async function* missingOriginals(db: Kysely<Database>, kind: Kind): AsyncGenerator<readonly LostHalf[]> {
  const { name, texts } = resources[resourceNames[kind]]
  for await (const range of idRanges(db, name, 'id', textsAtOnce)) {
    const { rows } = await sql<{ id: number; language: string }>`
      select id, original_language as language from ${sql.table(name)} as owner
      where ${isWithin('id', range)} and not exists (
        select 1 from ${sql.table(texts)} as texts where texts.id = owner.id and texts.language = owner.original_language)
      order by id`.execute(db)
    if (rows.length > 0) yield rows.map((row) => ({ kind, ...row }))
  }
}

/** Texts without their resource, and resources without the text in their original language. */
export async function* findLostHalves(db: Kysely<Database>): AsyncGenerator<readonly LostHalf[]> {
  for (const kind of kinds) {
    yield* orphanedTexts(db, kind)
    yield* missingOriginals(db, kind)
  }
}
