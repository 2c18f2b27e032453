import { batchesOf } from '../batches-of.ts'
import { groupBy } from '../group-by.ts'
import { message } from '../locales/sentence.ts'
import { finishValues, forUpdate, InvalidParts, readParameters } from '../resources/parameter.ts'
import { type ImportRow } from '../store/imports/imports.ts'
import { addReasons, addRows, removeRows } from '../store/imports/rows.ts'
import type { Db } from '../store/sql/db.ts'
import { load } from '../store/sql/read.ts'
import type { Item, Resource } from '../resources/resource.ts'
import type { WritingView } from '../store/sql/create.ts'
import { sha256 } from '../text/digest.ts'
import type { Wall } from '../time/index.ts'
import { yieldIfDue } from '../yielding.ts'
import { contentText, kindOf, loadOptionsOf, viewOf, type ImportContext } from './context.ts'
import { draftOf } from './drafts.ts'
import { suspicionsOf, type Suspicion } from './duplicates.ts'
import { storable } from './external-id.ts'
import { SourceIds } from './source-ids.ts'
import { withoutIdentifiers } from './links.ts'
import { decide, type Decision } from './plan.ts'
import { besides, reasonsOf, repeats, type Reason } from './reasons.ts'
import { isRecord, type Sent, type SourceItem, type SourceRecord, type Unreadable } from './record.ts'

/** Reads a source and stores a row for each record with the planned action. Nothing else is written. */

const batchSize = 250

/**
 * How many records may fail or be copies before the rest is not read: a record of three bytes becomes a row, so that a file could be made
 * to fill the database, and the counts of its rows would keep the service busy each time that imports are listed.
 */
const maxFailures = 20_000

const tooManyFailures = (line: number): Unreadable => ({
  line,
  fault: message('The rest is not read, because {limit} records up to here have failed or are copies.', {
    limit: maxFailures,
  }),
})

type Settled = Pick<ImportRow, 'line' | 'kind' | 'external_id' | 'action' | 'record' | 'target'> & {
  readonly reasons: readonly Reason[]
  readonly doubts?: readonly Suspicion[]
}

/** What is not certain before the whole source is read stays a doubt. */
function suspected(row: Settled, suspicions: readonly Suspicion[]): Settled {
  const certain = suspicions.find(({ former }) => former.length === 0)
  if (certain === undefined) return { ...row, doubts: suspicions }
  return { ...row, reasons: [...row.reasons, certain.reason] }
}

type Remark = Exclude<SourceItem, SourceRecord>

function outcomeOf(found: Remark): Pick<Settled, 'action' | 'reasons'> {
  if ('note' in found) return { action: 'note', reasons: [found.note] }
  if ('fault' in found) return { action: 'fail', reasons: [found.fault] }
  return { action: 'skip', reasons: [repeats(found)] }
}

/** A row for what is no record. */
const remark = (found: Remark): Settled => ({
  line: found.line,
  kind: 'events',
  external_id: '',
  ...outcomeOf(found),
  record: '{}',
  target: null,
})

const settled = ({ record, action, reasons, known, namesake }: Decision): Settled => ({
  line: record.line,
  kind: kindOf(record),
  external_id: record.externalId,
  action,
  record: contentText(record),
  target: known?.target ?? namesake ?? null,
  reasons,
})

/** Validates a translation on its own, so only the values of its fields are checked. */
function checkText(resource: Resource, text: Sent, { site }: WritingView): Promise<unknown> {
  const parameters = forUpdate(resource.fields)
  const { values, errors } = readParameters(parameters, text, site)
  if (errors.size > 0) throw new InvalidParts([], errors)
  return finishValues(parameters, values, site)
}

/** Validates a record as the run will. Adds the start of new events to `starts`. */
async function checked(
  context: ImportContext,
  decision: Decision,
  former: Item | undefined,
  starts: Map<SourceRecord, Wall>,
): Promise<Settled> {
  const { record, sent, translations } = decision
  const view = viewOf(context, record.fields)
  const resource = context.resources[kindOf(record)]
  try {
    const { row } = await draftOf(resource, withoutIdentifiers(sent), view, former)
    for (const [language, text] of Object.entries(translations))
      await checkText(resource, text, { ...view, language })
    if (decision.action === 'create' && kindOf(record) === 'events')
      starts.set(record, String(row.start_date))
    return settled(decision)
  } catch (error) {
    const reasons = reasonsOf(error)
    if (reasons === undefined) throw error
    return { ...settled(decision), action: 'fail', reasons }
  }
}

/** Loads the resources that will be changed. */
async function loadChanged(
  db: Db,
  context: ImportContext,
  decisions: readonly Decision[],
): Promise<(decision: Decision) => Item | undefined> {
  const changed = decisions.filter(({ action }) => action === 'change')
  const items = new Map<string, Item>()
  for (const [kind, some] of groupBy(changed, ({ record }) => kindOf(record))) {
    const ids = some.map(({ known }) => known!.target)
    for (const item of await load(db, context.resources[kind], ids, loadOptionsOf(context)))
      items.set(`${kind} ${item.id}`, item)
  }
  return ({ record, known }) => items.get(`${kindOf(record)} ${known?.target ?? 0}`)
}

