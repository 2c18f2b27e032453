import { batchesOf } from '../../batches-of.ts'
import { requireShort } from '../../response-limit.ts'
import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely'
import { prepare, prepareByIds } from '../sql/prepared-queries.ts'
import type { Database } from '../sql/schema.ts'
import type { EventDocumentTable } from '../sql/schema/derived.ts'

/** Reads documents; see render.ts for how they are made. */

export type StoredDocument = Selectable<EventDocumentTable>

/** Documents are selected by what rendered them, so that those of other code or settings are never read. */
const isOf = (fingerprint: unknown) =>
  sql<SqlBool>`rendering = (select renderings.id from renderings where fingerprint = ${fingerprint})`

interface FoundText {
  readonly id: number
  readonly text: string | null
  readonly bytes: number
}

const textUpTo = (bytes: number) =>
  sql<string | null>`case when octet_length(text) <= ${sql.lit(bytes)} then text end`.as('text')

/** Does not read the text itself. */
const bytesOfText = sql<number>`octet_length(text)`.as('bytes')

/**
 * Longer texts are not filtered by rendering here, because SQLite would read them to the end to reach the column behind
 * them.
 */
const isLongerOr = (bytes: number, fingerprint: unknown) =>
  sql<SqlBool>`(octet_length(text) > ${sql.lit(bytes)} or ${isOf(fingerprint)})`

/** Texts by the language of the documents. */
const selectTexts = (maximumBytes: number) =>
  prepareByIds<FoundText>((db, ids, [language, fingerprint]) =>
    db
      .selectFrom('event_documents')
      .select('id')
      .select([textUpTo(maximumBytes), bytesOfText])
      .where('language', '=', language!)
      .where(isLongerOr(maximumBytes, fingerprint))
      .where('id', 'in', ids),
  )

/**
 * Texts in the original language, by a pattern that the languages of the event must not match. Excludes events whose
 * image is described in several languages, because the description depends on the reader's language.
 */
const selectOriginalTexts = (maximumBytes: number) =>
  prepareByIds<FoundText>((db, ids, [languages, fingerprint]) =>
    db
      .selectFrom('events')
      .innerJoin('event_documents', (join) =>
        join
          .onRef('event_documents.id', '=', 'events.id')
          .onRef('event_documents.language', '=', 'events.original_language'),
      )
      .select('events.id')
      .select([textUpTo(maximumBytes), bytesOfText])
      .where('events.languages', 'not like', languages!)
      .where(isLongerOr(maximumBytes, fingerprint))
      .where('events.id', 'in', ids)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('images')
              .select('images.id')
              .whereRef('images.id', '=', 'events.image')
              .where('alt', 'like', sql.lit('%","%')),
          ),
        ),
      ),
  )

type SelectTexts = ReturnType<typeof selectTexts>

const shortText = 64 * 1024
const anyLength = 2 ** 31 - 1

const inLanguage = [selectTexts(shortText), selectTexts(anyLength)] as const
const inOriginal = [selectOriginalTexts(shortText), selectOriginalTexts(anyLength)] as const

/** How many long texts are read at once, limited because other responses wait meanwhile. */
const longTextsAtOnce = 2

interface EventText {
  readonly id: number
  readonly text: string
}

/** Runs `read` when the response may read its long texts. */
export type WhenRoom = <T>(read: () => Promise<T>) => Promise<T>

/** Throws if the texts are too long for one response, before any long text is read. */
async function readTexts(
  db: Kysely<Database>,
  whenRoom: WhenRoom,
  [selectShort, selectAll]: readonly [SelectTexts, SelectTexts],
  ids: readonly number[],
  values: readonly string[],
): Promise<EventText[]> {
  const found = await selectShort(db, ids, values)
  const texts = found.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]))
  const long = found.flatMap(({ id, text }) => (text === null ? [id] : []))
  if (long.length === 0) return texts
  requireShort(found.reduce((sum, { bytes }) => sum + bytes, 0))
  await whenRoom(async () => {
    for (const some of batchesOf(long, longTextsAtOnce)) {
      const read = await selectAll(db, some, values)
      texts.push(...read.map(({ id, text }) => ({ id, text: text! })))
    }
  })
  return texts
}

/** The texts of these events in the language; events without one are skipped. */
export const textsOf = (
  db: Kysely<Database>,
  whenRoom: WhenRoom,
  ids: readonly number[],
  language: string,
  fingerprint: string,
): Promise<EventText[]> => readTexts(db, whenRoom, inLanguage, ids, [language, fingerprint])

/**
 * The same for events without a text in the language, which are shown in their original one. Everything else that
 * depends on the language of the reader is a slot, so nothing has to be rendered.
 */
export async function originalTextsOf(
  db: Kysely<Database>,
  whenRoom: WhenRoom,
  ids: readonly number[],
  language: string,
  fingerprint: string,
): Promise<EventText[]> {
  const texts = await readTexts(db, whenRoom, inOriginal, ids, [`% ${language} %`, fingerprint])
  return texts.map(({ id, text }) => ({ id, text: asFallback(text) }))
}

/** Quotation marks in JSON strings are escaped, so this never matches inside a text. */
const asFallback = (text: string) => text.replace('"is_fallback":false', '"is_fallback":true')

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
