import { sql } from 'kysely'
import { invalidParameter, ValidationError } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'
import type { Trx } from '../sql/write-queue.ts'
import { countOf } from '../sql/count.ts'
import type { Series } from './rows.ts'

/**
 * Limits what occurrences take over from their series: each has a copy of its own. A request of two megabytes could
 * otherwise write several gigabytes, and on SQLite nobody else would be answered for minutes.
 */

/** Characters that all occurrences of a series may have together. Of texts, the database stores six times as much. */
const mostCharacters = 32 * 1024 * 1024

/** What a link takes in the table and its indexes. */
const charactersPerLink = 200

const largeFields = ['description', 'excerpt', 'tickets', 'categories', 'tags', 'venue', 'organizer']

/** The first of these fields whose values may be large. */
export const largeAmong = (fields: readonly string[]): string | undefined =>
  largeFields.find((field) => fields.includes(field))

const textsOf = (trx: Trx, id: number) =>
  trx
    .selectFrom('event_texts')
    .select(
      sql<number>`sum(coalesce(length(description), 0) + coalesce(length(excerpt), 0))`.as('characters'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Throws, naming the field, if a series has too much for so many occurrences. */
export async function requireRoom(
  trx: Trx,
  { event }: Series,
  { occurrences, field }: { readonly occurrences: number; readonly field: string },
): Promise<void> {
  const { characters } = await textsOf(trx, event.id)
  const links = await countOf(trx.selectFrom('event_links').where('event_id', '=', event.id))
  const size = Number(characters) + (event.tickets?.length ?? 0) + links * charactersPerLink
  if (size * occurrences <= mostCharacters) return
  const sentence = message(
    'An event with such long texts, or so many tickets and links, can have at most {maximum} dates.',
    { maximum: Math.floor(mostCharacters / size) },
  )
  throw invalidParameter(field, new ValidationError('rest_too_long', sentence))
}
