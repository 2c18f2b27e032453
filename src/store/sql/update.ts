import type { Draft, Item, OccurrenceCounts, Resource } from '../../resources/resource.ts'
import { resolveLinks, withoutDeleted, type WritingView } from './create.ts'
import { idSequenceOf } from './ids.ts'
import { leaveLanguage } from '../series/leave-language.ts'
import { removeRepeating, trashRepeating, type TrashingView } from '../series/trash.ts'
import { writeRepeating } from '../series/write.ts'
import { recordChange, type VersionContext } from '../history/record.ts'
import { placeholderColumns } from './event-counts.ts'
import { imageColumn } from './images.ts'
import { asUntyped } from './untyped.ts'
import { insertRows } from './insert-rows.ts'
import type { LinkKind } from './schema.ts'
import { hasChanges, textChange, textsOf, updateDerivedText } from './texts.ts'
import type { Trx } from './write-queue.ts'

/** Updates and deletes any of the five kinds; each function runs inside one transaction. */

/** The new targets of each kind of link that differs. */
async function linkChanges(trx: Trx, { id, links: shown }: Item, draft: Draft, view: WritingView) {
  const wanted = await resolveLinks(trx, draft, view)
  if (wanted.size === 0) return []
  const former = await trx
    .selectFrom('event_links')
    .select(['kind', 'target'])
    .where('event_id', '=', id)
    .orderBy('position')
    .execute()
  const targets = (links: readonly { target: number }[]) => links.map(({ target }) => target).join()
  const shownOf = (kind: LinkKind) => (shown[kind] ?? []).map((one) => one.id).join()
  return [...wanted].filter(
    ([kind, links]) =>
      targets(links) !== targets(former.filter((link) => link.kind === kind)) &&
      !(view.keepsHiddenLinks && targets(links) === shownOf(kind)),
  )
}

async function writeLinks(trx: Trx, id: number, changes: Awaited<ReturnType<typeof linkChanges>>) {
  for (const [kind, links] of changes) {
    await trx.deleteFrom('event_links').where('event_id', '=', id).where('kind', '=', kind).execute()
    await insertRows(
      trx,
      'event_links',
      (await withoutDeleted(trx, links)).map((link) => ({ ...link, event_id: id, ...placeholderColumns })),
    )
  }
}

/**
 * Merges a draft into the stored resource: fields that were not sent keep their values (interface: Updating events).
 * For a repeating event, returns what happened to its occurrences.
 */
export async function update(
  trx: Trx,
  resource: Resource,
  previous: Item,
  draft: Draft,
  view: WritingView,
): Promise<OccurrenceCounts | undefined> {
  const write = (whole: Draft) => updateOne(trx, resource, previous, whole, view)
  return recordChange(trx, resource, previous.id, view, async () => {
    if (draft.repeating !== undefined) return writeRepeating(trx, previous, draft, view, write)
    await write(draft)
    return undefined
  })
}

/** Columns that change only as a consequence of others. */
const following = ['modified', 'sequence']

/** Returns whether anything differed; if not, nothing is written, because that would notify followers of the data. */
async function updateOne(
  trx: Trx,
  resource: Resource,
  previous: Item,
  draft: Draft,
  view: WritingView,
): Promise<boolean> {
  await resource.beforeWrite?.(trx, draft, previous)
  const row = { ...draft.row, ...(await imageColumn(trx, draft, view)) }
  const texts = await textsOf(trx, resource, previous.id)
  const writeText = await textChange(trx, resource, draft, previous, texts, view)
  const links = await linkChanges(trx, previous, draft, view)
  const sent = Object.fromEntries(Object.entries(row).filter(([name]) => !following.includes(name)))
  if (!hasChanges(previous.row, sent) && writeText === undefined && links.length === 0) return false
  await asUntyped(trx).updateTable(resource.name).set(row).where('id', '=', previous.id).execute()
  await writeText?.()
  await updateDerivedText(trx, resource, previous.id, view.isMinor ? undefined : texts)
  await writeLinks(trx, previous.id, links)
  await resource.afterWrite?.(trx, previous.id, draft)
  return true
}

export const trash = (
  trx: Trx,
  resource: Resource,
  item: Item,
  view: TrashingView,
): Promise<OccurrenceCounts | undefined> =>
  recordChange(trx, resource, item.id, view, () =>
    resource.repeats ? trashRepeating(trx, item, view) : trashOne(trx, resource, item, view),
  )

async function trashOne(trx: Trx, resource: Resource, { id }: Item, view: TrashingView): Promise<undefined> {
  await asUntyped(trx)
    .updateTable(resource.name)
    .set({ status: 'trash', modified: view.site.now })
    .where('id', '=', id)
    .execute()
  await updateDerivedText(trx, resource, id)
  return undefined
}

/** Deletes permanently, with every link from it and to it. */
export const remove = (
  trx: Trx,
  resource: Resource,
  item: Item,
  view: VersionContext,
): Promise<OccurrenceCounts | undefined> =>
  recordChange(trx, resource, item.id, view, () => removeOne(trx, resource, item, view))

async function removeOne(
  trx: Trx,
  resource: Resource,
  item: Item,
  view: VersionContext,
): Promise<OccurrenceCounts | undefined> {
  await resource.beforeRemove?.(trx, item)
  const changed = resource.repeats ? await removeRepeating(trx, item, view) : undefined
  const { id } = item
  if (resource.links !== undefined) await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
  await asUntyped(trx).deleteFrom(resource.texts).where('id', '=', id).execute()
  await asUntyped(trx).deleteFrom(resource.name).where('id', '=', id).execute()
  await trx.deleteFrom(idSequenceOf(resource)).where('id', '=', id).execute()
  if (resource.linkedAs !== undefined)
    await trx
      .deleteFrom('event_links')
      .where('kind', '=', resource.linkedAs)
      .where('target', '=', id)
      .execute()
  return changed
}

/** Deletes the translation in the language of the write; the resource remains. */
export const removeTranslation = (
  trx: Trx,
  resource: Resource,
  item: Item,
  view: VersionContext,
): Promise<void> => recordChange(trx, resource, item.id, view, () => removeText(trx, resource, item, view))

async function removeText(trx: Trx, resource: Resource, item: Item, view: VersionContext): Promise<void> {
  const { id } = item
  const { language, site } = view
  await asUntyped(trx)
    .deleteFrom(resource.texts)
    .where('id', '=', id)
    .where('language', '=', language)
    .execute()
  await asUntyped(trx).updateTable(resource.name).set({ modified: site.now }).where('id', '=', id).execute()
  await updateDerivedText(trx, resource, id)
  if (resource.repeats) await leaveLanguage(trx, item, view)
}
