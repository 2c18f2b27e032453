import { message } from '../locales/sentence.ts'
import { addRows, type ImportRow } from '../store/imports.ts'
import type { Db } from '../store/sql/db.ts'
import { load } from '../store/sql/read.ts'
import type { Item } from '../resources/resource.ts'
import { shareTurn } from '../turn.ts'
import { contentText, viewOf, type ImportContext } from './context.ts'
import { draftOf } from './drafts.ts'
import { decide, type Decision } from './plan.ts'
import { reasonsOf, type Reason } from './reasons.ts'
import { isUnreadable, type SourceRecord, type Unreadable } from './record.ts'

/** Reads a source and stores what would become of each of its records. Nothing else is written. */

const atOnce = 250

type Settled = Pick<ImportRow, 'line' | 'external_id' | 'action' | 'record' | 'event'> & {
  readonly reasons: readonly Reason[]
}

const failed = ({ line, fault }: Unreadable): Settled => ({
  line,
  external_id: '',
  action: 'fail',
  record: '{}',
  event: null,
  reasons: [fault],
})

const settled = ({ record, action, reasons, known }: Decision): Settled => ({
  line: record.line,
  external_id: record.externalId,
  action,
  record: contentText(record),
  event: known?.event ?? null,
  reasons,
})

/** What would fail when it is written fails here. */
async function checked(
  context: ImportContext,
  decision: Decision,
  former: Item | undefined,
): Promise<Settled> {
  const view = viewOf(context, decision.record.fields)
  try {
    await draftOf(context.resources.events, decision.sent, view, former)
    return settled(decision)
  } catch (error) {
    const reasons = reasonsOf(error)
    if (reasons === undefined) throw error
    return { ...settled(decision), action: 'fail', reasons }
  }
}

async function lookAt(db: Db, context: ImportContext, records: readonly SourceRecord[]): Promise<Settled[]> {
  const { site, caller, resources, imported } = context
  const decisions = await decide(db, context, records)
  const changed = decisions.flatMap(({ action, known }) => (action === 'change' ? [known!.event] : []))
  const view = { resources, caller, language: imported.language, now: site.now }
  const items = new Map((await load(db, resources.events, changed, view)).map((item) => [item.id, item]))
  const rows: Settled[] = []
  for (const decision of decisions) {
    const { action, known } = decision
    rows.push(
      action === 'skip' ? settled(decision) : await checked(context, decision, items.get(known?.event ?? 0)),
    )
    await shareTurn()
  }
  return rows
}

/** Records in groups; those that have the id of an earlier one cannot be told apart from it. */
class Batches {
  private readonly lines = new Map<string, number>()
  private records: SourceRecord[] = []
  private faults: Unreadable[] = []

  get isFull(): boolean {
    return this.records.length + this.faults.length >= atOnce
  }

  add(found: SourceRecord | Unreadable): void {
    if (isUnreadable(found)) {
      this.faults.push(found)
      return
    }
    const earlier = this.lines.get(found.externalId)
    if (earlier === undefined) {
      this.lines.set(found.externalId, found.line)
      this.records.push(found)
    } else
      this.faults.push({
        line: found.line,
        fault: message('This has the same identifier as line {line}.', { line: earlier }),
      })
  }

  take(): { records: readonly SourceRecord[]; faults: readonly Unreadable[] } {
    const { records, faults } = this
    this.records = []
    this.faults = []
    return { records, faults }
  }
}

export async function storePreview(
  db: Db,
  context: ImportContext,
  found: AsyncIterable<SourceRecord | Unreadable>,
  progress: (rows: number) => void = () => undefined,
): Promise<void> {
  const batches = new Batches()
  let position = 0
  const store = async () => {
    const { records, faults } = batches.take()
    const rows = [...faults.map(failed), ...(await lookAt(db, context, records))]
    const inOrder = rows.toSorted((one, other) => one.line - other.line)
    await addRows(
      db,
      inOrder.map((row) => ({
        ...row,
        reasons: JSON.stringify(row.reasons),
        import: context.imported.id,
        position: (position += 1),
        outcome: null,
        written: null,
      })),
    )
    progress(position)
  }
  for await (const one of found) {
    batches.add(one)
    if (batches.isFull) await store()
  }
  await store()
}
