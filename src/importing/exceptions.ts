import { isAmong, overrideName, overridesOf } from '../resources/events/inheritance.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { readState, type State } from '../store/history/state.ts'
import { editedSince, latestVersions } from '../store/imports/edits.ts'
import type { Imported } from '../store/imports/imports.ts'
import { liveOccurrences, originsOf, rowOf } from '../store/series/rows.ts'
import { load } from '../store/sql/read.ts'
import { update } from '../store/sql/update.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { Wall } from '../time/index.ts'
import { contentOf, loadOptionsOf, viewOf, type ImportContext } from './context.ts'
import { draftOf } from './drafts.ts'
import { knownOccurrences } from './known-occurrences.ts'
import { LinkResolver } from './links.ts'
import type { Sent, SourceRecord } from './record.ts'

/** Writes the overrides of occurrences, and removes those that the source no longer has. */

/** The overrides of occurrences at the last import, by their IDs. */
type Formerly = ReadonlyMap<number, Sent>

/** What the record of a series said before, and what it says now. */
interface Overriding {
  /** The series, and those that were split from it here, which have some of its dates by now. */
  readonly series: readonly number[]
  readonly record: SourceRecord
  /** Undefined if the series is new. */
  readonly known: Imported | undefined
  readonly formerly: Formerly
}

/** An occurrence before it was written. */
interface OccurrenceBefore {
  readonly version: number
  readonly own: State
}

export interface Overridden {
  readonly written: ReadonlyMap<number, OccurrenceBefore>
  /** The occurrences that the source changed, each with the fields that were edited here and stay. */
  readonly edited: ReadonlyMap<number, readonly string[]>
}

/** Read before the series is updated, because its occurrences may get other dates. By the IDs of the series. */
export async function formerOverrides(
  trx: Trx,
  known: readonly Imported[],
): Promise<ReadonlyMap<number, Formerly>> {
  const exceptions = new Map(
    known
      .map(({ target, record }) => [target, contentOf(record).exceptions ?? {}] as const)
      .filter(([, some]) => Object.keys(some).length > 0),
  )
  const origins = await originsOf(trx, [...exceptions.keys()])
  const rows = await liveOccurrences(trx, [...origins.keys()])
  const withIds = (series: number, some: Readonly<Record<Wall, Sent>>) =>
    rows
      .filter((row) => origins.get(row.post_parent) === series && Object.hasOwn(some, row.recurrence_id!))
      .map(({ id, recurrence_id }) => [id, some[recurrence_id!]!] as const)
  return new Map([...exceptions].map(([series, some]) => [series, new Map(withIds(series, some))]))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns the fields to write to an occurrence whose overrides changed since the last import, except those that were
 * edited here. The status is never given back, because publishing is decided here.
 */
function fieldsToWrite(own: Sent, before: Sent, isEdited: (name: string) => boolean): Sent {
  const written = Object.entries(own).filter(([name]) => !isEdited(name))
  const inherit = Object.keys(before).filter(
    (name) => name !== 'status' && !Object.hasOwn(own, name) && !isEdited(name),
  )
  return { ...Object.fromEntries(written), ...(inherit.length === 0 ? {} : { inherit }) }
}

async function occurrencesAt(
  trx: Trx,
  context: ImportContext,
  series: readonly number[],
  walls: readonly Wall[],
): Promise<Item[]> {
  const rows = await trx
    .selectFrom('events')
    .select('id')
    .where('post_parent', 'in', series)
    .where('recurrence_id', 'in', walls)
    .where('status', '<>', 'trash')
    .execute()
  const ids = rows.map(({ id }) => id)
  return load(trx, context.resources.events, ids, loadOptionsOf(context))
}

/**
 * The occurrences whose overrides changed, at whatever dates they are by now. Those that have lost their date are in the
 * trash, and must come back without what the source has withdrawn.
 */
async function changedOccurrences(
  trx: Trx,
  context: ImportContext,
  { series, record: { exceptions = {} }, formerly }: Overriding,
): Promise<Item[]> {
  const walls = Object.keys(exceptions)
  const overridden = walls.length === 0 ? [] : await occurrencesAt(trx, context, series, walls)
  const found = new Set(overridden.map(({ id }) => id))
  const others = await load(
    trx,
    context.resources.events,
    [...formerly.keys()].filter((id) => !found.has(id)),
    loadOptionsOf(context),
  )
  const released = others.filter(({ row }) => series.includes(Number(row.post_parent)))
  return [...overridden, ...released].filter(
    ({ id, row }) => !isSame(exceptions[row.recurrence_id as Wall], formerly.get(id)),
  )
}

/** Names of the fields of each occurrence that were edited here since its last import, or since it exists. */
async function editsOf(
  trx: Trx,
  { imported }: ImportContext,
  { known, formerly }: Overriding,
  latest: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (imported.policy !== 'keep_local' || known === undefined) return new Map()
  const before = knownOccurrences(known.occurrences)
  const isUnknown = (id: number) => id === known.target || (before === undefined && formerly.has(id))
  const since = (id: number, version: number) => before?.[id]?.version ?? (isUnknown(id) ? version : 1)
  const versions = new Map([...latest].map(([id, version]) => [id, since(id, version)]))
  const edited = await editedSince(trx, 'events', versions)
  const namesOf = (id: number) => [...(before?.[id]?.edited ?? []), ...(edited.get(id) ?? [])]
  return new Map([...latest.keys()].map((id) => [id, [...new Set(namesOf(id))]]))
}

/** The own fields of an occurrence, named and stored as in its versions. */
async function ownFieldsOf(trx: Trx, events: Resource, item: Item): Promise<State> {
  const own = overridesOf(rowOf(item))
  if (own.length === 0) return {}
  const state = await readState(trx, events, item.id)
  return Object.fromEntries(Object.entries(state).filter(([name]) => isAmong(own, name)))
}

export async function writeExceptions(
  trx: Trx,
  context: ImportContext,
  overriding: Overriding,
): Promise<Overridden> {
  const { record, formerly } = overriding
  const items = await changedOccurrences(trx, context, overriding)
  if (items.length === 0) return { written: new Map(), edited: new Map() }
  const { events } = context.resources
  const view = viewOf(context, record.fields)
  const ids = items.map(({ id }) => id)
  const latest = await latestVersions(trx, 'events', ids)
  const edits = await editsOf(trx, context, overriding, latest)
  const changes = items
    .map((item) => {
      const own = record.exceptions?.[item.row.recurrence_id as Wall] ?? {}
      const isEdited = isEditedAmong(edits.get(item.id) ?? [], view.language, item)
      return { item, sent: fieldsToWrite(own, formerly.get(item.id) ?? {}, isEdited) }
    })
    .filter(({ sent }) => Object.keys(sent).length > 0)
  const all = changes.map(({ sent }) => sent)
  const links = await LinkResolver.for(trx, events, context.imported.source, all, view)
  const written = new Map<number, OccurrenceBefore>()
  for (const { item, sent } of changes) {
    written.set(item.id, { version: latest.get(item.id) ?? 0, own: await ownFieldsOf(trx, events, item) })
    const resolved = await links.resolve(sent, view, [])
    await update(trx, events, item, await draftOf(events, resolved, view, item), { ...view, former: item })
  }
  return { written, edited: new Map(ids.map((id) => [id, edits.get(id) ?? []])) }
}

/** Whether a field was edited. */
const isEditedAmong =
  (edited: readonly string[], language: string, { row }: Item) =>
  (name: string): boolean =>
    isAmong(edited, overrideName(name, language, row.original_language))
