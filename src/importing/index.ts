import { unavailable } from '../errors.ts'
import type { Caller } from '../identity/roles.ts'
import type { Message } from '../locales/fr.ts'
import { message } from '../locales/sentence.ts'
import { findImport, runningWithoutJob, updateImport, type Import } from '../store/imports/imports.ts'
import { keepLeftOut, skipLeftOut } from '../store/imports/left-out.ts'
import { skipRows, type SkippedRows } from '../store/imports/rows.ts'
import { createJobRunner, enqueueJob } from '../store/jobs.ts'
import { SharedBudget } from '../shared-budget.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { ImportContext } from './context.ts'
import { importerOf } from './importer.ts'
import { writeImport } from './run.ts'
import { createSchedules } from './schedule.ts'
import { previewSource, type ImportRequest, type PreviewOptions, type Progress } from './source-preview.ts'
import { mayNotImport } from './unreachable.ts'

/**
 * Imports events in two steps. The preview reads the source and stores its records as rows with the planned action; a
 * job then writes these rows. So the run writes what was previewed, in any process, and needs no file.
 */

interface ImportOptions extends PreviewOptions {
  readonly onError: (error: unknown, id: number) => void
  /** Called with the number of rows that a run has written in this process. */
  readonly onWritten?: Progress
}

export interface Imports {
  /** Reads a source and stores a row for each record, with the planned action. */
  preview(request: ImportRequest, progress?: Progress): Promise<Import>
  /** Ends all reading for users, whose requests are to be sent again; called when the service begins to stop. */
  stopReading(): void
  /** Starts the run, without the excluded rows; undefined if the import is no longer a preview. */
  request(id: number, skipped?: SkippedRows): Promise<Import | undefined>
  /** Starts running requested and scheduled imports. */
  start(): void
  stop(): Promise<void>
}

const importJob = 'import'

/** How many sources are read at a time for all users, and for one: a file or a site is in memory, although its client may have left. */
const [mostRead, mostReadForOne] = [8, 4]

/** Most are read by then. */
const retrySeconds = 30

/** Skips rows that are left out of this run, or were left out of the import with the schedule. */
async function leaveOut(trx: Trx, { id, schedule, scheduled_by }: Import, skipped: SkippedRows | undefined) {
  const reasons = JSON.stringify([message('This was skipped.')])
  if (skipped !== undefined) await skipRows(trx, id, skipped, reasons)
  if (schedule !== null) await keepLeftOut(trx, id)
  if (scheduled_by !== null) await skipLeftOut(trx, { id, scheduled_by }, reasons)
}

/** Operators find the error itself in the log. */
const givenUp: Message = 'An internal error stopped the import.'

export function createImports(options: ImportOptions): Imports {
  const { db, resources, site, outgoing, maxBytes, onError, onRecordError, onWritten } = options
  const contextOf = (imported: Import, caller: Caller): ImportContext => ({
    imported,
    site: site(),
    caller,
    resources,
  })
  const reading = new AbortController()
  const previews = new Set<Promise<Import>>()
  const room = new SharedBudget(mostRead, mostReadForOne)

  /** Schedules read one source after the other anyway. */
  async function readInRoom(request: ImportRequest, progress?: Progress): Promise<Import> {
    const read = () => previewSource(options, { signal: reading.signal, ...request }, progress)
    if (request.scheduled_by !== null) return read()
    const reader = String(request.caller.id)
    if (!room.take(reader, 1)) throw unavailable(retrySeconds)
    return read().finally(() => room.release(reader, 1))
  }

  function preview(request: ImportRequest, progress?: Progress): Promise<Import> {
    const found = readInRoom(request, progress).finally(() => previews.delete(found))
    previews.add(found)
    return found
  }

  async function request(id: number, skipped?: SkippedRows): Promise<Import | undefined> {
    const started = await updateImport(db, id, ['preview'], { state: 'running' }, async (trx, changed) => {
      await leaveOut(trx, changed, skipped)
      await enqueueJob(trx, importJob, id, site().now)
    })
    jobs.wake()
    return started
  }

  /** Such imports were interrupted before runs were jobs, or could not be set to failed when their job was given up. */
  async function resume(): Promise<void> {
    const interrupted = await runningWithoutJob(db, importJob)
    if (interrupted.length === 0) return
    await db.writes.withoutVersionChange(async (trx) => {
      for (const id of interrupted) await enqueueJob(trx, importJob, id, site().now)
    })
    jobs.wake()
  }

  /** Undefined if its author may no longer import or was deleted, unless somebody else has taken the import over. */
  async function contextNow(id: number): Promise<ImportContext | undefined> {
    const imported = await findImport(db, id)
    const caller = imported && (await importerOf(db, imported))
    return caller && contextOf(imported, caller)
  }

  async function runJob(id: number, signal: AbortSignal): Promise<void> {
    const imported = await findImport(db, id)
    if (imported?.state !== 'running') return
    const isWritten = await writeImport(db, imported, {
      contextNow: () => contextNow(id),
      signal,
      progress: onWritten,
      onError: onRecordError,
    })
    if (!isWritten) await fail(id, mayNotImport)
  }

  const fail = async (id: number, fault: Message): Promise<void> =>
    void (await updateImport(db, id, ['running'], { state: 'failed', fault, finished: site().now }))

  const jobs = createJobRunner({
    db,
    now: () => site().now,
    handlers: { [importJob]: runJob },
    onError: (error, { target }, isGivenUp) => {
      onError(error, target)
      if (isGivenUp) fail(target, givenUp).catch((failure: unknown) => onError(failure, target))
    },
  })

  const schedules = outgoing && createSchedules({ db, site, outgoing, maxBytes, preview, request, onError })

  return {
    preview,
    stopReading: () => reading.abort(unavailable()),
    request,
    start() {
      resume().catch((error: unknown) => onError(error, 0))
      jobs.start()
      schedules?.start()
    },
    async stop() {
      await schedules?.stop()
      await jobs.stop()
      await Promise.allSettled(previews)
    },
  }
}
