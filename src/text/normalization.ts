/**
 * Unicode normalization in linear time. Sorting combining marks takes quadratic time in their number, so longer runs
 * are first divided as in the Stream-Safe Text Format (UAX #15).
 */

const longestRun = 30
const divider = '\u034F'

// The halfwidth voicing marks of katakana are letters, but decompose into marks.
const mark = '[[\\p{M}\\uFF9E\\uFF9F]--\\u034F]'
const parts = new RegExp(`(${mark}{${longestRun}})(?=${mark})|${mark}{1,${longestRun}}`, 'gv')

/** Indexed by code unit; also 1 for surrogates, because some marks consist of two. */
const candidate = new RegExp(`${mark}|\\p{Cs}`, 'v')
const mayBeMark = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  Number(candidate.test(String.fromCharCode(unit))),
)

const isMarkAt = (text: string, at: number) => mayBeMark[text.charCodeAt(at)] === 1

/**
 * A quick check, because hardly any text has such a run: a long run would cover at least one of the sampled positions.
 */
function mayHaveLongRun(text: string): boolean {
  for (let at = longestRun; at < text.length; at += longestRun + 1) {
    let [first, last] = [at, at]
    while (first > at - longestRun && isMarkAt(text, first - 1)) first -= 1
    while (last - first < longestRun && isMarkAt(text, last + 1)) last += 1
    if (isMarkAt(text, at) && last - first >= longestRun) return true
  }
  return false
}

const ascii = /^[\0-\x7f]*$/

/** Long texts in some languages are mostly ASCII, which needs no normalization. */
export const isAscii = (text: string): boolean => ascii.test(text)

const streamSafe = (text: string): string =>
  mayHaveLongRun(text)
    ? text.replace(parts, (part, divided?: string) => (divided === undefined ? part : part + divider))
    : text

// Divides again after normalizing, because some marks decompose into two.
const normalizedTo = (form: 'NFC' | 'NFKD') => (text: string) =>
  // oxlint-disable-next-line no-restricted-properties -- the text is stream-safe
  isAscii(text) ? text : streamSafe(streamSafe(text).normalize(form))

/** Unicode NFC. */
export const composed = normalizedTo('NFC')

/** Unicode NFKD: letters separated from their marks, compatibility characters replaced by their equivalents. */
export const decomposed = normalizedTo('NFKD')
