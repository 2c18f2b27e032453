import { sql, type Kysely } from 'kysely'
import { kinds, resourceNames, type Kind } from '../../resources/kinds.ts'
import { resources } from '../../resources/index.ts'
import type { Item, Resource } from '../../resources/resource.ts'
import { groupBy } from '../../group-by.ts'
import type { Db } from '../sql/db.ts'
import { idRanges, isWithin, type IdRange } from '../sql/id-ranges.ts'
import type { Database } from '../sql/schema.ts'
import type { StoredText } from '../sql/slugs.ts'
import { derivedText, languagesColumn, updateDerivedText } from '../sql/texts.ts'
import { asUntyped } from '../sql/untyped.ts'
import { inTransaction } from '../sql/write-queue.ts'

/** Checks what is derived from the texts of all kinds: what searches look into, the order of names, and languages. */

interface StaleText {
  readonly kind: Kind
  readonly id: number
  /** What is out of date, such as `the search text in fr`. */
  readonly faults: readonly string[]
}

/** The derived columns in words. */
const names: Readonly<Record<keyof ReturnType<typeof derivedText>, string>> = {
  search: 'the search text',
  sort: 'the sort key',
  live: 'the mark of the trash',
}

/** So few, because a description may be long. */
const rowsAtOnce = 250

const inRange = async <Row>(db: Kysely<Database>, table: string, range: IdRange): Promise<Row[]> =>
  (await asUntyped(db).selectFrom(table).selectAll().where(isWithin('id', range)).execute()) as Row[]

function faultsOf(resource: Resource, row: Item['row'], texts: readonly StoredText[]): string[] {
  const languages = languagesColumn(texts.map(({ language }) => language))
  const inTexts = texts.flatMap((text) => {
    const derived = derivedText(resource, row, text)
    return (Object.keys(derived) as (keyof typeof derived)[])
      .filter((name) => text[name] !== derived[name])
      .map((name) => `${names[name]} in ${text.language}`)
  })
  return [...inTexts.toSorted(), ...(row.languages === languages ? [] : ['the list of languages'])]
}

function staleAmong(kind: Kind, rows: readonly Item['row'][], texts: readonly StoredText[]): StaleText[] {
  const textsOf = groupBy(texts, ({ id }) => id)
  return rows
    .map((row) => ({
      kind,
      id: row.id,
      faults: faultsOf(resources[resourceNames[kind]], row, textsOf.get(row.id) ?? []),
    }))
    .filter(({ faults }) => faults.length > 0)
}

async function countResources(db: Kysely<Database>): Promise<number> {
  const counts = kinds.map((kind) => sql`select count(*) as n from ${sql.table(resourceNames[kind])}`)
  const { rows } = await sql<{ n: number }>`
    select sum(n) as n from (${sql.join(counts, sql` union all `)}) as counts`.execute(db)
  return Number(rows[0]!.n)
}

export async function* findStaleTexts(
  db: Kysely<Database>,
  progress: (done: number, total: number) => void,
): AsyncGenerator<readonly StaleText[]> {
  const total = await countResources(db)
  let done = 0
  for (const kind of kinds) {
    const { name, texts } = resources[resourceNames[kind]]
    for await (const range of idRanges(db, name, 'id', rowsAtOnce)) {
      const rows = await inRange<Item['row']>(db, name, range)
      const stale = staleAmong(kind, rows, await inRange<StoredText>(db, texts, range))
      done += rows.length
      progress(done, total)
      if (stale.length > 0) yield stale
    }
  }
}

/** Derives them again, because others may have changed them since. */
export const correctTexts = (db: Db, stale: readonly StaleText[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const { kind, id } of stale) await updateDerivedText(trx, resources[resourceNames[kind]], id)
  })
