import type { Readable } from 'node:stream'

/** A byte range of a file; both ends are inclusive and counted from 0. */
export interface Part {
  readonly first: number
  readonly last: number
}

interface FoundFile {
  /** In bytes; undefined if a bucket does not say it. */
  readonly size: number | undefined
}

/** An open file or byte range. */
interface OpenFile {
  /** Number of bytes in the stream; undefined if a bucket does not say it. */
  readonly size: number | undefined
  readonly stream: Readable
}

export interface ListedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** In milliseconds since the epoch. */
  readonly modified: number
}

/** Storage for image files. Files never change, because other content has another name. */
export interface MediaStorage {
  /** Resolves once the file survives a crash. */
  put(name: string, content: Buffer): Promise<void>
  /** Undefined if there is no such file. The part must lie within it. */
  open(name: string, part?: Part): Promise<OpenFile | undefined>
  /** Undefined if there is no such file. */
  find(name: string): Promise<FoundFile | undefined>
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
  /** Lists all files, including incomplete ones. */
  list(): AsyncIterable<ListedFile>
}

const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
