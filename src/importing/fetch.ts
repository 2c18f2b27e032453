import type { Outgoing } from '../outgoing/index.ts'
import { yieldIfDue } from '../yielding.ts'
import { isSite, type SourceFormat } from './sources.ts'

const accepted: Readonly<Record<'ics' | 'csv' | 'json', string>> = {
  ics: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
  csv: 'text/csv, text/plain;q=0.5, */*;q=0.1',
  json: 'application/json, application/ld+json;q=0.9, application/x-ndjson;q=0.9, */*;q=0.1',
}

/**
 * Rejects HTML, which is usually an error page. Other media types are not checked, because the parser detects wrong
 * content.
 */
const types = /^(?!text\/html)/i

/** Fetches the content of a URL; empty for sites, which are read page by page. */
export async function fetchSource(
  outgoing: Outgoing,
  url: string,
  format: SourceFormat,
  maxBytes: number,
): Promise<Buffer> {
  if (isSite(format)) return Buffer.alloc(0)
  const { body } = await outgoing(url, { accept: accepted[format as keyof typeof accepted], types, maxBytes })
  return body
}

const pieceBytes = 64 * 1024

/** Yields a file in pieces, giving way to other requests between them. */
export async function* piecesOf(content: Buffer, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    signal?.throwIfAborted()
    yield content.subarray(start, start + pieceBytes)
    await yieldIfDue()
  }
}