async function checkBatch(
  db: Db,
  context: ImportContext,
  records: readonly SourceRecord[],
): Promise<Settled[]> {
  const decisions = await decide(db, context, records)
  const formerOf = await loadChanged(db, context, decisions)
  const rows: Settled[] = []
  const starts = new Map<SourceRecord, Wall>()
  for (const decision of decisions) {
    rows.push(
      decision.action === 'skip'
        ? settled(decision)
        : await checked(context, decision, formerOf(decision), starts),
    )
    await yieldIfDue()
  }
  const suspicions = await suspicionsOf(db, context, starts)
  return rows.map((row, place) => suspected(row, suspicions.get(decisions[place]!.record) ?? []))
}

interface Revision extends Pick<SourceRecord, 'line' | 'revision' | 'replaces' | 'hasDerivedId'> {
  /** Of what it says, because files may have far more records than fit into memory. */
  readonly digest: string
}

const revisionOf = (record: SourceRecord): Revision => ({
  line: record.line,
  digest: sha256(contentText(record)),
  ...(record.revision === undefined ? {} : { revision: record.revision }),
  ...(record.replaces ? { replaces: true } : {}),
  ...(record.hasDerivedId ? { hasDerivedId: true } : {}),
})

const isNewer = ({ revision = 0, replaces }: Revision, { revision: other = 0 }: Revision) =>
  replaces === true || revision > other

const besideRevision = (one: Revision, other: Revision): Remark =>
  besides(one.line, other.line, { isSame: one.digest === other.digest, hasDerivedId: one.hasDerivedId })

/** Collects records into batches. Of several with the same ID, only one is kept. */
class Batches {
  private readonly kept = new Map<string, Revision>()
  private records = new Map<string, SourceRecord>()
  private remarks: Remark[] = []
  private replaced: string[] = []

  get isFull(): boolean {
    return this.records.size + this.remarks.length >= batchSize
  }

  readonly has = (externalId: string): boolean => this.kept.has(externalId)

  add(found: SourceItem): void {
    if (isRecord(found)) this.addRecord(found)
    else this.remarks.push(found)
  }

  private addRecord(found: SourceRecord): void {
    const { externalId } = found
    const revision = revisionOf(found)
    const earlier = this.kept.get(externalId)
    if (earlier !== undefined && !isNewer(revision, earlier)) {
      this.remarks.push(besideRevision(revision, earlier))
      return
    }
    this.kept.set(externalId, revision)
    if (earlier !== undefined) {
      if (!found.replaces) this.remarks.push(besideRevision(earlier, revision))
      if (!this.records.has(externalId)) this.replaced.push(externalId)
    }
    this.records.set(externalId, found)
  }

  /** `replaced` are the IDs of records in former batches. */
  take() {
    const { records, remarks, replaced } = this
    this.records = new Map()
    this.remarks = []
    this.replaced = []
    return { records: [...records.values()], remarks, replaced }
  }
}

/** Says of new events whether they may be what the source had in an earlier state and has no more. */
async function settleDoubts(
  db: Db,
  id: number,
  doubts: ReadonlyMap<number, readonly Suspicion[]>,
  isKept: (externalId: string) => boolean,
): Promise<void> {
  const settled = new Map<number, Reason>()
  for (const [position, suspicions] of doubts) {
    const founded = suspicions.find(({ former }) => !former.some(isKept))
    if (founded !== undefined) settled.set(position, founded.reason)
  }
  for (const positions of batchesOf([...settled.keys()], batchSize))
    await addReasons(db, id, new Map(positions.map((position) => [position, settled.get(position)!])))
}

/** Whether a row writes nothing and stands for nothing that is here. */
const isUseless = ({ action, external_id }: Settled) =>
  action === 'fail' || (action === 'skip' && external_id === '')

export async function storePreview(
  db: Db,
  context: ImportContext,
  found: AsyncIterable<SourceItem>,
  progress: (rows: number) => void = () => undefined,
): Promise<SourceIds> {
  const batches = new Batches()
  const ids = new SourceIds()
  const allDoubts = new Map<number, readonly Suspicion[]>()
  let [position, failures] = [0, 0]
  const store = async () => {
    const { records, remarks, replaced } = batches.take()
    const rows = [...remarks.map(remark), ...(await checkBatch(db, context, records))]
    const inOrder = rows.toSorted((one, other) => one.line - other.line)
    if (replaced.length > 0) await removeRows(db, context.imported.id, replaced)
    await addRows(
      db,
      inOrder.map(({ doubts = [], reasons, ...row }) => {
        position += 1
        if (doubts.length > 0) allDoubts.set(position, doubts)
        return {
          ...row,
          reasons: JSON.stringify(reasons),
          import: context.imported.id,
          position,
          outcome: null,
          written: null,
        }
      }),
    )
    failures += rows.filter(isUseless).length
    progress(position)
  }
  for await (const read of found) {
    const one = storable(read)
    batches.add(one)
    if (isRecord(one)) ids.add(one)
    if (batches.isFull) await store()
    if (failures >= maxFailures) {
      batches.add(tooManyFailures(one.line))
      break
    }
    // Reading one may take long, and a source need not wait for anything in between.
    await yieldIfDue()
  }
  await store()
  await settleDoubts(db, context.imported.id, allDoubts, batches.has)
  return ids
}
