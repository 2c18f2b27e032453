import { sql, type Kysely, type Transaction } from 'kysely'
import { dayNumber, epochDay, secondsOfDay } from '../../time/index.ts'
import { untold } from '../changes/changes.ts'
import { insertRows } from './rows.ts'
import type { Database, EventLinkTable, EventTable, LinkKind, TallyTable } from './schema.ts'

/**
 * How many visible events there are: per term, venue and organizer, and per day on which they begin; in all, and in
 * each language. They are kept with every write, in its transaction, so that no list has to count event by event.
 */

type Trx = Transaction<Database>
type Tallies = Map<string, TallyTable>

/** Stands for all languages together. */
export const anyLanguage = ''

/** Terms, venues and organizers are not counted by day. */
export const ofAllDays = 0

const dayColumn = sql<number>`(events.start_utc + ${sql.lit(epochDay * secondsOfDay)}) / ${sql.lit(secondsOfDay)}`

const keyOf = ({ kind, target, language, bucket }: TallyTable) => `${kind} ${target} ${language} ${bucket}`

function add(tallies: Tallies, tally: TallyTable) {
  const known = tallies.get(keyOf(tally))
  tallies.set(keyOf(tally), { ...tally, n: tally.n + (known?.n ?? 0) })
}

interface Counted {
  readonly start_utc: number
  readonly languages: string
  readonly kind: LinkKind | null
  readonly target: number | null
}

/** What these events add, each link of each visible one once per language. */
async function contributions(trx: Trx, ids: readonly number[], sign: 1 | -1, tallies: Tallies) {
  const rows = await trx
    .selectFrom('events')
    .leftJoin('event_links', 'event_links.event_id', 'events.id')
    .select(['events.id', 'events.start_utc', 'languages', 'kind', 'target'])
    .where('events.id', 'in', ids)
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .execute()
  const seen = new Set<number>()
  for (const row of rows) {
    for (const language of [anyLanguage, ...row.languages.trim().split(' ')]) {
      if (!seen.has(row.id))
        add(tallies, { kind: 'start', target: 0, language, bucket: dayNumber(row.start_utc), n: sign })
      addLink(tallies, row, language, sign)
    }
    seen.add(row.id)
  }
}

function addLink(tallies: Tallies, { kind, target }: Counted, language: string, sign: 1 | -1) {
  if (kind !== null && target !== null) add(tallies, { kind, target, language, bucket: ofAllDays, n: sign })
}

/** In the order of the key, so that writers of several rows cannot wait for each other in a circle. */
async function write(trx: Trx, tallies: Tallies): Promise<void> {
  const changed = [...tallies]
    .filter(([, { n }]) => n !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  await insertRows(
    trx,
    'tallies',
    changed.map(([, tally]) => tally),
    'on conflict (kind, target, language, bucket) do update set n = tallies.n + excluded.n',
  )
}

const ofEvent = (column: string) =>
  sql`(select ${sql.raw(column)} from events where events.id = event_links.event_id)`

/** Links carry what their event is listed by. */
const settleLinks = (trx: Trx, where = sql``) =>
  sql`update event_links set visible = ${ofEvent("case when status = 'publish' and hide_from_listings = 0 then 1 else 0 end")}, start_utc = ${ofEvent('start_utc')}, end_utc = ${ofEvent('end_utc')} ${where}`.execute(
    trx,
  )

const ofEvents = (ids: readonly number[]) => sql`where event_id in (${sql.join(ids)})`

/** Runs a change to events that are there before or after it, and keeps the tallies. */
export async function tallied<T>(trx: Trx, ids: readonly number[], change: () => Promise<T>): Promise<T> {
  const tallies: Tallies = new Map()
  if (ids.length > 0) await contributions(trx, ids, -1, tallies)
  const result = await change()
  if (ids.length > 0) {
    await settleLinks(trx, ofEvents(ids))
    await contributions(trx, ids, 1, tallies)
  }
  await write(trx, tallies)
  return result
}

/** Counts events that have become visible by the clock. */
export async function added(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const tallies: Tallies = new Map()
  await settleLinks(trx, ofEvents(ids))
  await contributions(trx, ids, 1, tallies)
  await write(trx, tallies)
}

/** An event that has just been made, and what it leads to. */
export interface Made {
  readonly row: Pick<EventTable, 'id' | 'status' | 'hide_from_listings' | 'start_utc' | 'end_utc'>
  readonly language: string
  readonly links: readonly Pick<EventLinkTable, 'kind' | 'target'>[]
}

const isVisible = ({ status, hide_from_listings }: Made['row']) =>
  status === 'publish' && hide_from_listings === 0

/** What a new link carries of its event. */
export const listedBy = (row: Made['row']) => ({
  visible: Number(isVisible(row)),
  start_utc: row.start_utc,
  end_utc: row.end_utc,
})

/** Counts events that have just been made, without asking for what is known of them. */
export async function counted(trx: Trx, made: readonly Made[]): Promise<void> {
  const tallies: Tallies = new Map()
  for (const { row, language, links } of made.filter((one) => isVisible(one.row)))
    for (const said of [anyLanguage, language]) {
      add(tallies, { kind: 'start', target: 0, language: said, bucket: dayNumber(row.start_utc), n: 1 })
      for (const { kind, target } of links)
        add(tallies, { kind, target, language: said, bucket: ofAllDays, n: 1 })
    }
  await write(trx, tallies)
}

/** What leads to something that is gone counts no more. */
export const forgetTallies = (trx: Trx, kind: LinkKind, target: number) =>
  trx.deleteFrom('tallies').where('kind', '=', kind).where('target', '=', target).execute()

const visible = sql`events.status = 'publish' and events.hide_from_listings = 0`

/** The tallies as counting afresh finds them. */
const recounted = sql<TallyTable>`
  select 'start' as kind, 0 as target, '' as language, ${dayColumn} as bucket, count(*) as n
  from events where ${visible} group by ${dayColumn}
  union all
  select 'start', 0, event_texts.language, ${dayColumn}, count(*)
  from events join event_texts on event_texts.id = events.id where ${visible}
  group by event_texts.language, ${dayColumn}
  union all
  select event_links.kind, event_links.target, '', 0, count(*)
  from events join event_links on event_links.event_id = events.id where ${visible}
  group by event_links.kind, event_links.target
  union all
  select event_links.kind, event_links.target, event_texts.language, 0, count(*)
  from events join event_links on event_links.event_id = events.id join event_texts on event_texts.id = events.id
  where ${visible} group by event_links.kind, event_links.target, event_texts.language`

/** Makes the tallies afresh, as after writing past the service. */
export async function recount(trx: Trx): Promise<void> {
  await settleLinks(trx)
  await trx.deleteFrom('tallies').execute()
  await sql`insert into tallies (kind, target, language, bucket, n) ${recounted}`.execute(trx)
  untold(trx)
}

/** Tallies that are not what counting afresh finds; none where all is well. */
export async function wrongTallies(db: Kysely<Database>): Promise<TallyTable[]> {
  const { rows } = await sql<TallyTable>`
    select counted.kind, counted.target, counted.language, counted.bucket, sum(counted.n) as n
    from (
      select kind, target, language, bucket, n from tallies
      union all
      select kind, target, language, bucket, -n from (${recounted}) as afresh
    ) as counted
    group by counted.kind, counted.target, counted.language, counted.bucket
    having sum(counted.n) <> 0`.execute(db)
  return rows.map((row) => ({ ...row, n: Number(row.n), bucket: Number(row.bucket) }))
}
