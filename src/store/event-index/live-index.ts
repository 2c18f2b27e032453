import type { Kysely } from 'kysely'
import { eventsAmong } from '../changes/change-log.ts'
import type { ChangeListener } from '../changes/change-follower.ts'
import type { Database } from '../sql/schema.ts'
import type { EventIndex } from './index.ts'

/** An event index that loads in the background and applies later changes. */
interface LiveIndex extends ChangeListener {
  /** The index, unless it is still loading. */
  ifReady(): EventIndex | undefined
  /** Resolves when loading has completed or failed. */
  whenLoaded(): Promise<void>
}

export function createLiveIndex(
  index: EventIndex,
  db: Kysely<Database>,
  onError: (error: unknown) => void,
): LiveIndex {
  /** IDs changed during loading; they must be read again, because they may have been loaded before the change. */
  let changedWhileLoading: Set<number> | undefined
  let loading = Promise.resolve()

  async function load(changed: Set<number>): Promise<void> {
    await index.load(db)
    while (changed.size > 0 && changedWhileLoading === changed) {
      const ids = [...changed]
      changed.clear()
      await index.refresh(db, ids)
    }
    if (changedWhileLoading === changed) changedWhileLoading = undefined
  }

  return {
    ifReady: () => (changedWhileLoading === undefined && index.isReady ? index : undefined),
    whenLoaded: () => loading,
    reset() {
      const changed = (changedWhileLoading = new Set<number>())
      loading = load(changed).catch((error: unknown) => {
        index.clear()
        onError(error)
      })
    },
    async onChanges(changes) {
      const ids = eventsAmong(changes)
      if (changedWhileLoading === undefined) await index.refresh(db, ids)
      else for (const id of ids) changedWhileLoading.add(id)
    },
  }
}
