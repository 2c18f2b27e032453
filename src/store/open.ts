import type { DatabaseOptions, OpenDatabase } from './sql/dialects/dialect.ts'
import { appendToFeed } from './changes/change-feed.ts'
import { updateDocuments } from './documents/document-rendering.ts'
import type { RenderingSettings } from './documents/render.ts'
import type { DbOptions } from './sql/db.ts'
import { updateCounts } from './sql/event-counts.ts'
import { openSqlDatabase } from './sql/index.ts'
import type { Derive } from './sql/write-group.ts'
import type { Instant } from '../time/index.ts'

export { deriveAllDayEvents } from './sql/all-day-events.ts'
export { assertNotNewer, DatabaseError, migrate, pendingMigrations } from './sql/index.ts'

export interface OpenOptions extends DatabaseOptions, Omit<DbOptions, 'derive'> {
  /** The settings of the service; without them writes delete the documents of events, and the service renders them. */
  readonly rendering?: RenderingSettings | undefined
  /** The clock, by which changes are dated; that of the system if absent. */
  readonly now?: () => Instant
}

const systemClock = (): Instant => Math.floor(Date.now() / 1000)

/** What follows from the rows that a transaction has changed: counts, the feed of changes, and the documents of events. */
const deriveWith =
  (settings: RenderingSettings | undefined, now: () => Instant): Derive =>
  async (trx, touched) => {
    await updateCounts(trx, touched)
    if (touched.length > 0) await appendToFeed(trx, now())
    const events = touched.flatMap(({ resource, id }) => (resource === 'events' ? [id] : []))
    await updateDocuments(trx, events, settings)
  }

/** Opens the database that the URL names; `migrate` brings it up to date. */
export const openDatabase = (
  url: string,
  { rendering, now = systemClock, ...options }: OpenOptions = {},
): OpenDatabase => openSqlDatabase(url, { ...options, derive: deriveWith(rendering, now) })
