import type { Sharp, SharpConstructor } from 'sharp'
import { lazyRequire } from '../lazy-require.ts'
import { message } from '../locales/sentence.ts'
import type { Focus, SizeName } from '../resources/images.ts'
import { looksLikePage, refuse, requireFormat } from './format.ts'

/** Pictures are decoded, made upright and encoded anew, so that nothing that somebody sent is ever served as it came. */

const library = lazyRequire<SharpConstructor>('sharp')

/** One thread for each picture: how many are worked on at once is decided in one place (see gate.ts). */
function sharp(content: Buffer, options: { isMeasuring?: boolean } = {}): Sharp {
  const load = library()
  load.concurrency(1)
  load.cache(false)
  return load(content, {
    failOn: 'error',
    limitInputPixels: options.isMeasuring ? false : maxPixels,
    sequentialRead: true,
    // Of an animation the first frame alone.
    pages: 1,
  })
}

const maxPixels = 50_000_000
const maxSide = 2_560
const decodingSeconds = 20

/** Quality as photographs need it; text on posters stays legible. */
const jpeg = { quality: 82, mozjpeg: false }
const webp = { quality: 80, effort: 3 }

/** An encoded picture. */
export interface Encoded {
  readonly content: Buffer
  readonly width: number
  readonly height: number
  readonly extension: 'jpg' | 'png' | 'webp'
}

export interface Picture {
  readonly whole: Encoded
  /** ThumbHash in base64. */
  readonly placeholder: string
}

const damaged = () =>
  refuse(message('The image is damaged or incomplete; send an intact PNG, JPEG, WebP, AVIF or GIF image.'))

/** What the decoder makes of the file must agree with its first bytes, and must not be too much to decode. */
async function requireDecodable(content: Buffer): Promise<{ hasAlpha: boolean }> {
  const format = requireFormat(content)
  if (looksLikePage(content))
    return refuse(
      message(
        'The image contains a web page or a script; send a PNG, JPEG, WebP, AVIF or GIF image without it.',
      ),
    )
  const found = await sharp(content, { isMeasuring: true }).metadata().catch(damaged)
  if (found.format !== format.decodedAs) return damaged()
  if (found.width * (found.pageHeight ?? found.height) > maxPixels)
    return refuse(
      message('The image has too many pixels; at most {maximum} are allowed.', { maximum: maxPixels }),
    )
  return { hasAlpha: found.hasAlpha }
}

async function encode(picture: Sharp, extension: Encoded['extension']): Promise<Encoded> {
  const encoders = {
    jpg: () => picture.jpeg(jpeg),
    png: () => picture.png({ compressionLevel: 9 }),
    webp: () => picture.webp(webp),
  }
  const { data, info } = await encoders[extension]().toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height, extension }
}

/** Upright, in sRGB and at most so large; what the camera wrote besides the picture stays behind. */
const upright = (content: Buffer) =>
  sharp(content)
    .timeout({ seconds: decodingSeconds })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')

/** Only PNG keeps transparency where every client can read it; what is opaque is much smaller as JPEG. */
async function encodeWhole(content: Buffer, hasAlpha: boolean): Promise<Encoded> {
  if (!hasAlpha) return encode(upright(content), 'jpg')
  const whole = await encode(upright(content), 'png')
  const { isOpaque } = await sharp(whole.content).stats()
  return isOpaque ? encode(sharp(whole.content).removeAlpha(), 'jpg') : whole
}

async function placeholderOf(content: Buffer): Promise<string> {
  const { rgbaToThumbHash } = await import('thumbhash')
  const { data, info } = await sharp(content)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** The whole picture of an uploaded file; throws a ValidationError that says why a file is not accepted. */
export async function readPicture(content: Buffer): Promise<Picture> {
  const { hasAlpha } = await requireDecodable(content)
  const whole = await encodeWhole(content, hasAlpha).catch(damaged)
  return { whole, placeholder: await placeholderOf(whole.content) }
}

interface Dimensions {
  readonly width: number
  readonly height: number
}

const thumbnailSide = 150
const longestSide = { medium: 300, large: 1_024 } as const

/** The sizes that are smaller than the picture itself. */
export const neededSizes = ({ width, height }: Dimensions): SizeName[] => [
  ...(Math.min(width, height) >= thumbnailSide && Math.max(width, height) > thumbnailSide
    ? (['thumbnail'] as const)
    : []),
  ...(['medium', 'large'] as const).filter((name) => Math.max(width, height) > longestSide[name]),
]

/** The largest square with the focus as near to its middle as the edges allow. */
function squareAround({ x, y }: Focus, { width, height }: Dimensions) {
  const side = Math.min(width, height)
  const from = (at: number, length: number) =>
    Math.round(Math.max(0, Math.min(length - side, at * length - side / 2)))
  return { left: from(x, width), top: from(y, height), width: side, height: side }
}

const scaled = (whole: Encoded, name: SizeName, focus: Focus): Sharp =>
  name === 'thumbnail'
    ? sharp(whole.content).extract(squareAround(focus, whole)).resize(thumbnailSide, thumbnailSide)
    : sharp(whole.content).resize({ width: longestSide[name], height: longestSide[name], fit: 'inside' })

/** A size as every client reads it, and in WebP. */
export interface Size {
  readonly main: Encoded
  readonly webp: Encoded
}

export async function makeSize(whole: Encoded, name: SizeName, focus: Focus): Promise<Size> {
  const picture = scaled(whole, name, focus).timeout({ seconds: decodingSeconds })
  const main = await encode(picture.clone(), whole.extension)
  return { main, webp: await encode(picture, 'webp') }
}
