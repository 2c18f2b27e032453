import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** The only cast in this layer, because table names are determined at run time by the resource. */
// oxlint-disable-next-line typescript/no-explicit-any
export const asUntyped = (db: Kysely<Database>): Kysely<any> => db
