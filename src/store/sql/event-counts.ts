import { sql, type Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import { batchesOf } from '../../batches-of.ts'
import { changeEverything, type TouchedRow } from '../changes/change-log.ts'
import { countedAs } from '../changes/tracking.ts'
import { insertRows } from './insert-rows.ts'
import { prepareByIds } from './prepared-queries.ts'
import type { Database, EventTable, LinkKind } from './schema.ts'
import type { EventCountTable } from './schema/derived.ts'
import type { Trx } from './write-queue.ts'

/**
 * How many visible events link to a term, a venue or an organizer, in all languages and in each. The counts are updated
 * at the end of every transaction, from what each touched event counted for before, as recorded by triggers.
 */

/** Stands for all languages together. */
export const allLanguages = ''

type Counts = Map<string, EventCountTable>

const keyOf = ({ kind, target, language }: EventCountTable) => `${kind} ${target} ${language}`

function add(counts: Counts, count: EventCountTable) {
  const before = counts.get(keyOf(count))
  counts.set(keyOf(count), { ...count, n: count.n + (before?.n ?? 0) })
}

/** Adds what an event counts for, such as `de fr|categories 5,tags 7`, once per link and language. */
function addCounted(counts: Counts, counted: string | null, sign: 1 | -1) {
  const [languages = '', links = ''] = counted?.split('|') ?? []
  for (const link of links === '' ? [] : links.split(',')) {
    const [kind, target] = link.split(' ')
    for (const language of [allLanguages, ...languages.trim().split(' ')])
      add(counts, { kind: kind as LinkKind, target: Number(target), language, n: sign })
  }
}

interface CountedEvent {
  readonly id: number
  readonly counted: string | null
  /** Number of links whose times or visibility differ from those of their event. */
  readonly stale: number
}

/** Whether the links of an event are visible; a protected event hides them. */
const visibleEvent =
  "case when events.status = 'publish' and events.hide_from_listings = 0 and events.password is null then 1 else 0 end"

/** Whether a link differs from its event in a duplicated column. */
export const isStaleLink = sql.raw<boolean>(
  `(event_links.start_utc <> events.start_utc or event_links.end_utc <> events.end_utc or event_links.visible <> ${visibleEvent})`,
)

const countedEvents = prepareByIds<CountedEvent>((db, ids) =>
  db
    .selectFrom('events')
    .select([
      'id',
      sql<string | null>`${sql.raw(countedAs('events.id'))}`.as('counted'),
      sql<number>`(select count(*) from event_links where event_id = events.id and ${isStaleLink})`.as(
        'stale',
      ),
    ])
    .where('id', 'in', ids),
)

const ofEvent = (column: string) =>
  sql`(select ${sql.raw(column)} from events where events.id = event_links.event_id)`

/** Links duplicate the columns that events are listed by, so that a list of one target is a range of an index. */
export const updateLinkColumns = (trx: Trx, where = sql``) =>
  sql`update event_links set visible = ${ofEvent(visibleEvent)}, start_utc = ${ofEvent('start_utc')}, end_utc = ${ofEvent('end_utc')} ${where}`.execute(
    trx,
  )

/** Columns of links that are derived from the event at the end of the transaction. */
export const placeholderColumns = { visible: 0, start_utc: 0, end_utc: 0 }

/** The columns that a new link takes from its event. */
export const linkColumnsOf = ({
  status,
  hide_from_listings,
  password,
  start_utc,
  end_utc,
}: Pick<EventTable, 'status' | 'hide_from_listings' | 'password' | 'start_utc' | 'end_utc'>) => ({
  visible: Number(status === 'publish' && hide_from_listings === 0 && (password ?? null) === null),
  start_utc,
  end_utc,
})

const idBatchSize = 1_000

/**
 * Updates the counts, and the duplicated columns of links, for the events that a transaction has touched so far. The
 * log then holds what these events count for now, so that a second call counts nothing twice.
 */
export async function updateCounts(trx: Trx, touched: readonly TouchedRow[]): Promise<void> {
  const rows = touched.filter(({ resource }) => resource === 'events')
  for (const some of batchesOf(rows, idBatchSize)) await updateCountsOf(trx, some)
}

async function updateCountsOf(trx: Trx, rows: readonly TouchedRow[]): Promise<void> {
  const events = await countedEvents(trx, idsOf(rows))
  const stale = events.filter(({ stale }) => Number(stale) > 0).map(({ id }) => id)
  if (stale.length > 0) await updateLinkColumns(trx, sql`where event_id in (${sql.join(stale)})`)
  const present = new Map(events.map(({ id, counted }) => [id, counted]))
  const moved = rows.filter(({ id, former }) => former !== (present.get(id) ?? null))
  const counts: Counts = new Map()
  for (const { id, former } of moved) {
    addCounted(counts, former, -1)
    addCounted(counts, present.get(id) ?? null, 1)
  }
  await write(trx, counts)
  await insertRows(
    trx,
    'changes',
    moved.map((row) => ({ ...row, former: present.get(row.id) ?? null })),
    'on conflict (version, resource, id) do update set former = excluded.former',
  )
}

/** Sorted by key to prevent deadlocks between writers of several rows. */
async function write(trx: Trx, counts: Counts): Promise<void> {
  const changed = [...counts]
    .filter(([, { n }]) => n !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  await insertRows(
    trx,
    'event_counts',
    changed.map(([, count]) => count),
    'on conflict (kind, target, language) do update set n = event_counts.n + excluded.n',
  )
}

const isVisible = sql`events.status = 'publish' and events.hide_from_listings = 0`

/** The counts, computed from all events. */
const freshCounts = sql<EventCountTable>`
  select event_links.kind, event_links.target, '' as language, count(*) as n
  from events join event_links on event_links.event_id = events.id where ${isVisible}
  group by event_links.kind, event_links.target
  union all
  select event_links.kind, event_links.target, event_texts.language, count(*)
  from events join event_links on event_links.event_id = events.id join event_texts on event_texts.id = events.id
  where ${isVisible} group by event_links.kind, event_links.target, event_texts.language`

/** Recomputes all counts, for example after rows were written without the service. */
export async function rebuildCounts(trx: Trx): Promise<void> {
  await updateLinkColumns(trx)
  await trx.deleteFrom('event_counts').execute()
  await sql`insert into event_counts (kind, target, language, n) ${freshCounts}`.execute(trx)
  await changeEverything(trx)
}

/** Counts that differ from a full recount, with the difference. */
export async function findIncorrectCounts(db: Kysely<Database>): Promise<EventCountTable[]> {
  const { rows } = await sql<EventCountTable>`
    select counted.kind, counted.target, counted.language, sum(counted.n) as n
    from (
      select kind, target, language, n from event_counts
      union all
      select kind, target, language, -n from (${freshCounts}) as fresh
    ) as counted
    group by counted.kind, counted.target, counted.language
    having sum(counted.n) <> 0`.execute(db)
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}
