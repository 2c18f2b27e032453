/** Escapes text for HTML, including attribute values. */
export const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
