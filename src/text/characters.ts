/** Whether the text contains NUL, which PostgreSQL cannot store, or lone surrogates, which cannot be encoded. */
export const hasForbiddenCharacter = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** The beginning of a text, of at most so many characters. */
export const firstCharacters = (text: string, count: number): string =>
  text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('')
