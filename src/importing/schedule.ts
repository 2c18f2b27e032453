import { Cron } from 'croner'
import { HttpProblem } from '../errors.ts'
import { stoppedBy, type Outgoing } from '../outgoing/index.ts'
import type { Site } from '../resources/parameter.ts'
import {
  bringForward,
  createImport,
  findImport,
  scheduledJob,
  takeScheduled,
  type Import,
} from '../store/imports/imports.ts'
import { createJobRunner } from '../store/jobs.ts'
import { periodically, type Periodic } from '../store/periodic.ts'
import type { Db } from '../store/sql/db.ts'
import type { Instant } from '../time/index.ts'
import { storedMapping } from './csv/columns.ts'
import { fetchSource, piecesOf } from './fetch.ts'
import { importerOf } from './importer.ts'
import type { Imports } from './index.ts'
import type { SourceFormat } from './sources.ts'
import { faultOf, mayNotImport, SourceTooSlow } from './unreachable.ts'

/** Runs scheduled imports. Each run is an import of its own, which can be undone. */

/** Returns the next run of a schedule in the time zone of the site; null if there is none. Throws if the expression is invalid. */
export function nextRun(expression: string, timezone: string, now: Instant): Instant | null {
  const next = new Cron(expression, { timezone, paused: true, mode: '5-part' }).nextRun(new Date(now * 1000))
  return next === null ? null : Math.floor(next.getTime() / 1000)
}

interface ScheduleOptions extends Pick<Imports, 'preview' | 'request'> {
  readonly db: Db
  readonly site: () => Site
  readonly outgoing: Outgoing
  readonly maxBytes: number
  /** How long a run may read a site before the others have their turn; ten minutes by default. */
  readonly maxReadingMs?: number
  readonly onError: (error: unknown, id: number) => void
}

/** Stores the failure as an import, because no user is waiting for the response. */
async function recordFailure({ db, site }: ScheduleOptions, { id, ...row }: Import, error: unknown) {
  await createImport(db, {
    ...row,
    state: 'failed',
    fault: faultOf(error as Error),
    created: site().now,
    finished: site().now,
    schedule: null,
    due: null,
    scheduled_by: id,
    last_ids: null,
  })
}

const defaultReadingMs = 600_000

async function readAndRun(options: ScheduleOptions, scheduled: Import, signal: AbortSignal): Promise<void> {
  const { db, outgoing, maxBytes, maxReadingMs = defaultReadingMs, preview, request } = options
  const { id, format, source, url, policy, status, language, languages } = scheduled
  const caller = await importerOf(db, scheduled)
  if (caller === undefined) throw new Error(mayNotImport)
  const content = await fetchSource(stoppedBy(signal, outgoing), url!, format as SourceFormat, maxBytes)
  const next = await preview({
    ...{ source, url, policy, status, language, caller, schedule: null, due: null, scheduled_by: id },
    format: format as SourceFormat,
    content: piecesOf(content, signal),
    ...{ signal, maxReadingMs },
    mapping: storedMapping(scheduled.mapping),
    languages: languages === null ? undefined : (JSON.parse(languages) as string[]),
  })
  await request(next.id)
}

/** A process that died may still hold the lock on the site, and a slow site is read on where it was stopped. */
const needsAnotherAttempt = (error: unknown) =>
  error instanceof SourceTooSlow || (error instanceof HttpProblem && error.code === 'import-source-busy')

/**
 * A source that is empty or cannot be read changes nothing. One whose reading is interrupted is read by the next
 * process.
 */
async function runScheduled(options: ScheduleOptions, id: number, signal: AbortSignal): Promise<void> {
  const scheduled = await findImport(options.db, id)
  // Undoing the import may have ended the schedule.
  if (scheduled === undefined || scheduled.schedule === null) return
  await readAndRun(options, scheduled, signal).catch((error: unknown) => {
    if (signal.aborted || needsAnotherAttempt(error)) throw error
    return recordFailure(options, scheduled, error)
  })
}

async function giveUp(options: ScheduleOptions, id: number, error: unknown): Promise<void> {
  const scheduled = await findImport(options.db, id)
  if (scheduled !== undefined) await recordFailure(options, scheduled, error)
}

async function enqueueDue({ db, site }: ScheduleOptions, signal: AbortSignal): Promise<void> {
  const { now, timezone } = site()
  await bringForward(db, now, ({ schedule }, after) => nextRun(schedule!, timezone, after))
  while (!signal.aborted) {
    const due = await takeScheduled(db, now, ({ schedule }) => nextRun(schedule!, timezone, now))
    if (due === undefined) return
  }
}

const pauseMs = 5_000

/** Runs all due schedules. */
export function createSchedules(options: ScheduleOptions): Periodic {
  const { db, site, onError } = options
  const jobs = createJobRunner({
    db,
    now: () => site().now,
    handlers: { [scheduledJob]: (id, signal) => runScheduled(options, id, signal) },
    onError(error, { target }, isGivenUp) {
      onError(error, target)
      if (isGivenUp) giveUp(options, target, error).catch((failure: unknown) => onError(failure, target))
    },
  })
  const enqueueing = periodically({
    work: (signal) => enqueueDue(options, signal).finally(jobs.wake),
    pauseMs,
    onError: (error) => onError(error, 0),
  })
  return {
    start() {
      jobs.start()
      enqueueing.start()
    },
    async stop() {
      await enqueueing.stop()
      await jobs.stop()
    },
  }
}
