/** Whether the text contains NUL, which PostgreSQL cannot store, or lone surrogates, which cannot be encoded. */
export const hasForbiddenCharacter = (text: string): boolean => text.includes('\0') || !text.isWellFormed()
