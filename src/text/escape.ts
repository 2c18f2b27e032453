const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML and XML, including attribute values. */
export const escapeMarkup = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (one) => entities[one]!) : text
