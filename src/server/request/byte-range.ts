import type { Part } from '../../media/storage/index.ts'

/** Parts of a file that a client asks for, to go on where it was interrupted (RFC 9110 14). */

/**
 * What `Range` asks for of a file of that size; undefined for the whole file, which is also the answer to what is no range
 * of bytes and to several at once (RFC 9110 14.2).
 */
export function partOf(range: string, size: number): Part | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || from + to === '') return undefined
  // Without a beginning it is that many bytes at the end.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Number(to)
  if (from !== '' && to !== '' && last < first) return undefined
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) }
}
