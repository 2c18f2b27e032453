/** Text as it may stand in the markup of a page, in an attribute as well. */
export const escaped = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
