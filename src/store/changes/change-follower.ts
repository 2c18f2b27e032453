import type { Kysely } from 'kysely'
import { changesSince, type Change } from './change-log.ts'
import type { Database } from '../sql/schema.ts'
import { eraOf, databaseVersionOf } from './version-tracker.ts'

/** Updates in-memory state by reading only what each version has changed. */

export interface ChangeListener {
  /** All cached data may be outdated and must be discarded. */
  reset(): Promise<void> | void
  onChanges(changes: readonly Change[]): Promise<void> | void
}

interface ChangeFollower {
  /** Resolves once the state is at least as new as the version. */
  catchUpTo(version: number): Promise<void>
}

export function createChangeFollower(db: Kysely<Database>, listener: ChangeListener): ChangeFollower {
  let current: number | undefined
  let catchingUp: Promise<void> | undefined

  /**
   * No further than the version, because a replica that has reached it may lack what the log of the primary contains
   * already, and what was dropped too early would be cached again as it was.
   */
  async function catchUp(version: number): Promise<void> {
    const isKnown = current !== undefined && eraOf(current) === eraOf(version)
    const log = isKnown
      ? await changesSince(db, databaseVersionOf(current!), databaseVersionOf(version))
      : undefined
    if (log?.isComplete) await listener.onChanges(log.changes)
    else await listener.reset()
    current = version
  }

  const hasReached = (version: number) =>
    current === version || (current !== undefined && current > version && eraOf(current) === eraOf(version))

  return {
    async catchUpTo(version) {
      while (!hasReached(version)) {
        catchingUp ??= catchUp(version).finally(() => (catchingUp = undefined))
        await catchingUp
      }
    },
  }
}
