import { idsOf } from '../../ids-of.ts'
import { mayRead, type OwnedEntry } from '../../identity/roles.ts'
import { termsNamed } from '../../resources/reference-checks.ts'
import type { Draft, Item, LinkTarget, Resource, Writing } from '../../resources/resource.ts'
import { sortKey } from '../../text/search.ts'
import { yieldIfDue } from '../../yielding.ts'
import { beginSeries } from '../series/begin.ts'
import { clockOf } from '../series/placement.ts'
import { recordCreated, type Created, type VersionContext } from '../history/record.ts'
import { load, type Resources } from './read.ts'
import { asUntyped } from './untyped.ts'
import { allocateIds, idSequenceOf, takeIds } from './ids.ts'
import { imageColumn } from './images.ts'
import { insertRows } from './insert-rows.ts'
import { existingUsers } from './lookups.ts'
import type { EventLinkTable, EventTable, LinkKind } from './schema.ts'
import { findFreeSlugs, wantedSlug } from './slugs.ts'
import { linkColumnsOf } from './event-counts.ts'
import { languagesColumn, textRow, type Text } from './texts.ts'
import type { Trx } from './write-queue.ts'

/** Creates any of the five kinds: each draft is prepared on its own, then many are inserted together. */

/** What a write needs in addition to the draft. */
export interface WritingView extends Writing, Pick<VersionContext, 'restores' | 'note'> {
  readonly resources: Resources
}

type Link = Pick<EventLinkTable, 'kind' | 'target' | 'position'>

/** A draft that lacks only its ID and its slug. */
export interface Prepared {
  readonly draft: Draft
  readonly row: Readonly<Record<string, unknown>>
  readonly links: readonly Link[]
  readonly view: WritingView
  /** An unused ID to assign; if absent, the next one of the sequence. */
  readonly id?: number | undefined
}

/**
 * A resource of the same name that the caller may read and that has the same values in these fields, where they were
 * sent (interface: Creating events).
 */
export async function findDuplicate(
  trx: Trx,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  view: Pick<WritingView, 'resources' | 'caller' | 'language'>,
  fields: readonly string[] = ['description', 'address', 'email'],
): Promise<number | undefined> {
  const name = String(values[resource.titleField])
  const named = await asUntyped(trx)
    .selectFrom(resource.texts)
    .select('id')
    .where('sort', '=', sortKey(name))
    .where('live', '=', 1)
    .orderBy('id')
    .execute()
  const ids = [...new Set(named.map(({ id }) => id as number))]
  const items = await load(trx, resource, ids, { ...view, now: undefined })
  const compared = fields.filter((field) => typeof values[field] === 'string')
  return items.find(
    ({ row, text, translations }) =>
      mayRead(view.caller, row as unknown as OwnedEntry) &&
      Object.values(translations).some(({ title }) => title.toLowerCase() === name.toLowerCase()) &&
      compared.every((field) => folded(text[field] ?? row[field]) === folded(values[field])),
  )?.id
}

/** People write addresses of mail and of streets in either case. */
const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Checked again, because another request may have created the term since validation. */
const findTerm = async (trx: Trx, { singular }: Resource, name: string): Promise<number | undefined> =>
  (await termsNamed(singular as 'category' | 'tag', [name], { db: trx })).get(name)

async function resolveLink(trx: Trx, target: LinkTarget, view: WritingView): Promise<number> {
  if (typeof target === 'number') return target
  const { resources, site, caller } = view
  const language = (target.values.ml_language as string | undefined) ?? view.language
  const resource = resources[target.resource]
  const same =
    resource.family === 'entries'
      ? await findDuplicate(trx, resource, target.values, view)
      : await findTerm(trx, resource, String(target.values.name))
  if (same !== undefined) return same
  const draft = resource.draft(target.values, { site, caller, language })
  return create(trx, resource, draft, { resources, site, caller, language })
}

/** The targets of each kind of link after the write; missing ones are created. */
export async function resolveLinks(
  trx: Trx,
  { links = {} }: Draft,
  view: WritingView,
): Promise<ReadonlyMap<LinkKind, readonly Link[]>> {
  const found = new Map<LinkKind, readonly Link[]>()
  for (const [kind, targets] of Object.entries(links) as [LinkKind, LinkTarget[]][]) {
    const ids = new Set<number>()
    for (const target of targets) ids.add(await resolveLink(trx, target, view))
    found.set(
      kind,
      [...ids].map((target, position) => ({ kind, position, target })),
    )
  }
  return found
}

/** Runs every check that may reject one draft, and creates what it links to. */
export async function prepareToCreate(
  trx: Trx,
  resource: Resource,
  draft: Draft,
  view: WritingView,
): Promise<Prepared> {
  await resource.beforeWrite?.(trx, draft)
  const row = { ...draft.row, ...(await imageColumn(trx, draft, view)) }
  return { draft, row, links: [...(await resolveLinks(trx, draft, view)).values()].flat(), view }
}

