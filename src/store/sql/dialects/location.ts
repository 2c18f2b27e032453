import { readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const inMemory = ':memory:'

/** As many as Linux follows; more are a circle, which opening the file reports. */
const maxLinks = 40

/** Undefined if this is not a symbolic link. */
function targetOf(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path))
  } catch {
    return undefined
  }
}

/** Follows symbolic links, also to a file that is still missing, because SQLite keeps its log beside the file itself. */
function fileItself(path: string, remainingLinks = maxLinks): string {
  const target = targetOf(path)
  return target === undefined || remainingLinks === 0 ? path : fileItself(target, remainingLinks - 1)
}

/** The file at this location of an `sqlite:` URL. */
export const fileAt = (location: string): string =>
  location === inMemory ? location : fileItself(resolve(location))

/** The file that the URL names; undefined if it names a server. */
export function sqliteFile(url: string): string | undefined {
  const found = /^sqlite:(?:\/\/(?=\/))?(.*)$/s.exec(url)?.[1]
  return found === undefined ? undefined : fileAt(found)
}

/** The host of a PostgreSQL server, or the folder of its socket. */
export const serverOf = ({ host, searchParams }: URL): string => host || (searchParams.get('host') ?? '')
