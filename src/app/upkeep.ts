import type { FastifyBaseLogger } from 'fastify'
import type { PasswordUses } from '../identity/password-uses.ts'
import { trimFeed } from '../store/changes/change-feed.ts'
import { occurrencesJob, renderOccurrences } from '../store/documents/document-rendering.ts'
import { forgetImports } from '../store/imports/imports.ts'
import { createJobRunner } from '../store/jobs.ts'
import { forgetMails } from '../store/mails.ts'
import { periodically, type Periodic } from '../store/periodic.ts'
import { createHorizon } from '../store/series/horizon.ts'
import { forgetDeliveries } from '../store/webhooks.ts'
import type { Core } from './core.ts'

/** Maintenance of data: future occurrences, documents of occurrences, and deletion of old rows. */

/** Interval for storing the last uses of application passwords. */
const storingPauseMs = 60_000

/** Interval for deleting old changes. */
const trimmingPauseMs = 3_600_000

export const createUpkeep = (core: Core, log: FastifyBaseLogger, uses: PasswordUses): readonly Periodic[] => [
  horizonOf(core, log),
  trimmingOf(core, log),
  storingOf(core, log, uses),
  renderingOf(core, log),
]

const horizonOf = ({ database, config, nowSeconds }: Core, log: FastifyBaseLogger): Periodic =>
  createHorizon({
    db: database.db,
    clock: () => ({ now: nowSeconds(), timezone: config.timezone, horizon: config.horizon }),
    onError: (error) =>
      log.warn({ err: error as Error }, 'occurrences of series could not be brought up to date'),
  })

const trimmingOf = (
  { database: { db }, config, settings, nowSeconds }: Core,
  log: FastifyBaseLogger,
): Periodic =>
  periodically({
    work: async (signal) => {
      // Another process may have changed them, and no request has come since.
      await settings.refresh()
      const oldest = nowSeconds() - config.changesDays * 86_400
      await trimFeed(db, oldest, signal)
      await forgetDeliveries(db, oldest)
      await forgetImports(db, nowSeconds())
      await forgetMails(db, nowSeconds())
    },
    pauseMs: trimmingPauseMs,
    onError: (error) => log.warn({ err: error as Error }, 'could not delete old changes'),
  })

/** Stores the remaining uses when stopping; a failure does not prevent the stop. */
function storingOf({ database: { db } }: Core, log: FastifyBaseLogger, uses: PasswordUses): Periodic {
  const onError = (error: unknown) =>
    log.warn({ err: error as Error }, 'could not store uses of application passwords')
  const storing = periodically({ work: () => uses.store(db), pauseMs: storingPauseMs, onError })
  return {
    start: storing.start,
    async stop() {
      await storing.stop()
      await uses.store(db).catch(onError)
    },
  }
}

const renderingOf = ({ database: { db }, config, nowSeconds }: Core, log: FastifyBaseLogger): Periodic =>
  createJobRunner({
    db,
    now: nowSeconds,
    handlers: {
      [occurrencesJob]: (series, signal) => renderOccurrences(db, config, series, signal),
    },
    onError: (error, { target }) =>
      log.warn({ err: error as Error }, `could not render the occurrences of series ${target}`),
  })
