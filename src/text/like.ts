/** A pattern for `like … escape '\\'` that matches texts containing the term. */
export const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`
