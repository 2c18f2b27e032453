import type { SelectQueryBuilder } from 'kysely'

/** The number of rows that a query without columns finds. */
export async function countOf<DB, Table extends keyof DB, Nothing>(
  query: SelectQueryBuilder<DB, Table, Nothing>,
): Promise<number> {
  const counted = await query.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()
  return Number((counted as { n?: unknown }).n)
}
