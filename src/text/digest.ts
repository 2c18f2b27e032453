import { createHash, timingSafeEqual } from 'node:crypto'

/** The SHA-256 digest as 43 characters that may stand in URLs. */
export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url')

/** Takes as long whatever the difference is, so that a digest cannot be guessed character by character. */
export function isSameDigest(sent: string, known: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}
