import type { Readable } from 'node:stream'

/** A part of a file: its first and its last byte, counted from 0. */
export interface Part {
  readonly first: number
  readonly last: number
}

/** A file, or a part of one, that is being read. */
interface OpenFile {
  /** How many bytes the stream has. */
  readonly size: number
  readonly stream: Readable
}

export interface ListedFile {
  readonly name: string
  /** In milliseconds since the epoch. */
  readonly modified: number
}

/** Where the files of images are kept. A file never changes, because its name tells its content. */
export interface MediaStorage {
  /** Resolves once the file survives a crash. */
  put(name: string, content: Buffer): Promise<void>
  /** Undefined if there is no such file. The part must lie within it. */
  open(name: string, part?: Part): Promise<OpenFile | undefined>
  /** In bytes; undefined if there is no such file. */
  sizeOf(name: string): Promise<number | undefined>
  /** Nothing happens if there is no such file. */
  remove(name: string): Promise<void>
  /** Everything that is there, half-written files too. */
  list(): AsyncIterable<ListedFile>
}

const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
