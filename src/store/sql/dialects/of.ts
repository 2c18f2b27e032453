import type { DialectAdapter, Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Dialect } from './dialect.ts'

/** What a Kysely and all its transactions have in common. */
const dialects = new WeakMap<DialectAdapter, Dialect>()

const adapterOf = (db: Kysely<Database>) => db.getExecutor().adapter

/** Says which database a Kysely of ours writes to. */
export const writesTo = (db: Kysely<Database>, dialect: Dialect): void =>
  void dialects.set(adapterOf(db), dialect)

export const dialectOf = (db: Kysely<Database>): Dialect => dialects.get(adapterOf(db))!
