import { setImmediate as turn } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../sql/schema.ts'
import type { Db } from '../sql/db.ts'
import { groupBy } from '../../group-by.ts'
import { changesSince, versionOf } from '../changes/change-log.ts'
import { enqueueJob } from '../jobs.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { StoredDocument } from './stored-documents.ts'
import { eventDocuments, renderDocuments, replaceDocuments, type RenderingSettings } from './render.ts'

/** All documents at once: after a copy, after the settings have changed, and to see whether they are right. */

type Trx = Transaction<Database>

/** Batch size for background rendering, small enough not to delay requests noticeably. */
const backgroundBatchSize = 25

/** The rendering of a fingerprint; undefined if nothing was ever rendered by it. */
const renderingOf = (db: Kysely<Database>, fingerprint: string) =>
  db
    .selectFrom('renderings')
    .select(['id', 'is_complete'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()

/** Documents of other renderings stay until theirs is rendered again, but nobody reads them. */
async function beginRendering(trx: Trx, fingerprint: string): Promise<number> {
  const { last } = await trx
    .selectFrom('renderings')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = Number(last ?? 0) + 1
  await trx.deleteFrom('renderings').execute()
  await trx.insertInto('renderings').values({ id, fingerprint, is_complete: 0 }).execute()
  return id
}

const idsAtOnce = 1_000

async function deleteDocuments(trx: Trx, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce)
    await trx
      .deleteFrom('event_documents')
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute()
}

/** A program of another version, or with other settings, deletes documents; the service renders them when it starts again. */
async function deferRendering(trx: Trx, ids: readonly number[]): Promise<void> {
  await deleteDocuments(trx, ids)
  await trx.updateTable('renderings').set({ is_complete: 0 }).execute()
}

/** Renders what a transaction has changed, as part of it; without settings nothing can be rendered. */
export async function updateDocuments(
  trx: Trx,
  ids: readonly number[],
  settings: RenderingSettings | undefined,
): Promise<void> {
  if (ids.length === 0) return
  const rendering = settings && (await renderingOf(trx, fingerprintOf(settings)))
  if (rendering === undefined) return deferRendering(trx, ids)
  const left = await deferOccurrences(trx, ids)
  await renderDocuments(trx, left, settings!, rendering.id)
}

/** More occurrences of a series than this are rendered afterwards, because other writers wait meanwhile. */
const mostRenderedAtOnce = 10

/** The kind of job that renders what a series lacks. */
export const occurrencesJob = 'occurrences'

const seriesOfEvents = prepareByIds<{ id: number; series: number }>((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'post_parent as series'])
    .where('id', 'in', ids)
    .where('recurrence_id', 'is not', null),
)

/** Deletes the documents of series that have changed as a whole, and asks for new ones; returns the other events. */
async function deferOccurrences(trx: Trx, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length <= mostRenderedAtOnce) return ids
  const bySeries = groupBy(await seriesOfEvents(trx, ids), ({ series }) => series)
  const deferred = new Set<number>()
  for (const [series, events] of bySeries) {
    if (events.length <= mostRenderedAtOnce) continue
    await enqueueJob(trx, occurrencesJob, series, 0)
    for (const { id } of events) deferred.add(id)
  }
  await deleteDocuments(trx, [...deferred])
  return ids.filter((id) => !deferred.has(id))
}

const occurrencesWithout = prepareByIds<{ id: number }>((db, series, [rendering]) =>
  db
    .selectFrom('events')
    .select('id')
    .where('recurrence_id', 'is not', null)
    .where('status', '=', sql.lit('publish'))
    .where(
      sql<boolean>`not exists (select 1 from event_documents where event_documents.id = events.id and rendering = ${rendering!})`,
    )
    .where('post_parent', 'in', series)
    .limit(sql.lit(backgroundBatchSize)),
)

/** Renders the occurrences of a series that have no documents; they are read without meanwhile. */
export async function renderOccurrences(
  db: Db,
  settings: RenderingSettings,
  series: number,
  signal: AbortSignal,
): Promise<void> {
  for (let isDone = false; !isDone && !signal.aborted;) {
    isDone = await renderSomeOccurrences(db, settings, series)
    await turn()
  }
}

/** Writers wait only while documents are stored. Those of events that were written meanwhile are left for the next time. */
async function renderSomeOccurrences(db: Db, settings: RenderingSettings, series: number): Promise<boolean> {
  const version = await versionOf(db)
  const rendering = await renderingOf(db, fingerprintOf(settings))
  if (rendering === undefined) return true
  const ids = (await occurrencesWithout(db, [series], [rendering.id])).map(({ id }) => id)
  const documents = await eventDocuments(db, ids, settings)
  return db.writes.withoutVersionChange(async (trx) => {
    const since = await changesSince(trx, version)
    if (!since.isComplete || (await renderingOf(trx, fingerprintOf(settings)))?.id !== rendering.id)
      return false
    const written = new Set(since.changes.flatMap(({ resource, id }) => (resource === 'events' ? [id] : [])))
    const current = ids.filter((id) => !written.has(id))
    const fresh = documents.filter(({ id }) => !written.has(id))
    await replaceDocuments(trx, current, fresh, rendering.id)
    return current.length < backgroundBatchSize && current.length === ids.length
  })
}

