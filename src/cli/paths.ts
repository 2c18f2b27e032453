import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from './error-messages.ts'

/** Checks of file arguments. */

export function requireFile(path: string): void {
  if (!existsSync(path)) throw new CommandError(`The file ${path} does not exist.`)
  if (statSync(path).isDirectory()) throw new CommandError(`${path} is a directory; name a file.`)
}

/** Requires the directory of a file to be created. */
export function requireFolderOf(path: string): void {
  if (!existsSync(dirname(path))) throw new CommandError(`The directory ${dirname(path)} does not exist.`)
}
