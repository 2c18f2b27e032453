import { readFileSync } from 'node:fs'

const description = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The version of this program; package.json alone says it. */
export const version = description.version
