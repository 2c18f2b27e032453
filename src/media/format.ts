/** Which type of image a file is, by its first bytes: names and declared types are not to be relied on. */

export interface Format {
  /** What the decoder calls it. */
  readonly decodedAs: string
  readonly isIt: (start: Buffer) => boolean
}

const textAt = (start: Buffer, from: number, to: number) => start.toString('latin1', from, to)

/** The accepted types. */
const formats: readonly Format[] = [
  { decodedAs: 'png', isIt: (start) => textAt(start, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { decodedAs: 'jpeg', isIt: (start) => textAt(start, 0, 3) === '\xff\xd8\xff' },
  { decodedAs: 'gif', isIt: (start) => /^GIF8[79]a$/.test(textAt(start, 0, 6)) },
  { decodedAs: 'webp', isIt: (start) => /^RIFF[^]{4}WEBP$/.test(textAt(start, 0, 12)) },
  { decodedAs: 'heif', isIt: (start) => /^ftyp(?:avif|avis)$/.test(textAt(start, 4, 12)) },
]

export const formatOf = (content: Buffer): Format | undefined => formats.find(({ isIt }) => isIt(content))

export const looksLikeSvg = (content: Buffer): boolean => /<svg[\s>]/i.test(textAt(content, 0, 4_096))

/** Words that no picture has by chance, but a file that is an image and a web page at once does. */
export const looksLikePage = (content: Buffer): boolean =>
  /<(?:script|iframe|!doctype html|html|body|\?php)[\s>]/i.test(content.toString('latin1'))
