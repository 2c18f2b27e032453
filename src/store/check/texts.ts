import type { Kysely } from 'kysely'
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

async function staleAmong(db: Kysely<Database>, kind: Kind, range: IdRange): Promise<StaleText[]> {
  const resource = resources[resourceNames[kind]]
  const rows = await inRange<Item['row']>(db, resource.name, range)
  const texts = groupBy(await inRange<StoredText>(db, resource.texts, range), ({ id }) => id)
  return rows
    .map((row) => ({ kind, id: row.id, faults: faultsOf(resource, row, texts.get(row.id) ?? []) }))
    .filter(({ faults }) => faults.length > 0)
}

export async function* findStaleTexts(db: Kysely<Database>): AsyncGenerator<readonly StaleText[]> {
  for (const kind of kinds)
    for await (const range of idRanges(db, resourceNames[kind], 'id', rowsAtOnce)) {
      const stale = await staleAmong(db, kind, range)
      if (stale.length > 0) yield stale
    }
}

/** Derives them again, because others may have changed them since. */
export const correctTexts = (db: Db, stale: readonly StaleText[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (const { kind, id } of stale) await updateDerivedText(trx, resources[resourceNames[kind]], id)
  })
