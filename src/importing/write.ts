import { groupBy } from '../group-by.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Draft, Item, Resource } from '../resources/resource.ts'
import { type Imported, type ImportRow } from '../store/imports/imports.ts'
import type { State } from '../store/history/state.ts'
import { latestVersions } from '../store/imports/edits.ts'
import { keepImported } from '../store/imports/imported.ts'
import { originsOf, seriesOf, startsOfSplits } from '../store/series/rows.ts'
import { settleRows } from '../store/imports/rows.ts'
import { createAll, prepareToCreate, type Prepared } from '../store/sql/create.ts'
import { load } from '../store/sql/read.ts'
import { findFreeSlug } from '../store/sql/slugs.ts'
import { trash, update } from '../store/sql/update.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { Wall } from '../time/index.ts'
import { contentOf, contentText, loadOptionsOf, recordOf, viewOf, type ImportContext } from './context.ts'
import { draftOf } from './drafts.ts'
import { formerOverrides, writeExceptions, type Overridden } from './exceptions.ts'
import { keepDates } from './kept-dates.ts'
import { withOccurrences } from './known-occurrences.ts'
import { identifierOf } from './record.ts'
import { withSourceIds } from './source-ids.ts'
import { LinkResolver, type CreatedLink } from './links.ts'
import { decide, type Decision } from './plan.ts'

/** Writes rows of an import in one transaction, and records the versions needed to undo them. */

/** A resource that was written, with its versions before and after; `before` is null if it was created. */
export interface Written {
  readonly kind: ResourceName
  readonly id: number
  readonly before: number | null
  readonly after: number
  /** What an occurrence had of its own before; missing in imports from before this was stored. */
  readonly own?: State
  /** The record that it came from before, as text; missing too in imports from before this was stored. */
  readonly record?: string
  /** A single event that the import made the first occurrence of a series. */
  readonly beganSeries?: true
}

/** A row being written; `target` is the ID of the resource once it is known. */
interface Writing {
  readonly row: ImportRow
  readonly decision: Decision
  readonly made: CreatedLink[]
  target: number | undefined
  /** The event that became the first occurrence of the target, a new series. */
  first: number | undefined
  overridden: Overridden
}

const none: Overridden = { written: new Map(), edited: new Map() }

const isCreated = ({ decision, first }: Writing) => decision.action === 'create' || first !== undefined

async function loadItems(
  trx: Trx,
  context: ImportContext,
  resource: Resource,
  ids: readonly number[],
): Promise<Map<number, Item>> {
  const items = await load(trx, resource, ids, loadOptionsOf(context))
  return new Map(items.map((item) => [item.id, item]))
}

async function writeItems(trx: Trx, context: ImportContext, resource: Resource, all: readonly Writing[]) {
  const { imported } = context
  const known = all.flatMap(({ decision }) => decision.known?.target ?? [])
  const items = await loadItems(trx, context, resource, known)
  const splits = resource.repeats ? await startsOfSplits(trx, known) : new Map<number, readonly Wall[]>()
  const links = await LinkResolver.for(
    trx,
    resource,
    imported.source,
    all.map(({ decision }) => decision.sent),
    viewOf(context, {}),
  )
  const created: Writing[] = []
  const prepared: Prepared[] = []
  for (const one of all) {
    const { decision, made } = one
    const view = viewOf(context, decision.record.fields)
    const sent = await links.resolve(decision.sent, view, made)
    const former = items.get(decision.known?.target ?? 0)
    if (decision.record.withdrawn && former !== undefined) {
      await trash(trx, resource, former, view)
      one.target = former.id
      continue
    }
    const draft = await draftOf(resource, sent, view, former)
    if (former === undefined) {
      created.push(one)
      prepared.push(await prepareToCreate(trx, resource, draft, view))
    } else {
      const before = contentOf(decision.known!.record).fields
      const kept = keepDates(draft, former, before, splits.get(former.id) ?? [])
      await update(trx, resource, former, kept, { ...view, former })
      one.target = former.id
    }
  }
  const wanted = created.map(({ decision }) => decision.record.id)
  const ids = await createAll(
    trx,
    resource,
    await withSourceIds(trx, imported, resource.name, prepared, wanted),
  )
  for (const [index, one] of created.entries()) one.target = ids[index]!
  if (resource.repeats) await followSeries(trx, all, items)
}

/** A single event that the source repeats now stays the first occurrence; the record belongs to the new series. */
async function followSeries(trx: Trx, all: readonly Writing[], formerly: ReadonlyMap<number, Item>) {
  const single = all.filter(({ target }) => formerly.get(target!)?.row.recurrence_id === null)
  const series = await seriesOf(
    trx,
    single.map(({ target }) => target!),
  )
  for (const one of single) {
    const begun = series.get(one.target!)
    if (begun !== undefined) [one.first, one.target] = [one.target, begun]
  }
}

/** Unlike a slug that somebody chooses, that of a source gets a number if it is in use, as on creation. */
async function withFreeSlug(trx: Trx, resource: Resource, draft: Draft, { id }: Item): Promise<Draft> {
  const { slug } = draft.text
  if (typeof slug !== 'string' || slug === '') return draft
  return { ...draft, text: { ...draft.text, slug: await findFreeSlug(trx, resource, slug, id) } }
}

