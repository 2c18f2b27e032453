import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from './error-messages.ts'

/** What commands require of the files that they are given. */

export function requireFile(path: string): void {
  if (!existsSync(path)) throw new CommandError(`The file ${path} does not exist.`)
  if (statSync(path).isDirectory()) throw new CommandError(`${path} is a directory; name a file.`)
}

/** A file that is to be written. */
export function requireFolderOf(path: string): void {
  if (!existsSync(dirname(path))) throw new CommandError(`The directory ${dirname(path)} does not exist.`)
}
