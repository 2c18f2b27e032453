import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely'
import { prepare, prepareByIds } from '../sql/prepared-queries.ts'
import type { Database, EventDocumentTable } from '../sql/schema.ts'

/** Documents as they are read: see render.ts for how they come about. */

export type StoredDocument = Selectable<EventDocumentTable>

/** Documents are found by what rendered them, so that those of other code or settings are never read. */
const isOf = (fingerprint: unknown) =>
  sql<SqlBool>`rendering = (select renderings.id from renderings where fingerprint = ${fingerprint})`

const selectTexts = prepareByIds<Pick<StoredDocument, 'id' | 'text'>>((db, ids, [language, fingerprint]) =>
  db
    .selectFrom('event_documents')
    .select(['id', 'text'])
    .where('language', '=', language!)
    .where(isOf(fingerprint))
    .where('id', 'in', ids),
)

/** The texts of these events in the language, as far as there are any. */
export const textsOf = (
  db: Kysely<Database>,
  ids: readonly number[],
  language: string,
  fingerprint: string,
) => selectTexts(db, ids, [language, fingerprint])

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
