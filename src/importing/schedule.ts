import { Cron } from 'croner'
import { callerOf, mayImport } from '../identity/roles.ts'
import { findUser } from '../identity/user-store.ts'
import type { Outgoing } from '../outgoing/index.ts'
import type { Site } from '../resources/parameter.ts'
import { createImport, takeScheduled, type Import } from '../store/imports/imports.ts'
import type { Db } from '../store/sql/db.ts'
import type { Instant } from '../time/index.ts'
import { fetchSource, piecesOf } from './fetch.ts'
import type { Imports } from './index.ts'
import type { SourceFormat } from './sources.ts'
import { faultOf } from './unreachable.ts'

/** Runs scheduled imports. Each run is an import of its own, which can be undone. */

/** Returns the next run of a schedule in the time zone of the site; null if there is none. */
export function nextRun(expression: string, timezone: string, now: Instant): Instant | null {
  const next = new Cron(expression, { timezone, paused: true }).nextRun(new Date(now * 1000))
  return next === null ? null : Math.floor(next.getTime() / 1000)
}

interface ScheduleOptions extends Pick<Imports, 'preview' | 'request'> {
  readonly db: Db
  readonly site: () => Site
  readonly outgoing: Outgoing
  readonly maxBytes: number
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

async function runScheduled(options: ScheduleOptions, scheduled: Import): Promise<void> {
  const { db, outgoing, maxBytes, preview, request } = options
  const { id, format, source, url, policy, status, language, languages } = scheduled
  const user = await findUser(db, scheduled.author)
  const caller = user && callerOf(user)
  if (caller === undefined || !mayImport(caller))
    throw new Error('The user who set the schedule may not import any more.')
  const content = await fetchSource(outgoing, url!, format as SourceFormat, maxBytes)
  const next = await preview({
    ...{ source, url, policy, status, language, caller, schedule: null, due: null, scheduled_by: id },
    format: format as SourceFormat,
    content: piecesOf(content),
    mapping: JSON.parse(scheduled.mapping) as Record<string, string>,
    languages: languages === null ? undefined : (JSON.parse(languages) as string[]),
  })
  await request(next.id)
}

/** Runs all due schedules. A source that is empty or cannot be read changes nothing. */
export async function runSchedules(options: ScheduleOptions, signal: AbortSignal): Promise<void> {
  const { db, site } = options
  const { now, timezone } = site()
  while (!signal.aborted) {
    const due = await takeScheduled(db, now, ({ schedule }) => nextRun(schedule!, timezone, now))
    if (due === undefined) return
    await runScheduled(options, due).catch((error: unknown) => recordFailure(options, due, error))
  }
}
