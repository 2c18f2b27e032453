import type { Kysely } from 'kysely'
import { resources } from '../resources/index.ts'
import type { ResourceName } from '../resources/kinds.ts'
import { type Import } from '../store/imports/imports.ts'
import { writtenRows } from '../store/imports/rows.ts'
import { continueSequence } from '../store/copy/sequences.ts'
import { idSequenceOf, type Prepared } from '../store/sql/create.ts'
import type { Db } from '../store/sql/db.ts'
import type { Database } from '../store/sql/schema.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import { kindOf } from './context.ts'
import type { SourceRecord } from './record.ts'

/** Ids of a source that are kept where nothing has any yet, so that links to the old service lead to the same things. */

const sequences = ['entry_ids', 'term_ids'] as const
type Sequence = (typeof sequences)[number]

/** Beyond it there would be too few numbers left for what is made here. */
const highest = 1_000_000_000

/** Collects the ids of a source; those of it cannot be kept if two things have the same. */
export class KeptIds {
  private readonly seen = { entry_ids: new Set<number>(), term_ids: new Set<number>() }
  private last = { entry_ids: 0, term_ids: 0 }
  private canBeKept = true

  add(record: SourceRecord): void {
    const { id } = record
    if (id === undefined) return
    const sequence = idSequenceOf(resources[kindOf(record)])
    this.canBeKept &&= id > 0 && id <= highest && !this.seen[sequence].has(id)
    this.seen[sequence].add(id)
    this.last = { ...this.last, [sequence]: Math.max(this.last[sequence], id) }
  }

  /** As an import remembers it; null if new ids are given. */
  async lastIds(db: Kysely<Database>): Promise<string | null> {
    const hasIds = this.last.entry_ids + this.last.term_ids > 0
    return hasIds && this.canBeKept && (await isEmpty(db)) ? JSON.stringify(this.last) : null
  }
}

/** Nothing is here, and nothing has ever been of which there are versions. */
async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  for (const table of [...sequences, 'history'] as const)
    if ((await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  return true
}

/** What is made besides, such as images, gets ids behind those of the source. */
export async function reserveIds(db: Db, { id, last_ids }: Import): Promise<void> {
  if (last_ids === null || (await writtenRows(db, id, 1)).length > 0) return
  const last = JSON.parse(last_ids) as Record<Sequence, number>
  await inTransaction(db, async (trx) => {
    for (const sequence of sequences) await continueSequence(trx, sequence, 'id', last[sequence])
  })
}

/** Gives things the ids of the source that nobody has taken meanwhile. */
export async function withKeptIds(
  trx: Trx,
  { last_ids }: Import,
  kind: ResourceName,
  prepared: readonly Prepared[],
  ids: readonly (number | undefined)[],
): Promise<readonly Prepared[]> {
  const wanted = ids.flatMap((id) => id ?? [])
  if (last_ids === null || wanted.length === 0) return prepared
  const rows = await trx
    .selectFrom(idSequenceOf(resources[kind]))
    .select('id')
    .where('id', 'in', wanted)
    .execute()
  const taken = new Set(rows.map(({ id }) => id))
  return prepared.map((one, index) => {
    const id = ids[index]
    return id === undefined || taken.has(id) ? one : { ...one, id }
  })
}
