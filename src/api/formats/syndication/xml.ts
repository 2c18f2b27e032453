import { escapeMarkup } from '../../../text/escape.ts'

/** Unicode characters that XML 1.0 does not allow, not even as character references (XML 1.0 2.2). */
const notOfXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Text and attribute values. */
export const escapeXml = (text: string): string => escapeMarkup(text.replace(notOfXml, ''))

type Attributes = Readonly<Record<string, string>>

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

export const element = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`

export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}/>`

export const openTag = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}>`

export const declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
