import { randomUUID } from 'node:crypto'
import { invalidParameter, sourceBusy, ValidationError } from '../errors.ts'
import type { Caller } from '../identity/roles.ts'
import { message } from '../locales/sentence.ts'
import { stoppedBy, type Outgoing } from '../outgoing/index.ts'
import type { Site } from '../resources/parameter.ts'
import {
  createImport,
  discardImport,
  lastMapping,
  updateImport,
  type Import,
  type NewImport,
} from '../store/imports/imports.ts'
import { importedFrom } from '../store/imports/imported.ts'
import { identifierKey, sourceKey } from '../store/imports/keys.ts'
import {
  findPage,
  forgetPages,
  keepPage,
  keepSource,
  releaseSource,
  takeSource,
} from '../store/imports/sources.ts'
import type { Db } from '../store/sql/db.ts'
import type { Resources } from '../store/sql/read.ts'
import { contentOf } from './context.ts'
import { namesWithoutColumn, storedMapping } from './csv/columns.ts'
import { storePreview } from './preview.ts'
import type { Pages } from './record.ts'
import { isSite, sources, type SourceFormat } from './sources.ts'
import { faultOf, FileTooSlow, SourceTooLarge, SourceTooSlow, SourceUnreachable } from './unreachable.ts'
import { isWithdrawn, partsFinder } from './withdrawn.ts'
import { sha256 } from '../text/digest.ts'
import { withoutTrailing } from '../text/trailing.ts'
import { limitTime } from '../time-limit.ts'

/** Creates an import: reads the source and stores a preview of its records. */

export interface PreviewOptions {
  readonly db: Db
  readonly resources: Resources
  readonly site: () => Site
  /** Undefined if the service makes no requests of its own. */
  readonly outgoing: Outgoing | undefined
  /** Maximum size of a response. */
  readonly maxBytes: number
  /** Called with an internal error that fails only one record. */
  readonly onRecordError: (error: unknown) => void
}

export interface ImportRequest extends Pick<
  NewImport,
  'source' | 'url' | 'policy' | 'status' | 'schedule' | 'due' | 'scheduled_by'
> {
  readonly format: SourceFormat
  readonly language: string
  readonly caller: Caller
  readonly content: AsyncIterable<Uint8Array>
  /** For sites: a username and an application password, separated by a colon. */
  readonly credentials?: string | undefined
  /** For sites: the languages to read; undefined for all. */
  readonly languages?: readonly string[] | undefined
  readonly signal?: AbortSignal
  /** How long reading may take, because nobody may be waiting for it any more. Unlimited by default. */
  readonly maxReadingMs?: number
  /** Defaults to the mapping of the last import of the source. */
  readonly mapping: Readonly<Record<string, string>> | undefined
}

export type Progress = (rows: number) => void

const renewalMs = 5_000

/** Locks the site, because a concurrent import of the same site would create everything twice. */
async function withSiteLock<T>(
  { db, site }: PreviewOptions,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const reader = randomUUID()
  if (!(await takeSource(db, address, reader, site().now))) throw sourceBusy()
  const renew = () => void keepSource(db, reader, site().now).catch(() => undefined)
  const renewal = setInterval(renew, renewalMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await releaseSource(db, reader)
  }
}

/** The lock key of a site: its URL without trailing slashes. */
const addressOf = ({ url, source }: ImportRequest) =>
  sourceKey(withoutTrailing(url ?? source, '/').toLowerCase())

/** Reads a source and stores a preview of its records. */
export const previewSource = (
  options: PreviewOptions,
  wanted: ImportRequest,
  progress?: Progress,
): Promise<Import> => {
  const request = { ...wanted, source: sourceKey(wanted.source) }
  const read = () => readSource(options, request, progress)
  return isSite(request.format) ? withSiteLock(options, addressOf(request), read) : read()
}

type Mapping = ImportRequest['mapping']

const longestList = 1_000

/**
 * Refuses a mapping with a misspelt column, which would otherwise be left out without a word. A remembered mapping
 * names columns that the source may have dropped since.
 */
