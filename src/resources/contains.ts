import { sql, type RawBuilder, type SqlBool } from 'kysely'

const likePattern = (term: string): string => `%${term.replace(/[!%_]/g, '!$&')}%`

/**
 * Whether a text contains the term. The escape character is no backslash, because within quotes PostgreSQL reads one as
 * standard_conforming_strings says.
 */
export const contains = (searched: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${searched} like ${likePattern(term)} escape '!'`