const liveFlag = ({ row }: Draft) => Number(row.status !== 'trash')

async function idsFor(trx: Trx, resource: Resource, prepared: readonly Prepared[]): Promise<number[]> {
  const sequence = idSequenceOf(resource)
  const ownIds = prepared.flatMap(({ id }) => id ?? [])
  await takeIds(trx, sequence, resource.singular, ownIds)
  const allocated = await allocateIds(trx, sequence, resource.singular, prepared.length - ownIds.length)
  return prepared.map(({ id }) => id ?? allocated.shift()!)
}

/** A user may have been deleted since the request was authenticated; what it creates then belongs to nobody. */
async function withExistingAuthors(
  trx: Trx,
  rows: readonly Prepared['row'][],
): Promise<readonly Prepared['row'][]> {
  const authors = [...new Set(rows.flatMap(({ author }) => (author ? [author as number] : [])))]
  if (authors.length === 0) return rows
  const existing = new Set(idsOf(await existingUsers(trx, authors)))
  return rows.map((row) => (row.author && !existing.has(row.author as number) ? { ...row, author: 0 } : row))
}

/** Creates them all and returns their IDs; the language of each write becomes that of its original. */
export async function createAll(
  trx: Trx,
  resource: Resource,
  prepared: readonly Prepared[],
): Promise<readonly number[]> {
  const ids = await idsFor(trx, resource, prepared)
  const ownedRows = await withExistingAuthors(
    trx,
    prepared.map(({ row }) => row),
  )
  const rows = prepared.map(({ view: { language } }, index) => ({
    ...ownedRows[index]!,
    id: ids[index]!,
    original_language: language,
    languages: languagesColumn([language]),
  }))
  await insertRows(trx, resource.name, rows)
  await insertTexts(trx, resource, prepared, rows as unknown as Item['row'][])
  if (resource.links !== undefined) await insertLinks(trx, prepared, rows as unknown as EventTable[])
  await recordCreated(
    trx,
    resource,
    prepared.map(({ view }, index) => creation(ids[index]!, view)),
  )
  for (const [index, { draft, view }] of prepared.entries()) {
    await resource.afterWrite?.(trx, ids[index]!, draft)
    if (draft.repeating !== undefined) await beginSeries(trx, ids[index]!, draft.repeating, clockOf(view))
  }
  return ids
}

const creation = (id: number, { caller, language, site, note }: WritingView): Created => ({
  id,
  author: caller?.id ?? 0,
  language,
  now: site.now,
  note,
})

async function insertTexts(
  trx: Trx,
  resource: Resource,
  prepared: readonly Prepared[],
  rows: readonly Item['row'][],
) {
  const slugs = await findFreeSlugs(
    trx,
    resource,
    prepared.map(({ draft: { text } }, index) => wantedSlug(resource, text, rows[index]!.id)),
  )
  const texts: Text[] = []
  for (const [index, { draft, view }] of prepared.entries()) {
    const text = {
      ...draft.text,
      slug: slugs[index],
      language: view.language,
      live: liveFlag(draft),
      modified: view.site.now,
    }
    texts.push(textRow(resource, rows[index]!, text))
    await yieldIfDue()
  }
  await insertRows(trx, resource.texts, texts)
}

async function insertLinks(trx: Trx, prepared: readonly Prepared[], rows: readonly EventTable[]) {
  const links = prepared.flatMap((one, index) =>
    one.links.map((link) => ({ ...link, event_id: rows[index]!.id, ...linkColumnsOf(rows[index]!) })),
  )
  await insertRows(trx, 'event_links', await withoutDeleted(trx, links))
}

const sequenceOf = (kind: LinkKind) => (kind === 'venue' || kind === 'organizer' ? 'entry_ids' : 'term_ids')

/** Another request may have deleted a target since validation, and its links with it. */
export async function withoutDeleted<L extends Link>(trx: Trx, links: readonly L[]): Promise<readonly L[]> {
  if (links.length === 0) return links
  const [entries, terms] = await Promise.all(
    (['entry_ids', 'term_ids'] as const).map(async (sequence) => {
      const ids = links.filter(({ kind }) => sequenceOf(kind) === sequence).map(({ target }) => target)
      if (ids.length === 0) return new Set<number>()
      const rows = await trx.selectFrom(sequence).select('id').where('id', 'in', ids).execute()
      return new Set(idsOf(rows))
    }),
  )
  return links.filter(({ kind, target }) => (sequenceOf(kind) === 'term_ids' ? terms : entries)!.has(target))
}

export async function create(trx: Trx, resource: Resource, draft: Draft, view: WritingView): Promise<number> {
  const [id] = await createAll(trx, resource, [await prepareToCreate(trx, resource, draft, view)])
  return id!
}
