import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Instant } from '../time/index.ts'

/**
 * Whether work with a column `due` is due. A time further ahead than any pause was set while the clock was ahead, so
 * waiting for it could take as long as the clock was wrong.
 */
export const isDue = (now: Instant, longestPause: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref('due')} <= ${now} or ${sql.ref('due')} > ${now + longestPause})`
