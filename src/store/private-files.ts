import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Databases, backups and exports contain password hashes and secrets, so only their owner may read them, whatever the
 * umask is.
 */

const privateFile = 0o600
const privateFolder = 0o700

/** Creates the directory of a private file if it is missing. */
const createPrivateFolderOf = (file: string): unknown =>
  mkdirSync(dirname(file), { recursive: true, mode: privateFolder })

/** Creates an empty file, and its directory, if missing; those that exist keep their permissions. */
export function createPrivately(file: string): void {
  createPrivateFolderOf(file)
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFile))
}
