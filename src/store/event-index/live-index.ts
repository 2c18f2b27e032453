import type { Kysely } from 'kysely'
import type { Change } from '../changes/change-log.ts'
import type { ChangeListener } from '../changes/change-follower.ts'
import type { Database } from '../sql/schema.ts'
import type { EventIndex } from './index.ts'

/** A calendar that loads in the background and applies later changes. */
interface LiveIndex extends ChangeListener {
  /** The calendar, unless it still has to catch up. */
  ifReady(): EventIndex | undefined
  /** Returns once it has caught up, or has failed to. */
  whenLoaded(): Promise<void>
}

const eventsOf = (changes: readonly Change[]) =>
  changes.filter(({ resource }) => resource === 'events').map(({ id }) => id)

export function createLiveIndex(
  calendar: EventIndex,
  db: Kysely<Database>,
  onError: (error: unknown) => void,
): LiveIndex {
  /** IDs changed during loading; they must be read again, because they may have been loaded before the change. */
  let changedWhileLoading: Set<number> | undefined
  let loading = Promise.resolve()

  async function load(onChanges: Set<number>): Promise<void> {
    await calendar.load(db)
    while (onChanges.size > 0 && changedWhileLoading === onChanges) {
      const ids = [...onChanges]
      onChanges.clear()
      await calendar.refresh(db, ids)
    }
    if (changedWhileLoading === onChanges) changedWhileLoading = undefined
  }

  return {
    ifReady: () => (changedWhileLoading === undefined && calendar.isReady ? calendar : undefined),
    whenLoaded: () => loading,
    reset() {
      const onChanges = (changedWhileLoading = new Set<number>())
      loading = load(onChanges).catch((error: unknown) => {
        calendar.clear()
        onError(error)
      })
    },
    async onChanges(changes) {
      const ids = eventsOf(changes)
      if (changedWhileLoading === undefined) await calendar.refresh(db, ids)
      else for (const id of ids) changedWhileLoading.add(id)
    },
  }
}
