import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { all } from '../../resources/conditions.ts'
import type { Resource, Condition, Order, Paging, Page } from '../../resources/resource.ts'
import type { Dialect } from './dialects/dialect.ts'
import { asUntyped } from './untyped.ts'
import type { Database } from './schema.ts'

/** Pages of lists that the database answers. */

async function countMatching(
  db: Kysely<Database>,
  { name }: Resource,
  condition: Condition,
): Promise<number> {
  const { n } = (await asUntyped(db)
    .selectFrom(name)
    .where(condition)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()) as { n: number }
  return Number(n)
}

/** The rows of one page in their order, and the total number of matches. */
export async function selectRows<Table extends keyof Database, Nothing, Row>(
  matching: SelectQueryBuilder<Database, Table, Nothing>,
  ordered: SelectQueryBuilder<Database, Table, Row>,
  { page, perPage }: Paging,
): Promise<{ rows: Row[]; total: number }> {
  const { n } = (await matching.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()) as {
    n: number
  }
  const [offset, total] = [(page - 1) * perPage, Number(n)]
  const rows = offset < total ? await ordered.limit(perPage).offset(offset).execute() : []
  return { rows: rows as Row[], total }
}

/** Sorting more rows than these is left to `selectIds`, because it takes long enough to hold up other requests. */
const manyRows = 1_000

/** The IDs of one page, and the total number of matches, which is counted unless it is known. */
export async function selectPage(
  { db, dialect }: { readonly db: Kysely<Database>; readonly dialect: Dialect },
  resource: Resource,
  conditions: readonly Condition[],
  order: readonly Order[],
  { page, perPage }: Paging,
  known?: number,
): Promise<Page> {
  const condition = all(conditions)
  const total = known ?? (await countMatching(db, resource, condition))
  const offset = (page - 1) * perPage
  if (perPage === 0 || offset >= total) return { ids: [], total }
  const { name } = resource
  const query = order
    .reduce((query, [expression, way]) => query.orderBy(expression, way), asUntyped(db).selectFrom(name))
    .where(condition)
    .select(`${name}.id`)
    .limit(perPage)
    .offset(offset)
  // Rows that a transaction has written are visible only to itself.
  if (total > manyRows && !db.isTransaction)
    return { ids: Array.from(await dialect.selectIds(db, sql<{ id: number }>`${query}`)), total }
  const rows = (await query.execute()) as { id: number }[]
  return { ids: rows.map(({ id }) => id), total }
}
