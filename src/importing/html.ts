import { escaped } from '../text/elements.ts'
import { decodeEntities } from '../text/markup.ts'

const element = /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/i

/** Converts text for an HTML field. Some programs write HTML into text properties; it is left unchanged. */
export const htmlOf = (text: string): string => (element.test(text) ? text : escaped(text))

/** The same for text in which programs leave entities such as `&uuml;` when they remove the tags from HTML. */
export const htmlWithEntities = (text: string): string =>
  element.test(text) ? text : escaped(decodeEntities(text))
