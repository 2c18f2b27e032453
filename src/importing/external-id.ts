import { createHash } from 'node:crypto'

/** What tells a record apart that has no id of its own: its title and its start. */
export const derivedId = (title: unknown, start: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([title, start]))
    .digest('base64url')
