const element = /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/i

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text for a field that takes HTML. Some programs write HTML where text belongs, which stays what it is. */
export const htmlOf = (text: string): string =>
  element.test(text) ? text : text.replace(/[&<>]/g, (character) => entities[character]!)
