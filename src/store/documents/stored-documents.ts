import { requireShort } from '../../response-limit.ts'
import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely'
import { prepare, prepareByIds } from '../sql/prepared-queries.ts'
import type { Database, EventDocumentTable } from '../sql/schema.ts'

/** Documents as they are read: see render.ts for how they come about. */

export type StoredDocument = Selectable<EventDocumentTable>

/** Documents are found by what rendered them, so that those of other code or settings are never read. */
const isOf = (fingerprint: unknown) =>
  sql<SqlBool>`rendering = (select renderings.id from renderings where fingerprint = ${fingerprint})`

const selectTexts = (maximumBytes: number) =>
  prepareByIds<{ id: number; text: string | null }>((db, ids, [language, fingerprint]) =>
    db
      .selectFrom('event_documents')
      .select('id')
      .select(
        sql<string | null>`case when octet_length(text) <= ${sql.lit(maximumBytes)} then text end`.as('text'),
      )
      .where('language', '=', language!)
      .where(isOf(fingerprint))
      .where('id', 'in', ids),
  )

const selectShortTexts = selectTexts(64 * 1024)
const selectAllTexts = selectTexts(2 ** 31 - 1)

/** So many long texts are read at once, because others wait meanwhile. */
const longTextsAtOnce = 2

/** The texts of these events in the language, as far as there are any; throws if they are too long for one response. */
export async function textsOf(
  db: Kysely<Database>,
  ids: readonly number[],
  language: string,
  fingerprint: string,
): Promise<{ id: number; text: string }[]> {
  const found = await selectShortTexts(db, ids, [language, fingerprint])
  const texts = found.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]))
  const long = found.flatMap(({ id, text }) => (text === null ? [id] : []))
  for (let from = 0; from < long.length; from += longTextsAtOnce) {
    const some = await selectAllTexts(db, long.slice(from, from + longTextsAtOnce), [language, fingerprint])
    texts.push(...some.map(({ id, text }) => ({ id, text: text! })))
    requireShort(texts.map(({ text }) => text))
  }
  return texts
}

const selectDocument = prepare<StoredDocument>((db, [id, language, fingerprint]) =>
  db
    .selectFrom('event_documents')
    .selectAll()
    .where('id', '=', id!)
    .where('language', '=', language!)
    .where(isOf(fingerprint)),
)

export async function documentOf(
  db: Kysely<Database>,
  id: number,
  language: string,
  fingerprint: string,
): Promise<StoredDocument | undefined> {
  const [document] = await selectDocument(db, [id, language, fingerprint])
  return document
}
