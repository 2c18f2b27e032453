import { sql, type Kysely } from 'kysely'
import type { Item, OccurrenceTime, SeriesState, UpcomingOccurrence } from '../../resources/resource.ts'
import type { Instant } from '../../time/index.ts'
import { groupBy } from '../../group-by.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Database } from '../sql/schema.ts'
import { seriesRules, type SeriesRow } from './rows.ts'

/** What a series shows of its occurrences, read for a whole page of series at once. */

interface Sum {
  readonly id: number
  readonly total: number
  readonly overridden: number
  readonly first: number | null
  readonly last: number | null
  readonly previous: number | null
  /** The latest end of those that are over, which need not be that of the last one to start. */
  readonly ended: Instant | null
}

/** The ID of the first occurrence of a series in the given order. */
const occurrence = (isSeen: string, direction: 'asc' | 'desc') =>
  `(select one.id from events as one where one.post_parent = series.id and one.recurrence_id is not null and ${isSeen}
    order by one.start_utc ${direction}, one.id ${direction} limit 1)`

const sumsFor = (isSeen: string) =>
  prepareByIds<Sum>((db, ids, [now, asOf]) =>
    db
      .selectFrom('series')
      .select([
        'series.id',
        sql<number>`(select count(*) from events as one where one.post_parent = series.id and one.recurrence_id is not null and ${sql.raw(isSeen)})`.as(
          'total',
        ),
        sql<number>`(select count(*) from events as one where one.post_parent = series.id and one.recurrence_id is not null and one.overrides <> '' and ${sql.raw(isSeen)})`.as(
          'overridden',
        ),
        sql<number | null>`${sql.raw(occurrence(isSeen, 'asc'))}`.as('first'),
        sql<number | null>`${sql.raw(occurrence(isSeen, 'desc'))}`.as('last'),
        sql<
          number | null
        >`(select one.id from events as one where one.post_parent = series.id and one.recurrence_id is not null and ${sql.raw(isSeen)} and one.end_utc <= ${now!} order by one.start_utc desc, one.id desc limit 1)`.as(
          'previous',
        ),
        sql<
          number | null
        >`(select max(one.end_utc) from events as one where one.post_parent = series.id and one.recurrence_id is not null and ${sql.raw(isSeen)} and one.end_utc <= ${asOf!})`.as(
          'ended',
        ),
      ])
      .where('series.id', 'in', ids),
  )

/** How many upcoming occurrences are listed. */
const maxUpcoming = 20

interface Occurrence extends OccurrenceTime {
  readonly series: number
  readonly start_utc: Instant
  readonly previous_start: string | null
  /** 1 if it has fields of its own. */
  readonly is_own: number
}

const upcomingFor = (isSeen: string) =>
  prepareByIds<Occurrence>((db, ids, [now]) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('events as one')
          .select(['one.id', 'one.post_parent as series', 'one.start_date', 'one.end_date'])
          .select(['one.start_utc', 'one.end_utc', 'one.previous_start'])
          .select(sql<number>`case when one.overrides = '' then 0 else 1 end`.as('is_own'))
          .select(
            sql<number>`row_number() over (partition by one.post_parent order by one.start_utc, one.id)`.as(
              'place',
            ),
          )
          .where('one.recurrence_id', 'is not', null)
          .where(sql<boolean>`${sql.raw(isSeen)}`)
          .where('one.end_utc', '>', now!)
          .where('one.post_parent', 'in', ids)
          .as('upcoming'),
      )
      .select(['id', 'series', 'start_date', 'end_date', 'start_utc', 'end_utc'])
      .select(['previous_start', 'is_own'])
      .where('place', '<=', sql.lit(maxUpcoming))
      .orderBy('series')
      .orderBy('place'),
  )

/** Visitors see published occurrences; those who may edit the series see all that are not in the trash. */
const seenBy = { visitors: "one.status = 'publish'", editors: "one.status <> 'trash'" }

const queries = {
  visitors: { sums: sumsFor(seenBy.visitors), upcoming: upcomingFor(seenBy.visitors) },
  editors: { sums: sumsFor(seenBy.editors), upcoming: upcomingFor(seenBy.editors) },
}

const times = prepareByIds<OccurrenceTime>((db, ids) =>
  db.selectFrom('events').select(['id', 'start_date', 'end_date', 'end_utc']).where('id', 'in', ids),
)

function stateOf(
  rule: SeriesRow,
  sum: Sum,
  upcoming: readonly UpcomingOccurrence[],
  byId: ReadonlyMap<number, OccurrenceTime>,
): SeriesState {
  const named = (id: number | null) => (id === null ? undefined : byId.get(id))
  return {
    recurrence: rule.recurrence,
    starts: rule.starts,
    ends: rule.ends,
    splitFrom: rule.split_from,
    horizon: rule.horizon,
    total: Number(sum.total),
    overridden: Number(sum.overridden),
    first: named(sum.first),
    last: named(sum.last),
    previous: named(sum.previous),
    upcoming,
    changedAt: sum.ended ?? undefined,
    changesAt: upcoming.length === 0 ? undefined : Math.min(...upcoming.map(({ end_utc }) => end_utc)),
  }
}

/** Who reads series, and how occurrences with fields of their own are read, all at once. */
interface StateOptions {
  readonly now: Instant
  readonly reader: 'visitors' | 'editors'
  readonly itemsOf: (ids: readonly number[]) => Promise<readonly Item[]>
}

/** What has not ended of each series. */
async function upcomingOf(
  db: Kysely<Database>,
  ids: readonly number[],
  { now, reader, itemsOf }: StateOptions,
): Promise<ReadonlyMap<number, readonly UpcomingOccurrence[]>> {
  const ahead = await queries[reader].upcoming(db, ids, [now])
  const items = await itemsOf(ahead.filter((one) => one.is_own === 1).map(({ id }) => id))
  const byId = new Map(items.map((item) => [item.id, item]))
  return groupBy(
    ahead.map((one) => ({ ...one, own: byId.get(one.id) })),
    ({ series }) => series,
  )
}

/** The state of each of these series; events that are not series are skipped. */
export async function seriesStates(
  db: Kysely<Database>,
  ids: readonly number[],
  options: StateOptions,
): Promise<ReadonlyMap<number, SeriesState>> {
  const rules = await seriesRules(db, ids)
  if (rules.length === 0) return new Map()
  const found = await queries[options.reader].sums(db, ids, [options.now, options.now])
  const named = found.flatMap(({ first, last, previous }) => [first, last, previous])
  const rows = await times(db, [...new Set(named.filter((id) => id !== null))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sumById = new Map(found.map((sum) => [sum.id, sum]))
  const ahead = await upcomingOf(db, ids, options)
  return new Map(
    rules.map((rule) => [rule.id, stateOf(rule, sumById.get(rule.id)!, ahead.get(rule.id) ?? [], byId)]),
  )
}
