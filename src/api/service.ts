import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Dialect } from '../store/sql/dialects/dialect.ts'
import type { Resources } from '../store/sql/reading.ts'
import type { Database } from '../store/sql/schema.ts'
import type { Kept } from '../store/kept.ts'
import type { Limits } from '../server/rate-limit.ts'

/** What the operations of resources work with. */
export interface Service {
  readonly db: Kysely<Database>
  /** What readers are answered from: the database, or a copy of it that is fresh enough. */
  readonly reader: () => Kysely<Database>
  readonly dialect: Dialect
  readonly resources: Resources
  readonly config: Config
  readonly limits: Limits
  readonly kept: Kept
}
