import type { Kysely } from 'kysely'
import { changesSince, type Change } from './changes.ts'
import type { Database } from '../sql/schema.ts'
import { eraOf, versionIn } from './versions.ts'

/** What is kept in memory follows the data: only what a version has changed is read again. */

export interface Following {
  /** Nothing of what is kept is known to be right. */
  restart(): Promise<void> | void
  changed(changes: readonly Change[]): Promise<void> | void
}

export interface Follower {
  /** Returns once what is kept is at least as new as the version. */
  reach(version: number): Promise<void>
}

export function createFollower(db: Kysely<Database>, following: Following): Follower {
  let reached: number | undefined
  let underway: Promise<void> | undefined

  async function catchUp(version: number): Promise<void> {
    const isKnown = reached !== undefined && eraOf(reached) === eraOf(version)
    const log = isKnown ? await changesSince(db, versionIn(reached!)) : undefined
    if (log?.complete) await following.changed(log.changes)
    else await following.restart()
    reached = Math.max(version, version - versionIn(version) + (log?.version ?? 0))
  }

  const isThere = (version: number) =>
    reached === version || (reached !== undefined && reached > version && eraOf(reached) === eraOf(version))

  return {
    async reach(version) {
      while (!isThere(version)) {
        underway ??= catchUp(version).finally(() => (underway = undefined))
        await underway
      }
    },
  }
}
