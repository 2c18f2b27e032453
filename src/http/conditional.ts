import { createHash } from 'node:crypto'

/** A strong entity tag (RFC 9110 8.8.3): the same for the same body in the same context only. */
export function entityTag(body: string | Buffer, ...context: string[]): string {
  const hash = createHash('sha1')
  for (const part of context) hash.update(part).update('\0')
  return `"${hash.update(body).digest('base64url')}"`
}

/** The tag of the same representation in a content coding, which is a representation of its own. */
export const tagInCoding = (tag: string, coding: string): string =>
  tag.startsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag

const withoutCoding = (tag: string) => tag.replace(/-(?:br|zstd|gzip)"$/, '"')

/**
 * Whether If-None-Match (compared weakly) or If-Match (compared strongly) names the tag of what is there now.
 * In which content coding the client got it does not matter.
 */
export function matches(header: string | undefined, tag: string, weak: boolean): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const comparable = (one: string) => (weak ? one.replace(/^W\//, '') : one)
  const wanted = comparable(tag)
  if (wanted.startsWith('W/')) return false
  return readTags(header)
    .map(comparable)
    .some((one) => one === wanted || withoutCoding(one) === wanted)
}

const readTags = (header: string) => header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
