import type { HistoryTable } from '../sql/schema/changes.ts'
import type { Trx } from '../sql/write-queue.ts'

/** The contact of a suggestion is the note of the first version of what awaits the decision (interface: Suggestions). */

/** Nobody is the author of a first version with a contact, because a note of anybody else is no contact. */
export const isContact = ({ version, author }: Pick<HistoryTable, 'version' | 'author'>): boolean =>
  version === 1 && author === 0

const findFirst = (trx: Trx, id: number) =>
  trx
    .selectFrom('history')
    .select(['author', 'note'])
    .where('kind', '=', 'events')
    .where('id', '=', id)
    .where('version', '=', 1)
    .executeTakeFirst()

/** An update of the first version. */
export const updateFirst = (trx: Trx, kind: HistoryTable['kind'], id: number) =>
  trx.updateTable('history').where('kind', '=', kind).where('id', '=', id).where('version', '=', 1)

const setFirst = (trx: Trx, id: number, note: string | null): Promise<unknown> =>
  updateFirst(trx, 'events', id).set({ author: 0, note }).where('action', '=', 'created').execute()

/** Moves the contact to the event that is decided about from now on: a single event became a series, or the reverse. */
export async function moveContact(trx: Trx, from: number, to: number): Promise<void> {
  const first = await findFirst(trx, from)
  if (first === undefined || first.author !== 0 || first.note === null) return
  await setFirst(trx, from, null)
  await setFirst(trx, to, first.note)
}
