import { closeSync, existsSync, mkdirSync, openSync, rmdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Databases, backups and exports contain password hashes and secrets, so only their owner may read them, whatever the
 * umask is.
 */

const privateFile = 0o600
const privateFolder = 0o700

/** Creates the directory of a private file if it is missing; returns the first of those that were created. */
const createPrivateFolderOf = (file: string): string | undefined =>
  mkdirSync(dirname(file), { recursive: true, mode: privateFolder })

/**
 * Creates an empty file, and its directory, if missing; those that exist keep their permissions. Returns what removes the
 * directories that this has created, unless something is in them.
 */
export function createPrivately(file: string): () => void {
  const first = createPrivateFolderOf(file)
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFile))
  return () => {
    if (first !== undefined) removeEmptyFolders(resolve(dirname(file)), resolve(first))
  }
}

function removeEmptyFolders(folder: string, last: string): void {
  try {
    rmdirSync(folder)
  } catch {
    return
  }
  if (folder !== last) removeEmptyFolders(dirname(folder), last)
}
