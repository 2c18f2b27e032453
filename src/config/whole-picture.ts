/**
 * Whether a picture is whole, by the structure of its file: one that was cut off on its way would be shown to every
 * visitor. Decoding would load a library that the start does without.
 */

type Check = (content: Buffer) => boolean

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Walks the chunks up to the last one; besides its data, each has a length, a type and a checksum (PNG 5.3). */
const isPng: Check = (content) => {
  if (!content.subarray(0, signature.length).equals(signature)) return false
  for (let at = signature.length; at + 12 <= content.length;) {
    if (content.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at += 12 + content.readUInt32BE(at)
  }
  return false
}

const [startOfImage, startOfScan, endOfImage] = [0xd8, 0xda, 0xd9]

/**
 * Walks the segments up to the picture itself, behind which its end must follow (ITU T.81 B.1): a segment before it may
 * contain a small picture with an end of its own.
 */
const isJpeg: Check = (content) => {
  if (content[0] !== 0xff || content[1] !== startOfImage) return false
  for (let at = 2; at + 4 <= content.length && content[at] === 0xff;) {
    const marker = content[at + 1]!
    if (marker === startOfScan) return content.indexOf(Buffer.of(0xff, endOfImage), at) > 0
    // Any number of further 0xFF may precede a marker.
    at += marker === 0xff ? 1 : 2 + content.readUInt16BE(at + 2)
  }
  return false
}

/** RIFF says at the beginning how long it is. */
const isWebp: Check = (content) =>
  /^RIFF[^]{4}WEBP$/.test(content.toString('latin1', 0, 12)) && content.length >= 8 + content.readUInt32LE(4)

const isSvg: Check = (content) => {
  // NUL occurs in UTF-16 alone, and without it the text is the same in this respect.
  const text = content.toString('latin1').replaceAll('\0', '')
  return /<(?:\w+:)?svg[\s>][^]*<\/(?:\w+:)?svg\s*>/i.test(text)
}

/** Of whichever type it is, because browsers do not go by its name either. */
export const isWholePicture = (content: Buffer): boolean =>
  [isPng, isJpeg, isWebp, isSvg].some((check) => check(content))
