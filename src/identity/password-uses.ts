import { sql } from 'kysely'
import type { Db } from '../store/sql/db.ts'
import type { Instant } from '../time/index.ts'

/**
 * Records when application passwords and tokens were last used, so that users can see which ones are no longer needed.
 */
export interface PasswordUses {
  note(uuid: string, now: Instant): void
  /** Stores the uses recorded since the previous call. */
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
      await db.writes.withoutVersionChange(async (trx) => {
        for (const [uuid, at] of noted)
          await trx
            .updateTable('application_passwords')
            .set({ last_used: sql`case when last_used > ${at} then last_used else ${at} end` })
            .where('uuid', '=', uuid)
            .execute()
      })
    },
  }
}
