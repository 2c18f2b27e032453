import { escaped } from '../text/elements.ts'

const element = /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/i

/** Converts text for an HTML field. Some programs write HTML into text properties; it is left unchanged. */
export const htmlOf = (text: string): string => (element.test(text) ? text : escaped(text))
