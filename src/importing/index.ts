import { createHash } from 'node:crypto'
import { callerOf, type Caller } from '../identity/roles.ts'
import { findUser } from '../identity/user-store.ts'
import { message } from '../locales/sentence.ts'
import type { Outgoing } from '../outgoing/index.ts'
import type { Site } from '../resources/parameter.ts'
import {
  createImport,
  findImport,
  findPage,
  forgetPages,
  keepPage,
  lastMapping,
  leaveOut,
  updateImport,
  type Import,
  type LeftOut,
  type NewImport,
} from '../store/imports.ts'
import { createJobRunner, enqueueJob } from '../store/jobs.ts'
import type { Db } from '../store/sql/db.ts'
import { periodically } from '../store/periodic.ts'
import type { Resources } from '../store/sql/read.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { ImportContext } from './context.ts'
import { storePreview } from './preview.ts'
import { writeImport } from './run.ts'
import { runSchedules } from './schedule.ts'
import type { Pages } from './record.ts'
import { isSite, sources, type SourceFormat } from './sources.ts'
import { SourceUnreachable } from './unreachable.ts'

/**
 * Imports of events: a source is read once, what would become of its records is stored as rows, and a job writes these.
 * So what is run is what was shown, in whichever process, and no file has to be kept.
 */

interface ImportOptions {
  readonly db: Db
  readonly resources: Resources
  readonly site: () => Site
  /** Undefined if the service makes no requests of its own. */
  readonly outgoing: Outgoing | undefined
  /** Of what is fetched. */
  readonly maxBytes: number
  readonly onError: (error: unknown, id: number) => void
}

interface ImportRequest extends Pick<
  NewImport,
  'source' | 'url' | 'policy' | 'status' | 'schedule' | 'due' | 'scheduled_by'
> {
  readonly format: SourceFormat
  readonly language: string
  readonly caller: Caller
  readonly content: AsyncIterable<Uint8Array>
  /** For a site: a name and an application password, with a colon between. */
  readonly credentials?: string | undefined
  /** Of a site: those that are read; undefined for all that it offers. */
  readonly languages?: readonly string[] | undefined
  /** Undefined for that of the last import of the source. */
  readonly mapping: Readonly<Record<string, string>> | undefined
}

export type Progress = (rows: number) => void

export interface Imports {
  /** Reads a source and stores what would become of its records. */
  preview(request: ImportRequest, progress?: Progress): Promise<Import>
  /** Asks for it to be run, without some of its rows; undefined if it is no preview any more. */
  request(id: number, leftOut?: LeftOut): Promise<Import | undefined>
  /** Runs it here and now. */
  run(imported: Import, caller: Caller, progress?: Progress): Promise<void>
  /** Begins to run what was asked for, and what schedules ask for. */
  start(): void
  stop(): Promise<void>
}

const importJob = 'import'

const schedulePauseMs = 5_000

export function createImports({ db, resources, site, outgoing, maxBytes, onError }: ImportOptions): Imports {
  const contextOf = (imported: Import, caller: Caller): ImportContext => ({
    imported,
    site: site(),
    caller,
    resources,
  })

  async function preview(request: ImportRequest, progress?: Progress): Promise<Import> {
    const { content, caller, mapping: given, credentials, languages, ...row } = request
    const remembered = JSON.parse((await lastMapping(db, row.source)) ?? '{}') as Record<string, string>
    let mapping = given ?? remembered
    // It is no preview before it is complete.
    const imported = await createImport(db, {
      ...row,
      mapping: JSON.stringify(mapping),
      state: 'failed',
      fault: null,
      author: caller.id,
      created: site().now,
      finished: null,
      last_ids: null,
    })
    const found = sources[row.format]({
      ...{ content, credentials, languages, outgoing, mapping, maxBytes },
      url: row.url,
      site: site(),
      pages: pagesOf(row.source, credentials),
      onColumns: (fields) => (mapping = fields),
    })
    const ids = await storePreview(db, contextOf(imported, caller), found, progress).catch((error: unknown) =>
      fail(imported, error),
    )
    if (isSite(row.format)) await forgetPages(db, row.source)
    const complete = {
      state: 'preview',
      mapping: JSON.stringify(mapping),
      last_ids: await ids.lastIds(db),
    } as const
    return (await updateImport(db, imported.id, ['failed'], complete))!
  }

  /** What is read with credentials is for those alone who have them. */
  function pagesOf(source: string, credentials = ''): Pages {
    const reader = createHash('sha256').update(credentials).digest('base64url')
    const key = (address: string) => `${address}#${reader}`
    return {
      find: (address) => findPage(db, source, key(address), site().now),
      keep: (address, body) => keepPage(db, { source, address: key(address), body, fetched: site().now }),
    }
  }

  async function fail(imported: Import, error: unknown): Promise<never> {
    if (error instanceof SourceUnreachable) {
      const fault = error.message.slice(0, 500)
      await updateImport(db, imported.id, ['failed'], { fault, finished: site().now })
    }
    throw error
  }

  async function request(id: number, leftOut?: LeftOut): Promise<Import | undefined> {
    const started = await updateImport(db, id, ['preview'], { state: 'running' }, async (trx: Trx) => {
      const reasons = JSON.stringify([message('This was left out.')])
      if (leftOut !== undefined) await leaveOut(trx, id, leftOut, reasons)
      await enqueueJob(trx, importJob, id, site().now)
    })
    jobs.wake()
    return started
  }

  /** Nobody who asked for an import and is gone, or may not do it any more, leaves something behind. */
  async function runJob(id: number, signal: AbortSignal): Promise<void> {
    const imported = await findImport(db, id)
    if (imported?.state !== 'running') return
    const user = await findUser(db, imported.author)
    if (user === undefined) await updateImport(db, id, ['running'], { state: 'failed', finished: site().now })
    else await writeImport(db, contextOf(imported, callerOf(user)), signal)
  }

  const jobs = createJobRunner({
    db,
    now: () => site().now,
    handlers: { [importJob]: runJob },
    onError: (error, { target, attempts }) => {
      onError(error, target)
      if (attempts >= lastAttempt)
        void updateImport(db, target, ['running'], { state: 'failed', finished: site().now }).catch(
          () => undefined,
        )
    },
  })

  const schedules =
    outgoing &&
    periodically({
      work: (signal) => runSchedules({ db, site, outgoing, maxBytes, preview, request }, signal),
      pauseMs: schedulePauseMs,
      onError: (error) => onError(error, 0),
    })

  return {
    preview,
    request,
    async run(imported, caller, progress) {
      await updateImport(db, imported.id, ['preview'], { state: 'running' })
      await writeImport(db, contextOf(imported, caller), new AbortController().signal, progress)
    },
    start() {
      jobs.start()
      schedules?.start()
    },
    async stop() {
      await schedules?.stop()
      await jobs.stop()
    },
  }
}

/** Of a job; see store/jobs.ts. */
const lastAttempt = 5
