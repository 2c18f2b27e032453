/** Parses durations as typed by users. */

/** `2:15` or `2 h 15` as minutes. */
export function readLength(text: string): number | undefined {
  const found = /^(\d{1,3})(?:\s*[:.h]\s*(\d\d)?)?\s*$/i.exec(text.trim())
  if (found === null) return undefined
  const [, hours = '', minutes = '0'] = found
  return Number(minutes) < 60 ? Number(hours) * 60 + Number(minutes) : undefined
}

export const lengthText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** The length of a range of times as `readRange` returns them, of which the end may be after midnight. */
export function rangeLength(from: string, until: string): string {
  const minutes = readLength(until)! - readLength(from)!
  return lengthText(minutes < 0 ? minutes + 24 * 60 : minutes)
}
