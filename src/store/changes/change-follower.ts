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

  async function catchUp(version: number): Promise<void> {
    const isKnown = current !== undefined && eraOf(current) === eraOf(version)
    const log = isKnown ? await changesSince(db, databaseVersionOf(current!)) : undefined
    if (log?.isComplete) await listener.onChanges(log.changes)
    else await listener.reset()
    current = Math.max(version, version - databaseVersionOf(version) + (log?.version ?? 0))
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
