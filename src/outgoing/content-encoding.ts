import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** Decodes responses of servers that compress although they were asked not to (RFC 9110 8.4.1). */

type Decoder = ReturnType<typeof createGunzip>

const decoders: Readonly<Record<string, (first: Buffer) => Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Some servers leave out the header of zlib, which begins with the number of the method.
  deflate: (first) => ((first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()),
}

export const isDecodable = (encoding: string): boolean => Object.hasOwn(decoders, encoding)

/** Thrown if the body is not what its header says. */
export class NotDecodable extends Error {}

const ofDecoders = /^(?:Z_|ERR_(?:_ERROR|BROTLI|TRAILING))/

/**
 * Decodes as much as `take` takes: it throws if there is too much. A decoder holds a few kilobytes, whatever the body
 * unpacks to.
 */
export async function decode(
  encoded: AsyncIterable<Buffer>,
  encoding: string,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const chunks = encoded[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return
  async function* all() {
    yield first.value
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  await pipeline(all, decoders[encoding]!(first.value), async (decoded: AsyncIterable<Buffer>) => {
    for await (const chunk of decoded) take(chunk)
  }).catch((error: unknown) => {
    const { code = '' } = error as { code?: string }
    throw ofDecoders.test(code) ? new NotDecodable() : error
  })
}
