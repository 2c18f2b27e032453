import type { Readable } from 'node:stream'

/** A file that is being read. */
export interface OpenFile {
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
  /** Undefined if there is no such file. */
  open(name: string): Promise<OpenFile | undefined>
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
