import { sql, type Expression, type Kysely, type SelectQueryBuilder } from 'kysely'
import { all, ordering } from '../../resources/conditions.ts'
import type { Condition, Order, Paging, Page } from '../../resources/listing.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Dialect } from './dialects/dialect.ts'
import { asUntyped } from './untyped.ts'
import type { Database } from './schema.ts'
import { countOf } from './count.ts'

/** Pages of lists that the database answers. */

interface PageSource {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
}

interface IdQuery extends Expression<{ id: unknown }> {
  execute(): Promise<{ id: unknown }[]>
}

/** Where that takes long, on another thread, but not in a transaction, because only that sees the rows it has written. */
async function selectIds({ db, dialect }: PageSource, query: IdQuery, isLong: boolean): Promise<number[]> {
  if (isLong && !db.isTransaction)
    return Array.from(await dialect.selectIds(db, sql<{ id: number }>`${query}`))
  return (await query.execute()).map(({ id }) => Number(id))
}

/** The rows of one page in their order, and the total number of matches. */
export async function selectRows<Table extends keyof Database, Nothing, Row>(
  matching: SelectQueryBuilder<Database, Table, Nothing>,
  ordered: SelectQueryBuilder<Database, Table, Row>,
  { page, perPage }: Paging,
): Promise<{ rows: Row[]; total: number }> {
  const [offset, total] = [(page - 1) * perPage, await countOf(matching)]
  const rows = offset < total ? await ordered.limit(perPage).offset(offset).execute() : []
  return { rows: rows as Row[], total }
}

/** Sorting more rows than these takes long enough to hold up other requests. */
const manyRows = 1_000

interface PageQuery {
  readonly resource: Resource
  readonly conditions: readonly Condition[]
  readonly order: readonly Order[]
  readonly paging: Paging
  /** Reads texts, which takes long among many. */
  readonly isSearch: boolean
  /** Counted unless it is known. */
  readonly total: number | undefined
}

const matchesOf = ({ db }: PageSource, { resource, conditions }: PageQuery) =>
  asUntyped(db).selectFrom(resource.name).where(all(conditions))

/**
 * Counts the matches and reads a page of them in one statement, because two would read the texts twice. The total comes
 * before the IDs.
 */
async function searchPage(source: PageSource, asked: PageQuery): Promise<Page> {
  const { resource, order, paging } = asked
  const place = sql<number>`row_number() over (order by ${ordering(order)})`.as('place')
  const offset = (paging.page - 1) * paging.perPage
  const query = asUntyped(source.db)
    .with(
      (cte) => cte('matches').materialized(),
      () => matchesOf(source, asked).select([`${resource.name}.id`, place]),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('matches')
        .select([sql.lit(0).as('place'), eb.fn.countAll().as('id')])
        .unionAll(
          eb
            .selectFrom('matches')
            .select(['place', 'id'])
            .where('place', '>', offset)
            .where('place', '<=', offset + paging.perPage),
        )
        .as('found'),
    )
    .select('id')
    .orderBy('place')
  const [total, ...ids] = await selectIds(source, query, true)
  return { ids, total: total! }
}

/** The IDs of one page, and the total number of matches. */
export async function selectPage(source: PageSource, asked: PageQuery): Promise<Page> {
  const { resource, order, paging, isSearch } = asked
  if (isSearch && asked.total === undefined && paging.perPage > 0) return searchPage(source, asked)
  const matching = matchesOf(source, asked)
  const count = matching.select((eb) => eb.fn.countAll().as('id'))
  const total = asked.total ?? (await selectIds(source, count, isSearch))[0]!
  const offset = (paging.page - 1) * paging.perPage
  if (paging.perPage === 0 || offset >= total) return { ids: [], total }
  const page = order
    .reduce((query, [expression, way]) => query.orderBy(expression, way), matching)
    .select(`${resource.name}.id`)
    .limit(paging.perPage)
    .offset(offset)
  return { ids: await selectIds(source, page, isSearch || total > manyRows), total }
}