/** Writes the translations of resources that exist by now. */
async function writeTranslations(
  trx: Trx,
  context: ImportContext,
  resource: Resource,
  all: readonly Writing[],
) {
  const translated = all.filter(({ decision }) => Object.keys(decision.translations).length > 0)
  const ids = translated.map(({ target }) => target!)
  const items = await loadItems(trx, context, resource, ids)
  for (const { decision, target } of translated)
    for (const [language, text] of Object.entries(decision.translations)) {
      const former = items.get(target!)!
      const view = { ...viewOf(context, { ml_language: language }), former }
      const draft = await draftOf(resource, text, view, former)
      await update(trx, resource, former, await withFreeSlug(trx, resource, draft, former), view)
    }
}

/** The state of a record after this import, with which the next import compares. */
const importedOf = (
  { imported }: ImportContext,
  kind: ResourceName,
  { decision: { record, edited, known }, target, first, overridden }: Writing,
  after: ReadonlyMap<number, number>,
): Imported => ({
  source: imported.source,
  external_id: record.externalId,
  kind,
  target: target!,
  record: contentText(record),
  version: after.get(target!) ?? 0,
  edited: JSON.stringify(edited),
  occurrences: withOccurrences(
    known?.occurrences ?? null,
    new Map([...(first === undefined ? [] : [[first, []] as const]), ...overridden.edited]),
    after,
  ),
})

const recordBefore = ({ decision: { known } }: Writing) =>
  known === undefined ? {} : { record: known.record }

const occurrencesOf = ({ first, overridden }: Writing) => [
  ...new Set([...(first === undefined ? [] : [first]), ...overridden.written.keys()]),
]

function writtenBy(
  one: Writing,
  kind: ResourceName,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Written[] {
  const version = (id: number, isNew: boolean): Written => ({
    kind,
    id,
    before: isNew ? null : (before.get(id) ?? 0),
    after: after.get(id) ?? 0,
  })
  const occurrence = (id: number): Written => {
    if (id === one.first) return { ...version(id, false), beganSeries: true }
    const { version: latest, own } = one.overridden.written.get(id)!
    return { ...version(id, false), before: latest, own }
  }
  return [
    ...one.made.map((made) => ({ kind: made.kind, id: made.id, before: null, after: 1 })),
    { ...version(one.target!, isCreated(one)), ...recordBefore(one) },
    ...occurrencesOf(one).map(occurrence),
  ]
}

async function writeOccurrences(
  trx: Trx,
  context: ImportContext,
  all: readonly Writing[],
  formerly: Awaited<ReturnType<typeof formerOverrides>>,
) {
  const overriding = all.filter(
    ({ decision: { record }, target }) => record.exceptions !== undefined || formerly.has(target!),
  )
  const origins = await originsOf(
    trx,
    overriding.map(({ target }) => target!),
  )
  const byOrigin = groupBy([...origins.keys()], (id) => origins.get(id)!)
  for (const one of overriding) {
    const { known, record } = one.decision
    one.overridden = await writeExceptions(trx, context, {
      series: byOrigin.get(one.target!)!,
      record,
      known,
      formerly: formerly.get(one.target!) ?? new Map(),
    })
  }
}

async function writeAll(
  trx: Trx,
  context: ImportContext,
  kind: ResourceName,
  all: readonly Writing[],
): Promise<ImportRow[]> {
  const resource = context.resources[kind]
  const known = all.flatMap(({ decision }) => decision.known ?? [])
  const targets = known.map(({ target }) => target)
  const before = await latestVersions(trx, kind, targets)
  const formerly = resource.repeats ? await formerOverrides(trx, known) : new Map()
  await writeItems(trx, context, resource, all)
  await writeTranslations(trx, context, resource, all)
  if (resource.repeats) await writeOccurrences(trx, context, all, formerly)
  const touched = all.flatMap((one) => [one.target!, ...occurrencesOf(one), ...one.overridden.edited.keys()])
  const after = await latestVersions(trx, kind, touched)
  await keepImported(
    trx,
    all.map((one) => importedOf(context, kind, one, after)),
  )
  return all.map((one) => ({
    ...one.row,
    target: one.target!,
    outcome: 'written',
    written: JSON.stringify(writtenBy(one, kind, before, after)),
  }))
}

/** Writes a group of rows. Decides again, because data may have changed since the preview. */
async function writeGroup(trx: Trx, context: ImportContext, rows: readonly ImportRow[]): Promise<void> {
  const { kind } = rows[0]!
  const decisions = await decide(trx, context, rows.map(recordOf))
  const all = rows.map((row, index) => ({ row, decision: decisions[index]! }))
  const skipped = all.filter(({ decision }) => decision.action === 'skip')
  const written = await writeAll(
    trx,
    context,
    kind,
    all
      .filter(({ decision }) => decision.action !== 'skip')
      .map((one) => ({ ...one, made: [], target: undefined, first: undefined, overridden: none })),
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

/** Splits the rows into groups of one kind whose members do not depend on each other, preserving their order. */
function groupsOf(rows: readonly ImportRow[]): ImportRow[][] {
  const groups: ImportRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    const parent = row.kind === 'categories' ? identifierOf(recordOf(row).fields.parent) : undefined
    const isIndependent =
      group !== undefined &&
      group[0]!.kind === row.kind &&
      !group.some(({ external_id }) => external_id === parent)
    if (isIndependent) group.push(row)
    else groups.push([row])
  }
  return groups
}

export async function writeRows(trx: Trx, context: ImportContext, rows: readonly ImportRow[]): Promise<void> {
  for (const group of groupsOf(rows)) await writeGroup(trx, context, group)
}
