import { batchesOf } from '../../batches-of.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import type { Database } from '../sql/schema.ts'
import { countOf } from '../sql/count.ts'
import type { Db } from '../sql/db.ts'
import { groupBy } from '../../group-by.ts'
import { changesSince, eventsAmong, versionOf } from '../changes/change-log.ts'
import { enqueueJob } from '../jobs.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { StoredDocument } from './stored-documents.ts'
import { eventDocuments, renderDocuments, replaceDocuments, type RenderingSettings } from './render.ts'
import type { Trx } from '../sql/write-queue.ts'

/**
 * When documents are rendered: with each write (`updateDocuments`, which replaces or deletes those of the events that it
 * touched), in the background after a change of code or settings, and by `calends check`, which compares them.
 */

/** Batch size for background rendering, small enough not to delay requests noticeably. */
const backgroundBatchSize = 25

/** The rendering with this fingerprint; undefined if there never was one. */
const renderingOf = (db: Kysely<Database>, fingerprint: string) =>
  db
    .selectFrom('renderings')
    .select(['id', 'is_complete'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()

/** Documents of earlier renderings remain until they are rendered again, but are never read. */
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

const deleteBatchSize = 1_000

async function deleteDocuments(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of batchesOf(ids, deleteBatchSize))
    await trx.deleteFrom('event_documents').where('id', 'in', some).execute()
}

/**
 * For programs of another version or with other settings: deletes the documents, which the service renders at its next
 * start.
 */
async function deferRendering(trx: Trx, ids: readonly number[]): Promise<void> {
  await deleteDocuments(trx, ids)
  await trx.updateTable('renderings').set({ is_complete: 0 }).execute()
}

/** Renders the events that a transaction has changed, as part of it; without settings, only deletes their documents. */
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

/**
 * If more occurrences of a series change, a job renders them afterwards, because other writers wait for the
 * transaction.
 */
const maxRenderedAtOnce = 10

/** The kind of job that renders the missing documents of a series. */
export const occurrencesJob = 'occurrences'

const seriesOfEvents = prepareByIds<{ id: number; series: number }>((db, ids) =>
  db
    .selectFrom('events')
    .select(['id', 'post_parent as series'])
    .where('id', 'in', ids)
    .where('recurrence_id', 'is not', null),
)

/**
 * Deletes the documents of series with many changed occurrences, and enqueues jobs to render them; returns the other
 * events.
 */
async function deferOccurrences(trx: Trx, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length <= maxRenderedAtOnce) return ids
  const bySeries = groupBy(await seriesOfEvents(trx, ids), ({ series }) => series)
  const deferred = new Set<number>()
  for (const [series, events] of bySeries) {
    if (events.length <= maxRenderedAtOnce) continue
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

/** Renders the occurrences of a series that have no documents; until then, each read renders them. */
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

/**
 * Renders outside the transaction, so that writers wait only while documents are stored. Events that were written
 * meanwhile are left for the next batch.
 */
async function renderSomeOccurrences(db: Db, settings: RenderingSettings, series: number): Promise<boolean> {
  const version = await versionOf(db)
  const rendering = await renderingOf(db, fingerprintOf(settings))
  if (rendering === undefined) return true
  const ids = idsOf(await occurrencesWithout(db, [series], [rendering.id]))
  const documents = await eventDocuments(db, ids, settings)
  return db.writes.withoutVersionChange(async (trx) => {
    const since = await changesSince(trx, version)
    if (!since.isComplete || (await renderingOf(trx, fingerprintOf(settings)))?.id !== rendering.id)
      return false
    const written = new Set(eventsAmong(since.changes))
    const current = ids.filter((id) => !written.has(id))
    const fresh = documents.filter(({ id }) => !written.has(id))
    await replaceDocuments(trx, current, fresh, rendering.id)
    return current.length < backgroundBatchSize && current.length === ids.length
  })
}

/** The limits of one rendering step. */
interface StepOptions {
  readonly after: number
  /** Maximum number of events to render. */
  readonly batchSize: number
  /** How many IDs are searched for them. */
  readonly idsPerStep: number
}

interface Step {
  /** Published events without a document of the rendering. */
  readonly ids: readonly number[]
  /** The last ID that was searched; undefined after the last event. */
  readonly last: number | undefined
}

/**
 * Searches a limited number of IDs in ascending order, because a search by status would make the database read and sort
 * all events in each step.
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
  const ids = idsOf(rows)
  if (ids.length === batchSize) return { ids, last: ids.at(-1) }
  const end = await sql<{ last: number | null }>`select max(id) as last from ${ahead}`.execute(db)
  const { last } = end.rows[0]!
  return { ids, last: last === null ? undefined : Number(last) }
}

const isComplete = async (db: Kysely<Database>, settings: RenderingSettings): Promise<boolean> =>
  (await renderingOf(db, fingerprintOf(settings)))?.is_complete === 1

interface RenderingOptions {
  /** Events rendered per transaction, and IDs searched for them. */
  readonly batchSize?: number
  readonly idsPerStep?: number
  /** Stops cleanly when aborted; the next run continues from there. */
  readonly signal?: AbortSignal
  /** Called with the number of events rendered so far. */
  readonly progress?: (done: number) => void
}

/** Renders the next events without documents. When none are left, marks the rendering as complete. */
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

/** Renders all events that have no documents for these settings; returns their number. */
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

type ComparedDocument = Omit<StoredDocument, 'rendering'>

/** Independent of the order in the database or in the settings. */
const comparableForm = (documents: readonly ComparedDocument[] = []): string =>
  JSON.stringify(
    documents
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

const byEvent = (documents: readonly ComparedDocument[]) => groupBy(documents, ({ id }) => id)

const comparedEvents = (db: Kysely<Database>) =>
  db
    .selectFrom('events')
    // These are about to be rendered by a job.
    .where(
      sql<boolean>`not exists (select 1 from jobs where kind = ${occurrencesJob} and target = events.post_parent)`,
    )

async function nextEventIds(db: Kysely<Database>, after: number): Promise<number[]> {
  const rows = await comparedEvents(db)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(compareBatchSize)
    .execute()
  return idsOf(rows)
}

/**
 * Events whose stored documents differ from a fresh rendering. Undefined if the documents are incomplete, or were
 * rendered with other settings. The progress ends with all events, even if their number changes meanwhile.
 */
export async function findIncorrectDocuments(
  db: Kysely<Database>,
  settings: RenderingSettings,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<number[] | undefined> {
  if (!(await isComplete(db, settings))) return undefined
  const wrong: number[] = []
  const total = await countOf(comparedEvents(db))
  let done = 0
  for (let ids = await nextEventIds(db, 0); ids.length > 0; ids = await nextEventIds(db, ids.at(-1)!)) {
    const fresh = byEvent(await eventDocuments(db, ids, settings))
    const stored = byEvent(
      await db.selectFrom('event_documents').selectAll().where('id', 'in', ids).execute(),
    )
    wrong.push(...ids.filter((id) => comparableForm(fresh.get(id)) !== comparableForm(stored.get(id))))
    done += ids.length
    if (done < total) progress(done, total)
  }
  progress(total, total)
  return wrong
}
