import { sql, type Kysely, type RawBuilder } from 'kysely'

interface Source<Row> {
  readonly column: string
  /** Reads this many rows with higher IDs, in their order. */
  readonly read: (after: number, limit: number) => RawBuilder<Row>
  /** Undefined leaves the column empty. */
  readonly isSet: (row: Row) => boolean | undefined
}

const eventsAtOnce = 1_000

/** Fills a new column of events from what else is known of them, in batches. */
export async function fillFlag<Row extends { readonly id: number }>(
  db: Kysely<unknown>,
  { column, read, isSet }: Source<Row>,
) {
  for (let last = 0; ;) {
    const { rows } = await read(last, eventsAtOnce).execute(db)
    if (rows.length === 0) return
    for (const flag of [false, true]) {
      const ids = rows.filter((row) => isSet(row) === flag).map(({ id }) => id)
      if (ids.length > 0)
        await sql`update events set ${sql.ref(column)} = ${Number(flag)} where id in (${sql.join(ids)})`.execute(
          db,
        )
    }
    last = rows.at(-1)!.id
  }
}
