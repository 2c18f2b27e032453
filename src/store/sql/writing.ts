import type { Transaction } from 'kysely'
import type { Draft, Item, Resource } from '../../resources/resource.ts'
import { imageColumn, linksOf, sequenceOf, type WritingView } from './creating.ts'
import { untyped } from './reading.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './schema.ts'
import { settleTexts, textsOf, writeText } from './texts.ts'

/** Changing and removing any of the five kinds; every function here runs inside one transaction. */

type Trx = Transaction<Database>

/** What links carry of their event is derived at the end of the transaction. */
const unsettled = { visible: 0, start_utc: 0, end_utc: 0 }

async function writeLinks(trx: Trx, id: number, draft: Draft, view: WritingView) {
  for (const [kind, links] of await linksOf(trx, draft, view)) {
    await trx.deleteFrom('event_links').where('event_id', '=', id).where('kind', '=', kind).execute()
    await insertRows(
      trx,
      'event_links',
      links.map((link) => ({ ...link, event_id: id, ...unsettled })),
    )
  }
}

/** Merges a draft into what is there: what was not sent stays (contract §6.3). */
export async function update(
  trx: Trx,
  resource: Resource,
  former: Item,
  draft: Draft,
  view: WritingView,
): Promise<void> {
  await resource.beforeWrite?.(trx, draft, former)
  const row = { ...draft.row, ...(await imageColumn(trx, draft)) }
  await untyped(trx).updateTable(resource.name).set(row).where('id', '=', former.id).execute()
  await writeText(trx, resource, draft, former, await textsOf(trx, resource, former.id), view)
  await settleTexts(trx, resource, former.id)
  await writeLinks(trx, former.id, draft, view)
  await resource.afterWrite?.(trx, former.id, draft)
}

export async function trash(trx: Trx, resource: Resource, id: number, now: number): Promise<void> {
  await untyped(trx)
    .updateTable(resource.name)
    .set({ status: 'trash', modified: now })
    .where('id', '=', id)
    .execute()
  await settleTexts(trx, resource, id)
}

/** Removes for good, with every link from it and to it. */
export async function remove(trx: Trx, resource: Resource, item: Item): Promise<void> {
  await resource.beforeRemove?.(trx, item)
  const { id } = item
  if (resource.links !== undefined) await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
  await untyped(trx).deleteFrom(resource.texts).where('id', '=', id).execute()
  await untyped(trx).deleteFrom(resource.name).where('id', '=', id).execute()
  await trx.deleteFrom(sequenceOf(resource)).where('id', '=', id).execute()
  if (resource.linkedAs !== undefined)
    await trx
      .deleteFrom('event_links')
      .where('kind', '=', resource.linkedAs)
      .where('target', '=', id)
      .execute()
}

/** Removes one translation; the resource stays. */
export async function removeTranslation(
  trx: Trx,
  resource: Resource,
  { id }: Item,
  language: string,
  now: number,
): Promise<void> {
  await untyped(trx)
    .deleteFrom(resource.texts)
    .where('id', '=', id)
    .where('language', '=', language)
    .execute()
  await untyped(trx).updateTable(resource.name).set({ modified: now }).where('id', '=', id).execute()
  await settleTexts(trx, resource, id)
}
