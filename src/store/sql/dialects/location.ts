import { resolve } from 'node:path'

/** The file that the URL names; undefined if it names a server. */
export function sqliteFile(url: string): string | undefined {
  const found = /^sqlite:(?:\/\/(?=\/))?(.*)$/s.exec(url)?.[1]
  return found === undefined || found === ':memory:' ? found : resolve(found)
}