/** What one step of rendering looks for. */
interface StepOptions {
  readonly after: number
  /** How many events are rendered at most. */
  readonly batchSize: number
  /** How many ids are looked through for them. */
  readonly idsPerStep: number
}

interface Step {
  /** Published events without a document of the rendering. */
  readonly ids: readonly number[]
  /** The last id that was looked at; undefined behind the last of all. */
  readonly last: number | undefined
}

/**
 * Ids are looked through in their order and so many at a time, because by status the database would read and sort all
 * events for each step.
 */
async function nextStep(
  db: Kysely<Database>,
  rendering: number,
  { after, batchSize, idsPerStep }: StepOptions,
): Promise<Step> {
  const ahead = sql`(select id, status, hide_from_listings from events where id > ${after} order by id limit ${idsPerStep}) as ahead`
  const { rows } = await sql<{ id: number }>`
    select id from ${ahead} where status = 'publish' and hide_from_listings < 2
      and not exists (select 1 from event_documents where event_documents.id = ahead.id and rendering = ${rendering})
    order by id limit ${batchSize}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === batchSize) return { ids, last: ids.at(-1) }
  const end = await sql<{ last: number | null }>`select max(id) as last from ${ahead}`.execute(db)
  const { last } = end.rows[0]!
  return { ids, last: last === null ? undefined : Number(last) }
}

const isComplete = async (db: Kysely<Database>, settings: RenderingSettings): Promise<boolean> =>
  (await renderingOf(db, fingerprintOf(settings)))?.is_complete === 1

interface RenderingOptions {
  /** How many events are rendered in one transaction, and how many ids are looked through for them. */
  readonly batchSize?: number
  readonly idsPerStep?: number
  /** Stops in good order when this is aborted; it goes on from there the next time. */
  readonly signal?: AbortSignal
  /** Called with how many events have been rendered so far. */
  readonly progress?: (done: number) => void
}

/** The next events without documents. When none are left, it is said that all are made. */
const renderNextBatch = ({ writes }: Db, settings: RenderingSettings, options: StepOptions): Promise<Step> =>
  writes.withoutVersionChange(async (trx) => {
    const fingerprint = fingerprintOf(settings)
    const known = await renderingOf(trx, fingerprint)
    if (known?.is_complete === 1) return { ids: [], last: undefined }
    const rendering = known?.id ?? (await beginRendering(trx, fingerprint))
    const step = await nextStep(trx, rendering, options)
    await renderDocuments(trx, step.ids, settings, rendering)
    if (step.last === undefined) await trx.updateTable('renderings').set({ is_complete: 1 }).execute()
    return step
  })

/** Renders what has no documents of these settings yet; returns how many events that were. */
export async function renderMissingDocuments(
  db: Db,
  settings: RenderingSettings,
  { batchSize = backgroundBatchSize, idsPerStep = batchSize * 40, signal, progress }: RenderingOptions = {},
): Promise<number> {
  if (await isComplete(db, settings)) return 0
  let done = 0
  for (let after: number | undefined = 0; after !== undefined && signal?.aborted !== true;) {
    const { ids, last }: Step = await renderNextBatch(db, settings, { after, batchSize, idsPerStep })
    done += ids.length
    progress?.(done)
    after = last
    await turn()
  }
  return done
}

const compareBatchSize = 500

/** The same whichever order the database or the settings have. */
const comparableForm = (documents: readonly Omit<StoredDocument, 'rendering'>[], id: number): string =>
  JSON.stringify(
    documents
      .filter((document) => document.id === id)
      .toSorted((one, other) => (one.language < other.language ? -1 : 1))
      .map(({ language, text_language, languages, has_password, text, json_ld }) => [
        language,
        text_language,
        languages,
        has_password,
        text,
        json_ld,
      ]),
  )

async function nextEventIds(db: Kysely<Database>, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('id', '>', after)
    // These are about to be rendered.
    .where(
      sql<boolean>`not exists (select 1 from jobs where kind = ${occurrencesJob} and target = events.post_parent)`,
    )
    .orderBy('id')
    .limit(compareBatchSize)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Events whose documents are not what rendering them afresh gives; none where all is well. Undefined where they have
 * not all been made, or with other settings.
 */
export async function findIncorrectDocuments(
  db: Kysely<Database>,
  settings: RenderingSettings,
): Promise<number[] | undefined> {
  if (!(await isComplete(db, settings))) return undefined
  const wrong: number[] = []
  for (let ids = await nextEventIds(db, 0); ids.length > 0; ids = await nextEventIds(db, ids.at(-1)!)) {
    const fresh = await eventDocuments(db, ids, settings)
    const stored = await db.selectFrom('event_documents').selectAll().where('id', 'in', ids).execute()
    wrong.push(...ids.filter((id) => comparableForm(fresh, id) !== comparableForm(stored, id)))
  }
  return wrong
}
