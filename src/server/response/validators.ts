import { createCipheriv } from 'node:crypto'

/**
 * Key and IV need not be secret, because ETags are not a security feature: nobody benefits from two bodies with the
 * same ETag.
 */
const [key, start] = [Buffer.alloc(16), Buffer.alloc(12)]

/**
 * Computes a strong ETag (RFC 9110 8.8.3), which is equal only for equal bodies in the same context. GMAC (NIST SP
 * 800-38D) takes a third of the CPU time of a hash, and misses a difference with a probability of 2^-100.
 */
export function entityTag(body: string | Buffer, ...context: string[]): string {
  const code = createCipheriv('aes-128-gcm', key, start)
  code.setAAD(Buffer.from(context.map((part) => `${part}\0`).join('')))
  code.setAAD(typeof body === 'string' ? Buffer.from(body) : body)
  code.final()
  return `"${code.getAuthTag().toString('base64url')}"`
}

/** Returns the ETag for a content coding, because an encoded body is a representation of its own. */
export const codedETag = (tag: string, coding: string): string =>
  tag.startsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag

const withoutCoding = (tag: string) => tag.replace(/-(?:br|zstd|gzip)"$/, '"')

/**
 * Whether If-None-Match (weak comparison) or If-Match (strong comparison) contains the current ETag, in any content
 * coding.
 */
export const matchesETag = (header: string | undefined, tag: string, weak: boolean): boolean =>
  header?.trim() === '*' || tagsNaming(header, tag, weak).length > 0

/**
 * The ETag of a 304: that of the variant which the client has stored, because it would not recognize another one (RFC
 * 9111 4.3.4). `current` is the ETag that a 200 would have now.
 */
export function storedETag(header: string | undefined, tag: string, current: string): string {
  const stored = tagsNaming(header, tag, true)
  return stored.includes(current) ? current : (stored[0] ?? current)
}

/** The ETags in a header that name a representation in any content coding, without the mark of weak ones. */
function tagsNaming(header = '', tag: string, weak: boolean): string[] {
  const comparable = (one: string) => (weak ? one.replace(/^W\//, '') : one)
  const wanted = comparable(tag)
  if (wanted.startsWith('W/')) return []
  return readTags(header)
    .map(comparable)
    .filter((one) => one === wanted || withoutCoding(one) === wanted)
}

const readTags = (header: string) => header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
