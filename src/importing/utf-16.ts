import { TextDecoder } from 'node:util'

/** By the mark at the beginning of a file. */
const utf16: ReadonlyMap<string, string> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])

/** Converts what is in UTF-16, as spreadsheets save "Unicode text", to UTF-8. */
export async function* withoutUtf16(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array()
  let decoder: TextDecoder | undefined
  for await (const next of content) {
    const chunk: Uint8Array = start === undefined ? next : Buffer.concat([start, next])
    if (start !== undefined && chunk.length < 2) {
      start = chunk
      continue
    }
    if (start !== undefined) {
      const encoding = utf16.get(Buffer.from(chunk.subarray(0, 2)).toString('hex'))
      if (encoding !== undefined) decoder = new TextDecoder(encoding)
      start = undefined
    }
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }))
  }
  if (start !== undefined) yield start
  if (decoder !== undefined) yield Buffer.from(decoder.decode())
}
