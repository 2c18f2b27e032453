import type { ExpressionBuilder } from 'kysely'
import type { Instant } from '../../time/index.ts'
import { pageSeconds } from './imports.ts'
import type { Db, Reading } from '../sql/db.ts'
import { insertRows } from '../sql/insert-rows.ts'
import type { Database } from '../sql/schema.ts'
import type { ImportPageTable } from '../sql/schema/imports.ts'

/** Cached responses of sources, and locks on sources that are being read. */

/** The cached response of a source at an address, if the source was not read to its end last time. */
export async function findPage(
  db: Reading,
  source: string,
  address: string,
  now: Instant,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('import_pages')
    .select('body')
    .where('source', '=', source)
    .where('address', '=', address)
    .where('fetched', '>=', now - pageSeconds)
    .executeTakeFirst()
  return found?.body
}

export const keepPage = ({ writes }: Db, page: ImportPageTable): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    insertRows(
      trx,
      'import_pages',
      [page],
      'on conflict ("source", "address") do update set body = excluded.body, fetched = excluded.fetched',
    ),
  )

/** The address of the row that locks a source: it contains the reader, and when the lock was last renewed. */
const reading = { address: '' } as const

/** How long a lock on a source is valid without being renewed. */
export const readingSeconds = 15

/** Locks a source for a reader; false while another reader holds the lock. */
export async function takeSource(
  { writes }: Db,
  source: string,
  reader: string,
  now: Instant,
): Promise<boolean> {
  const own = { body: reader, fetched: now }
  const taken = await writes.withoutVersionChange((trx) =>
    trx
      .insertInto('import_pages')
      .values({ source, ...reading, ...own })
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'address'])
          .doUpdateSet(own)
          .where((eb) =>
            eb.or([
              eb('import_pages.fetched', '<=', now - readingSeconds),
              // Set while the clock was ahead.
              eb('import_pages.fetched', '>', now + readingSeconds),
            ]),
          ),
      )
      .returning('source')
      .executeTakeFirst(),
  )
  return taken !== undefined
}

const takenBy = (reader: string) => (eb: ExpressionBuilder<Database, 'import_pages'>) =>
  eb.and({ ...reading, body: reader })

export const keepSource = ({ writes }: Db, reader: string, now: Instant): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx.updateTable('import_pages').set({ fetched: now }).where(takenBy(reader)).execute(),
  )

export const releaseSource = ({ writes }: Db, reader: string): Promise<unknown> =>
  writes.withoutVersionChange((trx) => trx.deleteFrom('import_pages').where(takenBy(reader)).execute())

export const forgetPages = ({ writes }: Db, source: string): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx
      .deleteFrom('import_pages')
      .where('source', '=', source)
      .where('address', '<>', reading.address)
      .execute(),
  )
