/** True for text that no database keeps whole: NUL, or half of a surrogate pair. */
export const hasForbiddenCharacter = (text: string): boolean =>
  text.includes('\0') || /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
