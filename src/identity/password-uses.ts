import { sql } from 'kysely'
import type { Db } from '../store/sql/db.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { Instant } from '../time/index.ts'

/**
 * Records when application passwords and tokens were last used, so that users can see which ones are no longer needed.
 */
export interface PasswordUses {
  note(uuid: string, now: Instant): void
  /** Stores the uses recorded since the previous call; if this fails, the next call stores them. */
  store(db: Db): Promise<void>
}

/**
 * Collects uses in memory and stores them periodically, because a write per request would cost more than the request
 * itself.
 */
export function createPasswordUses(): PasswordUses {
  let uses = new Map<string, Instant>()
  return {
    note: (uuid, now) => void uses.set(uuid, now),
    async store(db) {
      if (uses.size === 0) return
      const noted = uses
      uses = new Map()
      try {
        await db.writes.withoutVersionChange((trx) => storeUses(trx, noted))
      } catch (error) {
        // Stored by the next call.
        uses = new Map([...noted, ...uses])
        throw error
      }
    },
  }
}

async function storeUses(trx: Trx, uses: ReadonlyMap<string, Instant>): Promise<void> {
  for (const [uuid, at] of uses)
    await trx
      .updateTable('application_passwords')
      .set({ last_used: sql`case when last_used > ${at} then last_used else ${at} end` })
      .where('uuid', '=', uuid)
      .execute()
}
