import { readFileSync } from 'node:fs'

const description = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The version of this program, from package.json. */
export const version = description.version
