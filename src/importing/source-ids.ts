import type { Kysely } from 'kysely'
import { resources } from '../resources/index.ts'
import type { ResourceName } from '../resources/kinds.ts'
import { type Import } from '../store/imports/imports.ts'
import { writtenRows } from '../store/imports/rows.ts'
import { continueSequence } from '../store/copy/sequences.ts'
import type { Prepared } from '../store/sql/create.ts'
import { idSequenceOf } from '../store/sql/ids.ts'
import type { Db } from '../store/sql/db.ts'
import type { Database } from '../store/sql/schema.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import { kindOf } from './context.ts'
import type { SourceRecord } from './record.ts'

/**
 * Preserves the IDs of a source when importing into an empty service, so that links to the old service remain valid.
 */

const sequences = ['entry_ids', 'term_ids'] as const
type Sequence = (typeof sequences)[number]

/** The largest ID that is preserved, so that enough numbers remain for new resources. */
const maxId = 1_000_000_000

/** Collects the IDs of a source, which can only be preserved if they are unique. */
export class SourceIds {
  private readonly seen = { entry_ids: new Set<number>(), term_ids: new Set<number>() }
  private last = { entry_ids: 0, term_ids: 0 }
  private arePreservable = true

  add(record: SourceRecord): void {
    const { id } = record
    if (id === undefined) return
    const sequence = idSequenceOf(resources[kindOf(record)])
    this.arePreservable &&= id > 0 && id <= maxId && !this.seen[sequence].has(id)
    this.seen[sequence].add(id)
    this.last = { ...this.last, [sequence]: Math.max(this.last[sequence], id) }
  }

  /** Returns the highest IDs, as stored with the import; null if resources get new IDs. */
  async lastIds(db: Kysely<Database>): Promise<string | null> {
    const hasIds = this.last.entry_ids + this.last.term_ids > 0
    return hasIds && this.arePreservable && (await isEmpty(db)) ? JSON.stringify(this.last) : null
  }
}

/** Whether no resource exists or has ever existed, as far as the history shows. */
async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  for (const table of [...sequences, 'history'] as const)
    if ((await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  return true
}

/** Continues the ID sequences after the IDs of the source, so that other new rows, such as images, do not take them. */
export async function reserveIds(db: Db, { id, last_ids }: Import): Promise<void> {
  if (last_ids === null || (await writtenRows(db, id, 1)).length > 0) return
  const last = JSON.parse(last_ids) as Record<Sequence, number>
  await inTransaction(db, async (trx) => {
    for (const sequence of sequences) await continueSequence(trx, sequence, 'id', last[sequence])
  })
}

/** Assigns the IDs of the source, as far as they are not taken meanwhile. */
export async function withSourceIds(
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
