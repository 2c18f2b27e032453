/** A pattern for `like … escape '\\'` that finds a term anywhere. */
export const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`
