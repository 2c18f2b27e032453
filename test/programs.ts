import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program that is installed on this machine. */
export const programPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
