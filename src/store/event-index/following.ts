import type { Kysely } from 'kysely'
import type { Change } from '../changes/change-log.ts'
import type { ChangeListener } from '../changes/change-follower.ts'
import type { Database } from '../sql/schema.ts'
import type { EventIndex } from './index.ts'

/** A calendar that is loaded beside what else goes on, and follows the data from then on. */
export interface FollowingCalendar extends ChangeListener {
  /** The calendar, unless it still has to catch up. */
  current(): EventIndex | undefined
  /** Returns once it has caught up, or has failed to. */
  whenLoaded(): Promise<void>
}

const eventsOf = (changes: readonly Change[]) =>
  changes.filter(({ resource }) => resource === 'events').map(({ id }) => id)

export function followWith(
  calendar: EventIndex,
  db: Kysely<Database>,
  failed: (error: unknown) => void,
): FollowingCalendar {
  /** What has changed while everything is being read: it may have been read too early. */
  let missed: Set<number> | undefined
  let loading = Promise.resolve()

  async function load(changed: Set<number>): Promise<void> {
    await calendar.load(db)
    while (changed.size > 0 && missed === changed) {
      const ids = [...changed]
      changed.clear()
      await calendar.refresh(db, ids)
    }
    if (missed === changed) missed = undefined
  }

  return {
    current: () => (missed === undefined && calendar.isReady ? calendar : undefined),
    whenLoaded: () => loading,
    reset() {
      const changed = (missed = new Set<number>())
      loading = load(changed).catch((error: unknown) => {
        calendar.clear()
        failed(error)
      })
    },
    async onChanges(changes) {
      const ids = eventsOf(changes)
      if (missed === undefined) await calendar.refresh(db, ids)
      else for (const id of ids) missed.add(id)
    },
  }
}
