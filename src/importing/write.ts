import type { ResourceName } from '../resources/kinds.ts'
import type { Item } from '../resources/resource.ts'
import { keepImported, latestVersions, settleRows, type Imported, type ImportRow } from '../store/imports.ts'
import { createAll, prepareToCreate, type Prepared } from '../store/sql/create.ts'
import { load } from '../store/sql/read.ts'
import { update } from '../store/sql/update.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import { contentOf, contentText, recordOf, viewOf, type ImportContext } from './context.ts'
import { draftOf } from './drafts.ts'
import { writeExceptions } from './exceptions.ts'
import { LinkResolver, type MadeLink } from './links.ts'
import { decide, type Decision } from './plan.ts'

/** Writes rows of an import in one transaction, with what undoing them needs. */

/** A version of what was written; what had none before was made. */
export interface Written {
  readonly kind: ResourceName
  readonly id: number
  readonly before: number | null
  readonly after: number
}

/** A row on its way; its event once that is known. */
interface Writing {
  readonly row: ImportRow
  readonly decision: Decision
  readonly made: MadeLink[]
  event: number | undefined
  occurrences: readonly number[]
}

const isCreated = ({ decision }: Writing) => decision.action === 'create'

async function loadEvents(
  trx: Trx,
  context: ImportContext,
  ids: readonly number[],
): Promise<Map<number, Item>> {
  const { resources, caller, site, imported } = context
  const view = { resources, caller, language: imported.language, now: site.now }
  return new Map((await load(trx, resources.events, ids, view)).map((item) => [item.id, item]))
}

async function writeEvents(
  trx: Trx,
  context: ImportContext,
  all: readonly Writing[],
  items: Map<number, Item>,
) {
  const { events } = context.resources
  const links = await LinkResolver.for(
    trx,
    all.map(({ decision }) => decision.sent),
    viewOf(context, {}),
  )
  const created: Writing[] = []
  const prepared: Prepared[] = []
  for (const one of all) {
    const { decision, made } = one
    const view = viewOf(context, decision.record.fields)
    const sent = await links.resolve(decision.sent, view, made)
    const former = items.get(decision.known?.event ?? 0)
    const draft = await draftOf(events, sent, view, former)
    if (former === undefined) {
      created.push(one)
      prepared.push(await prepareToCreate(trx, events, draft, view))
    } else {
      await update(trx, events, former, draft, { ...view, former })
      one.event = former.id
    }
  }
  const ids = await createAll(trx, events, prepared)
  for (const [index, one] of created.entries()) one.event = ids[index]!
}

/** What is known of the source from now on. */
const importedOf = (
  { imported }: ImportContext,
  { decision, event }: Writing,
  versions: ReadonlyMap<number, number>,
): Imported => ({
  source: imported.source,
  external_id: decision.record.externalId,
  event: event!,
  record: contentText(decision.record),
  version: versions.get(event!) ?? 0,
  edited: JSON.stringify(decision.edited),
})

function writtenBy(
  one: Writing,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Written[] {
  const version = (id: number, isNew: boolean): Written => ({
    kind: 'events',
    id,
    before: isNew ? null : (before.get(id) ?? 0),
    after: after.get(id) ?? 0,
  })
  return [
    ...one.made.map(({ kind, id }) => ({ kind, id, before: null, after: 1 })),
    version(one.event!, isCreated(one)),
    ...one.occurrences.map((id) => version(id, false)),
  ]
}

async function writeAll(trx: Trx, context: ImportContext, all: readonly Writing[]): Promise<ImportRow[]> {
  const known = all.flatMap(({ decision }) => decision.known?.event ?? [])
  const before = await latestVersions(trx, 'events', known)
  const items = await loadEvents(trx, context, known)
  await writeEvents(trx, context, all, items)
  for (const one of all) {
    const { known: former, record } = one.decision
    const exceptions = former === undefined ? undefined : contentOf(former.record).exceptions
    const written = await writeExceptions(trx, context, one.event!, record, exceptions)
    one.occurrences = [...written.keys()]
    for (const [id, version] of written) before.set(id, version)
  }
  const touched = all.flatMap(({ event, occurrences }) => [event!, ...occurrences])
  const after = await latestVersions(trx, 'events', touched)
  await keepImported(
    trx,
    all.map((one) => importedOf(context, one, after)),
  )
  return all.map((one) => ({
    ...one.row,
    event: one.event!,
    outcome: 'written',
    written: JSON.stringify(writtenBy(one, before, after)),
  }))
}

/** Decides again, because things may have changed since the preview. */
export async function writeRows(trx: Trx, context: ImportContext, rows: readonly ImportRow[]): Promise<void> {
  const decisions = await decide(trx, context, rows.map(recordOf))
  const all = rows.map((row, index) => ({ row, decision: decisions[index]! }))
  const skipped = all.filter(({ decision }) => decision.action === 'skip')
  const written = await writeAll(
    trx,
    context,
    all
      .filter(({ decision }) => decision.action !== 'skip')
      .map((one) => ({ ...one, made: [], event: undefined, occurrences: [] })),
  )
  await settleRows(trx, [
    ...written,
    ...skipped.map(({ row, decision }) => ({
      ...row,
      action: 'skip' as const,
      reasons: JSON.stringify(decision.reasons),
      outcome: 'skipped' as const,
    })),
  ])
}
