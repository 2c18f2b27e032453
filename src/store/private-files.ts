import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Databases, backups and exports contain password hashes and secrets, so only their owner may read them, whatever the
 * umask is.
 */

const privateFile = 0o600
const privateFolder = 0o700

/**
 * Creates a directory, and those above it, if missing; returns the first of those that were created. One by one, because
 * Node's `recursive` never returns in file systems that create no directories, such as /proc.
 */
export function createFolders(folder: string, mode: number): string | undefined {
  if (existsSync(folder)) return undefined
  const first = createFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created it meanwhile. If it is a symbolic link to nothing, this says so.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    statSync(folder)
  }
  return first ?? folder
}

/**
 * Creates an empty file, and its directory, if missing; those that exist keep their permissions. Returns what removes the
 * directories that this has created, unless something is in them.
 */
export function createPrivately(file: string): () => void {
  const first = createFolders(dirname(file), privateFolder)
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
