import type { Item } from '../resources/resource.ts'
import { latestVersions } from '../store/imports/edits.ts'
import { load } from '../store/sql/read.ts'
import { update } from '../store/sql/update.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { Wall } from '../time/index.ts'
import { loadOptionsOf, viewOf, type ImportContext } from './context.ts'
import { draftOf } from './drafts.ts'
import { LinkResolver } from './links.ts'
import type { Sent, SourceRecord } from './record.ts'

/** Writes the overrides of occurrences, and removes those that the source no longer has. */

type Exceptions = SourceRecord['exceptions']

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns the fields to write to each occurrence whose overrides changed since the last import. The status is
 * never given back, because publishing is decided here.
 */
function differences(now: Exceptions = {}, before: Exceptions = {}): Map<Wall, Sent> {
  const walls = [...new Set([...Object.keys(now), ...Object.keys(before)])]
  return new Map(
    walls
      .filter((wall) => !isSame(now[wall], before[wall]))
      .map((wall) => {
        const own = now[wall] ?? {}
        const inherit = Object.keys(before[wall] ?? {}).filter(
          (name) => name !== 'status' && !Object.hasOwn(own, name),
        )
        return [wall, { ...own, ...(inherit.length === 0 ? {} : { inherit }) }]
      }),
  )
}

async function occurrencesAt(
  trx: Trx,
  context: ImportContext,
  series: number,
  walls: readonly Wall[],
): Promise<Item[]> {
  const rows = await trx
    .selectFrom('events')
    .select('id')
    .where('post_parent', '=', series)
    .where('recurrence_id', 'in', walls)
    .where('status', '<>', 'trash')
    .execute()
  const ids = rows.map(({ id }) => id)
  return load(trx, context.resources.events, ids, loadOptionsOf(context))
}

/** Returns the occurrences that were written, each with its version before. */
export async function writeExceptions(
  trx: Trx,
  context: ImportContext,
  series: number,
  { fields, exceptions }: SourceRecord,
  formerly: Exceptions,
): Promise<ReadonlyMap<number, number>> {
  const different = differences(exceptions, formerly)
  if (different.size === 0) return new Map()
  const { events } = context.resources
  const view = viewOf(context, fields)
  const items = await occurrencesAt(trx, context, series, [...different.keys()])
  const before = await latestVersions(
    trx,
    'events',
    items.map(({ id }) => id),
  )
  const links = await LinkResolver.for(trx, events, context.imported.source, [...different.values()], view)
  for (const item of items) {
    const sent = await links.resolve(different.get(item.row.recurrence_id as Wall)!, view, [])
    await update(trx, events, item, await draftOf(events, sent, view, item), { ...view, former: item })
  }
  return new Map(items.map(({ id }) => [id, before.get(id) ?? 0]))
}
