import type { DatabaseOptions, OpenDatabase } from './sql/dialects/dialect.ts'
import { eventsAmong } from './changes/change-log.ts'
import { appendToFeed } from './changes/change-feed.ts'
import { updateDocuments } from './documents/document-rendering.ts'
import type { RenderingSettings } from './documents/render.ts'
import type { DbOptions } from './sql/db.ts'
import { updateCounts } from './sql/event-counts.ts'
import { openSqlDatabase } from './sql/index.ts'
import type { Derive } from './sql/write-group.ts'
import type { Instant } from '../time/index.ts'

export { deriveInstants } from './sql/derived-instants.ts'
export {
  assertNotNewer,
  assertUnicode,
  copyJournal,
  DatabaseError,
  migrate,
  pendingMigrations,
} from './sql/index.ts'

export interface OpenOptions extends DatabaseOptions, Omit<DbOptions, 'derive'> {
  /**
   * The settings of the service. Without them, writes delete the documents of events, and the service renders them
   * later.
   */
  readonly rendering?: RenderingSettings | undefined
  /** The clock that dates changes; by default the system clock. */
  readonly now?: () => Instant
}

const systemClock = (): Instant => Math.floor(Date.now() / 1000)

/** Derives counts, the change feed and event documents from the rows that a transaction has changed. */
const deriveWith =
  (settings: RenderingSettings | undefined, now: () => Instant): Derive =>
  async (trx, touched) => {
    await updateCounts(trx, touched)
    if (touched.length > 0) await appendToFeed(trx, now())
    await updateDocuments(trx, eventsAmong(touched), settings)
  }

/** Runs the work and closes the database. */
export async function closingAfterwards<T>(
  database: OpenDatabase,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Opens the database at this URL without migrating it; see `migrate`. */
export const openDatabase = (
  url: string,
  { rendering, now = systemClock, ...options }: OpenOptions = {},
): OpenDatabase => openSqlDatabase(url, { ...options, derive: deriveWith(rendering, now) })
