import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Processes that write to one file wait for each other outside of the database, which would hold all else up. */

/** Resolves when nobody else writes; what it resolves with lets the next one. */
export type Turn = () => Promise<() => void>

const turns = new WeakMap<Kysely<Database>, Turn>()

export const takeTurns = (db: Kysely<Database>, turn: Turn): void => void turns.set(db, turn)

const alone: Turn = () => Promise.resolve(() => undefined)

export const turnToWrite = (db: Kysely<Database>): Promise<() => void> => (turns.get(db) ?? alone)()
