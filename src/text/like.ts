/**
 * A pattern for `like … escape '!'` that matches texts containing the term. No backslash, because within quotes
 * PostgreSQL reads one as standard_conforming_strings says.
 */
export const likePattern = (term: string): string => `%${term.replace(/[!%_]/g, '!$&')}%`
