/** NUL, which PostgreSQL cannot store, and halves of surrogate pairs, which no encoding can write. */
export const hasForbiddenCharacter = (text: string): boolean => text.includes('\0') || !text.isWellFormed()
