import { sql } from 'kysely'
import type { Db } from '../store/sql/db.ts'
import type { Instant } from '../time/index.ts'

/** When application passwords and tokens were last used, so that people see which of them nobody needs any more. */
export interface PasswordUses {
  note(uuid: string, now: Instant): void
  /** Stores what was noted since the last time. */
  store(db: Db): Promise<void>
}

/** Noted in memory and stored now and then, because a write for every request would cost more than the request. */
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
