import { createHash } from 'node:crypto'

/** Derives an ID for records without one from title and start. */
export const derivedId = (title: unknown, start: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([title, start]))
    .digest('base64url')
