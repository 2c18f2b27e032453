import type { Sharp, SharpConstructor } from 'sharp'
import type * as ThumbHash from 'thumbhash'
import { lazyRequire } from '../lazy-require.ts'
import { message } from '../locales/sentence.ts'
import type { Focus, SizeName } from '../resources/images.ts'
import { hasMoreScans, looksLikePage, refuse, requireFormat } from './format.ts'

/** Decodes, rotates and re-encodes pictures, so that uploaded bytes are never served unchanged. */

const library = lazyRequire<SharpConstructor>('sharp')
const thumbHash = lazyRequire<typeof ThumbHash>('thumbhash')

/** One thread per picture, because Gate limits the number of concurrent pictures (see gate.ts). */
function sharp(content: Buffer, options: { isMeasuring?: boolean } = {}): Sharp {
  const load = library()
  load.concurrency(1)
  load.cache(false)
  return load(content, {
    failOn: 'error',
    limitInputPixels: options.isMeasuring ? false : maxPixels,
    sequentialRead: true,
    // Reads only the first frame of an animation.
    pages: 1,
  })
}

const maxPixels = 50_000_000

/** A JPEG image has a dozen. Each goes over all pixels, may be a few bytes long, and the decoder cannot be stopped meanwhile. */
const maxScans = 500
const maxSide = 2_560
const decodingSeconds = 20

/** Chosen for photographs; text on posters remains legible. */
const jpeg = { quality: 82, mozjpeg: false }
const webp = { quality: 80, effort: 3 }

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

/** The format that the decoder reports must match the first bytes, and the number of pixels is limited. */
async function requireDecodable(content: Buffer): Promise<{ hasAlpha: boolean }> {
  const format = requireFormat(content)
  if (looksLikePage(content))
    return refuse(
      message(
        'The image contains a web page or a script; send a PNG, JPEG, WebP, AVIF or GIF image without it.',
      ),
    )
  if (format.decodedAs === 'jpeg' && hasMoreScans(content, maxScans))
    return refuse(
      message('The image has too many scans; at most {maximum} are allowed.', { maximum: maxScans }),
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

/** Rotates upright, converts to sRGB and limits the size. Metadata of the camera is dropped. */
const upright = (content: Buffer) =>
  sharp(content)
    .timeout({ seconds: decodingSeconds })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')

/** PNG is the only format with transparency that every client supports; opaque pictures are much smaller as JPEG. */
async function encodeWhole(content: Buffer, hasAlpha: boolean): Promise<Encoded> {
  if (!hasAlpha) return encode(upright(content), 'jpg')
  const whole = await encode(upright(content), 'png')
  const { isOpaque } = await sharp(whole.content).stats()
  return isOpaque ? encode(sharp(whole.content).removeAlpha(), 'jpg') : whole
}

async function placeholderOf(content: Buffer): Promise<string> {
  const { data, info } = await sharp(content)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(thumbHash().rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Reads an uploaded file; throws a ValidationError with the reason if it is rejected. */
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

/** Returns the sizes that are smaller than the picture itself. */
export const neededSizes = ({ width, height }: Dimensions): SizeName[] => [
  ...(Math.min(width, height) >= thumbnailSide && Math.max(width, height) > thumbnailSide
    ? (['thumbnail'] as const)
    : []),
  ...(['medium', 'large'] as const).filter((name) => Math.max(width, height) > longestSide[name]),
]

/** The largest square whose centre is as close to the focus as the edges allow. */
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

/** A size as JPEG or PNG for all clients, and as WebP. */
export interface Size {
  readonly main: Encoded
  readonly webp: Encoded
}

export async function makeSize(whole: Encoded, name: SizeName, focus: Focus): Promise<Size> {
  const picture = scaled(whole, name, focus).timeout({ seconds: decodingSeconds })
  const main = await encode(picture.clone(), whole.extension)
  return { main, webp: await encode(picture, 'webp') }
}
