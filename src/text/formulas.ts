/**
 * Formulas in tables. Spreadsheets take text that begins with one of these characters for a formula, which could read
 * other cells or run programs; some also accept the full-width forms. Excel splits cells at semicolons or tabs where
 * those separate lists, and does not heed quotation marks then, so that what follows a separator or a line break may
 * become the beginning of a cell.
 */
const formula = String.raw`'*[=+\-@\t\r＝＋－＠]`
const beginning = String.raw`(?<=^|[;\t\r\n])`

const formulas = new RegExp(`${beginning}(?=${formula})`, 'g')
const escaped = new RegExp(`${beginning}'(?=${formula})`, 'g')

/** Puts an apostrophe before each formula, and another one where there is one already, so that none is lost. */
export const escapeFormulas = (text: string): string => text.replace(formulas, "'")

/** Removes these apostrophes, which other programs put there as well. */
export const unescapeFormulas = (text: string): string => text.replace(escaped, '')
