import { ValidationError } from '../errors.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'

/** Detects image types by their first bytes, because names and declared media types are unreliable. */

interface Format {
  /** The name that the decoder reports. */
  readonly decodedAs: string
  readonly isIt: (start: Buffer) => boolean
}

const textAt = (start: Buffer, from: number, to: number) => start.toString('latin1', from, to)

/** Up to so many bytes of a file are searched for its brands. */
const maxBrands = 256

/** The major and the compatible brands of a file (ISO/IEC 14496-12, `ftyp`), of which an AVIF image may have any first. */
function brandsOf(start: Buffer): string[] {
  if (start.length < 16 || textAt(start, 4, 8) !== 'ftyp') return []
  const brands = textAt(start, 8, Math.min(start.readUInt32BE(0), maxBrands)).match(/[^]{4}/g) ?? []
  // The second field is a version and no brand.
  return brands.filter((_, index) => index !== 1)
}

/** The accepted types. */
const formats: readonly Format[] = [
  { decodedAs: 'png', isIt: (start) => textAt(start, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { decodedAs: 'jpeg', isIt: (start) => textAt(start, 0, 3) === '\xff\xd8\xff' },
  { decodedAs: 'gif', isIt: (start) => /^GIF8[79]a$/.test(textAt(start, 0, 6)) },
  { decodedAs: 'webp', isIt: (start) => /^RIFF[^]{4}WEBP$/.test(textAt(start, 0, 12)) },
  { decodedAs: 'heif', isIt: (start) => brandsOf(start).some((brand) => /^avi[fs]$/.test(brand)) },
]

export const refuse = (sentence: LocalizableMessage): never => {
  throw new ValidationError('rest_invalid_image', sentence)
}

const looksLikeSvg = (content: Buffer) => /<svg[\s>]/i.test(textAt(content, 0, 4_096))

/** Returns the type of an image; throws a ValidationError with the reason if the file is not an accepted image. */
export function requireFormat(content: Buffer): Format {
  if (content.length === 0)
    return refuse(message('The file is empty; send a PNG, JPEG, WebP, AVIF or GIF image.'))
  const format = formats.find(({ isIt }) => isIt(content))
  if (format !== undefined) return format
  if (looksLikeSvg(content))
    return refuse(message('SVG images are not accepted; send a PNG, JPEG, WebP, AVIF or GIF image.'))
  return refuse(message('The file is not a PNG, JPEG, WebP, AVIF or GIF image.'))
}

const startOfScan = Buffer.from('\xff\xda', 'latin1')

/**
 * Whether a JPEG image has more scans than this. Other data, such as the film behind a photograph, contains their marker by
 * chance, about once in 64 KiB.
 */
export function hasMoreScans(content: Buffer, maximum: number): boolean {
  let at = -1
  for (let scans = 0; scans <= maximum; scans++) {
    at = content.indexOf(startOfScan, at + 1)
    if (at === -1) return false
  }
  return true
}

/** Detects polyglot files, which are an image and a web page at once; these tags hardly occur in images by chance. */
export const looksLikePage = (content: Buffer): boolean =>
  /<(?:script|iframe|!doctype html|html|body|\?php)[\s>]/i.test(content.toString('latin1'))