function requireColumns(mapping: Mapping, columns: readonly string[]): void {
  const unknown = namesWithoutColumn(columns, mapping ?? {})
  if (unknown.length === 0) return
  const sentence = message('There is no column {names}; the columns are {columns}.', {
    names: unknown.join(', ').slice(0, longestList),
    columns: columns.join(', ').slice(0, longestList),
  })
  throw invalidParameter('mapping', new ValidationError('rest_invalid_mapping', sentence))
}

/**
 * The import is created in the state `failed` and becomes a preview only when it is complete, so that an interrupted
 * one is never run. Its mapping is remembered only then, too.
 */
async function readSource(
  options: PreviewOptions,
  { content, caller, mapping: given, credentials, languages, signal, maxReadingMs, ...row }: ImportRequest,
  progress?: Progress,
): Promise<Import> {
  const { db, resources, site, outgoing, maxBytes, onRecordError } = options
  const tooSlow = () => (isSite(row.format) ? new SourceTooSlow() : new FileTooSlow())
  const limit = maxReadingMs === undefined ? undefined : limitTime(maxReadingMs, signal, tooSlow)
  const reading = limit?.signal ?? signal
  const mapping = given ?? storedMapping((await lastMapping(db, row.source)) ?? '{}')
  let columns: Readonly<Record<string, string | null>> = mapping
  const imported = await createImport(db, {
    ...row,
    mapping: '{}',
    languages: languages === undefined ? null : JSON.stringify(languages),
    state: 'failed',
    fault: null,
    author: caller.id,
    created: site().now,
    finished: null,
    last_ids: null,
  })
  const found = sources[row.format]({
    // A file may be long without having any records.
    content: unlessStopped(content, reading),
    ...{ credentials, languages, mapping, maxBytes, signal: reading },
    outgoing: reading && outgoing ? stoppedBy(reading, outgoing) : outgoing,
    url: row.url,
    site: site(),
    pages: pagesOf(options, row.source, credentials),
    onError: onRecordError,
    findKnown: async (ids) => {
      const wanted = new Map(ids.map((id) => [identifierKey(id), id]))
      const known = [...(await importedFrom(db, row.source, [...wanted.keys()])).values()]
      return new Map(
        known
          .filter((one) => one.kind === 'events' && !isWithdrawn(one))
          .map((one) => [wanted.get(one.external_id)!, contentOf(one.record)]),
      )
    },
    findParts: partsFinder(db, row.source),
    onColumns: (fields) => {
      if (row.scheduled_by === null) requireColumns(given, Object.keys(fields))
      columns = fields
    },
  })
  const context = { imported, site: site(), caller, resources }
  const ids = await storePreview(db, context, unlessStopped(found, reading), progress)
    .catch((error: unknown) => fail(options, imported, error))
    .finally(() => limit?.end())
  if (isSite(row.format)) await forgetPages(db, row.source)
  const complete = {
    state: 'preview',
    mapping: JSON.stringify(columns),
    last_ids: await ids.lastIds(db),
  } as const
  return (await updateImport(db, imported.id, ['failed'], complete))!
}

async function* unlessStopped<T>(all: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  for await (const one of all) {
    signal?.throwIfAborted()
    yield one
  }
}

/** The cache key includes a hash of the credentials, because responses depend on them. */
function pagesOf({ db, site }: PreviewOptions, source: string, credentials = ''): Pages {
  const reader = sha256(credentials)
  const key = (address: string) => identifierKey(`${address}#${reader}`)
  return {
    find: (address) => findPage(db, source, key(address), site().now),
    keep: (address, body) => keepPage(db, { source, address: key(address), body, fetched: site().now }),
  }
}

/** Of a scheduled run nothing stays, because the schedule records the failure, whatever its cause. */
async function fail(
  { db, site }: PreviewOptions,
  { id, source, scheduled_by }: Import,
  error: unknown,
): Promise<never> {
  if (error instanceof SourceTooLarge) await forgetPages(db, source)
  if (scheduled_by !== null) await discardImport(db, id)
  else if (error instanceof SourceUnreachable)
    await updateImport(db, id, ['failed'], { fault: faultOf(error), finished: site().now })
  throw error
}
