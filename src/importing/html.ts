import { escaped } from '../text/elements.ts'

const element = /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/i

/** Text for a field that takes HTML. Some programs write HTML where text belongs, which stays what it is. */
export const htmlOf = (text: string): string => (element.test(text) ? text : escaped(text))
