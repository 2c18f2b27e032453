import { firstCharacters, hasForbiddenCharacter } from './characters.ts'
import { sha256 } from './digest.ts'

const shownCharacters = 100

/** A text that identifies something; one of more bytes, or that no database stores, becomes its beginning with a digest. */
export function boundedKey(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes && !hasForbiddenCharacter(text)) return text
  const beginning = firstCharacters(text.replaceAll('\0', '').toWellFormed(), shownCharacters)
  return `${beginning}… sha256:${sha256(text)}`
}
