const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text and attribute values; two characters of Unicode are none of XML (XML 1.0 2.2). */
export const escapeXml = (text: string): string =>
  text.replace(/[\ufffe\uffff]/g, '').replace(/[&<>"]/g, (character) => entities[character]!)

type Attributes = Readonly<Record<string, string>>

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

export const element = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`

export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}/>`

export const openTag = (name: string, attributes: Attributes = {}): string =>
  `<${name}${attributesOf(attributes)}>`

export const declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
