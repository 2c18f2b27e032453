import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError, explainNow } from './error-messages.ts'

/** Checks of file arguments. */

/** Unlike `existsSync`, throws if it cannot be told, because a directory on the way is closed to this user. */
export const isThere = (path: string): boolean =>
  explainNow(`Cannot read ${path}`, () => statSync(path, { throwIfNoEntry: false }) !== undefined)

export function requireFile(path: string): void {
  if (!isThere(path)) throw new CommandError(`The file ${path} does not exist.`)
  if (statSync(path).isDirectory()) throw new CommandError(`${path} is a directory; name a file.`)
  explainNow(`Cannot read ${path}`, () => accessSync(path, constants.R_OK))
}

/** Requires the directory of a file to be created. */
export function requireFolderOf(path: string): void {
  if (!isThere(dirname(path))) throw new CommandError(`The directory ${dirname(path)} does not exist.`)
}
