/** Windows-1252, as programs of Western Europe save texts; bytes are characters from 0 to 255. */

/** Bytes that mean nothing in it, and control characters, which tables and calendars do not contain. */
export const isWindows1252 = (bytes: string): boolean =>
  !/[\x00-\x08\x0b\x0c\x0e-\x1f\x81\x8d\x8f\x90\x9d]/.test(bytes)

/** What its bytes from 0x80 on mean; all others mean the same as in Latin-1. `TextDecoder` of Node.js 20 does not know them. */
const signs = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

export const inWindows1252 = (bytes: string): string =>
  bytes.replace(/[\x80-\x9f]/g, (byte) => signs.charAt(byte.charCodeAt(0) - 0x80))
