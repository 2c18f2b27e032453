import type { Transaction } from 'kysely'
import type { Draft, Item, Resource } from '../../resources/resource.ts'
import { noted } from '../changes/changes.ts'
import { imageColumn, linksOf, sequenceOf, type WritingView } from './creating.ts'
import { untyped } from './reading.ts'
import { insertRows } from './rows.ts'
import type { Database, LinkKind } from './schema.ts'
import { forgetTallies, tallied } from './tallies.ts'
import { settleTexts, textsOf, writeText } from './texts.ts'

/** Changing and removing any of the five kinds; every function here runs inside one transaction. */

type Trx = Transaction<Database>

/** Until the event itself is settled: see `tallied`. */
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

/** Events are counted; what they lead to is not. */
const countedIds = ({ links }: Resource, id: number): number[] => (links === undefined ? [] : [id])

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
  await tallied(trx, countedIds(resource, former.id), async () => {
    await untyped(trx).updateTable(resource.name).set(row).where('id', '=', former.id).execute()
    await writeText(trx, resource, draft, former, await textsOf(trx, resource, former.id), view)
    await settleTexts(trx, resource, former.id)
    await writeLinks(trx, former.id, draft, view)
  })
  await resource.afterWrite?.(trx, former.id, draft)
  noted(trx, resource.name, [former.id])
}

export function trash(trx: Trx, resource: Resource, id: number, now: number): Promise<void> {
  noted(trx, resource.name, [id])
  return tallied(trx, countedIds(resource, id), async () => {
    await untyped(trx)
      .updateTable(resource.name)
      .set({ status: 'trash', modified: now })
      .where('id', '=', id)
      .execute()
    await settleTexts(trx, resource, id)
  })
}

/** Removes for good, with every link to it. */
export async function remove(trx: Trx, resource: Resource, item: Item): Promise<void> {
  await resource.beforeRemove?.(trx, item)
  const { id } = item
  await tallied(trx, countedIds(resource, id), async () => {
    await untyped(trx).deleteFrom(resource.texts).where('id', '=', id).execute()
    await untyped(trx).deleteFrom(resource.name).where('id', '=', id).execute()
    await trx.deleteFrom(sequenceOf(resource)).where('id', '=', id).execute()
    if (resource.links !== undefined) await trx.deleteFrom('event_links').where('event_id', '=', id).execute()
  })
  if (resource.linkedAs !== undefined) await removeLinksTo(trx, resource.linkedAs, id)
  noted(trx, resource.name, [id])
}

/** The events that led there are told otherwise from now on. */
async function removeLinksTo(trx: Trx, kind: LinkKind, target: number) {
  const cut = await trx
    .deleteFrom('event_links')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .returning('event_id')
    .execute()
  noted(
    trx,
    'events',
    cut.map(({ event_id }) => event_id),
  )
  await forgetTallies(trx, kind, target)
}

/** Removes one translation; the resource stays. */
export function removeTranslation(
  trx: Trx,
  resource: Resource,
  { id }: Item,
  language: string,
  now: number,
): Promise<void> {
  noted(trx, resource.name, [id])
  return tallied(trx, countedIds(resource, id), async () => {
    await untyped(trx)
      .deleteFrom(resource.texts)
      .where('id', '=', id)
      .where('language', '=', language)
      .execute()
    await untyped(trx).updateTable(resource.name).set({ modified: now }).where('id', '=', id).execute()
    await settleTexts(trx, resource, id)
  })
}
