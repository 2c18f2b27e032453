import type { Part } from '../../media/storage/index.ts'

/** Range requests, with which clients resume interrupted downloads (RFC 9110 14). */

/**
 * Parses `Range` for a file of the given size. Returns undefined, for the whole file, if the header is not a byte range
 * or names several ranges, because a server may ignore either (RFC 9110 14.2).
 */
export function partOf(range: string, size: number): Part | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || from + to === '') return undefined
  // A range without a start is a suffix length: the last `to` bytes.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Number(to)
  if (from !== '' && to !== '' && last < first) return undefined
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) }
}
