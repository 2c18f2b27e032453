import { createHash } from 'node:crypto'

/** The SHA-256 digest as 43 characters that may stand in URLs. */
export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url')
