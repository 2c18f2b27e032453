import type { Kysely, Selectable } from 'kysely'
import { prepare, prepareByIds } from '../sql/prepared.ts'
import type { Database, EventDocumentTable } from '../sql/schema.ts'

/** Documents as they are read: see rendering.ts for how they come about. */

export type StoredDocument = Selectable<EventDocumentTable>

const texts = prepareByIds<Pick<StoredDocument, 'id' | 'text'>>((db, ids, [language]) =>
  db
    .selectFrom('event_documents')
    .select(['id', 'text'])
    .where('language', '=', language!)
    .where('id', 'in', ids),
)

/** The texts of these events in the language, as far as there are any. */
export const textsOf = (db: Kysely<Database>, ids: readonly number[], language: string) =>
  texts(db, ids, [language])

const whole = prepare<StoredDocument>((db, [id, language]) =>
  db.selectFrom('event_documents').selectAll().where('id', '=', id!).where('language', '=', language!),
)

export async function documentOf(
  db: Kysely<Database>,
  id: number,
  language: string,
): Promise<StoredDocument | undefined> {
  const [document] = await whole(db, [id, language])
  return document
}
