import type { Selectable } from 'kysely'
import type { ImageTable } from '../store/sql/schema.ts'
import type { Links, View } from './resource.ts'

/** Images as they are stored, and as they are shown (interface: Images). */

export type Image = Selectable<ImageTable>

/** The sizes that are made of a larger picture, in the order in which they are published. */
const sizeNames = ['thumbnail', 'medium', 'large'] as const
export type SizeName = (typeof sizeNames)[number]

/** The point that matters most in a picture, from 0 to 1. */
export interface Focus {
  readonly x: number
  readonly y: number
}

export interface StoredSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly 'mime-type': string
  readonly filesize: number
  /** The same in WebP, which is smaller, for pages. */
  readonly webp: { readonly file: string; readonly filesize: number }
  /** What a thumbnail was cropped around. */
  readonly focus?: Focus
}

export type StoredSizes = Readonly<Partial<Record<SizeName, StoredSize>>>

export const sizesOf = ({ sizes }: Pick<Image, 'sizes'>): StoredSizes => JSON.parse(sizes) as StoredSizes

export const focusOf = ({ focus_x, focus_y }: Pick<Image, 'focus_x' | 'focus_y'>): Focus => ({
  x: focus_x,
  y: focus_y,
})

/** A size in WebP has the name of the size itself, but for its ending (interface: Image files). */
export const webpOf = (file: string): string => file.replace(/\.(?:jpg|png)$/, '.webp')

interface ImageFile {
  readonly file: string
  readonly filesize: number
}

/** Every file of an image, with its size in bytes. */
export const sizedFilesOf = ({
  file,
  filesize,
  sizes,
}: Pick<Image, 'file' | 'filesize' | 'sizes'>): ImageFile[] => [
  ...(file === null ? [] : [{ file, filesize: filesize! }]),
  ...Object.values(sizesOf({ sizes })).flatMap((size) => [size, size.webp]),
]

export const filesOf = (image: Pick<Image, 'file' | 'sizes'>): string[] =>
  sizedFilesOf({ ...image, filesize: 0 }).map(({ file }) => file)

/**
 * `k3v9…-medium-3fa9c2d10b7e.jpg`: the name of the image, which of its files it is, and what is in it, or for WebP in the
 * file that it stands for.
 */
const fileName = /^([a-z0-9]{16})-(?:full|thumbnail|medium|large)-[0-9a-f]{16}\.(?:jpg|png|webp)$/

export const isFileName = (name: string): boolean => fileName.test(name)

/** The name of the image that a URL of one of our files belongs to, whichever host and mount it was read from. */
export const imageNameIn = (url: string): string | undefined =>
  fileName.exec(/\/([^/?#]+)(?:[?#].*)?$/.exec(url)?.[1] ?? '')?.[1]

const fileUrl = (file: string, { media }: Links) => `${media}/${file}`

export const imageUrl = ({ url, file }: Image, links: Links): string =>
  file === null ? url : fileUrl(file, links)

/** In the language asked for, else in the one that it was written in first. */
function altOf({ alt }: Pick<Image, 'alt'>, language: string): string | undefined {
  const texts = JSON.parse(alt) as Record<string, string>
  return texts[language] ?? Object.values(texts)[0]
}

function presentSizes(image: Image, links: Links) {
  const sizes = sizesOf(image)
  return Object.fromEntries(
    sizeNames.flatMap((name) => {
      const size = sizes[name]
      if (size === undefined) return []
      const { file, width, height, filesize, 'mime-type': type } = size
      return [[name, { width, height, 'mime-type': type, filesize, url: fileUrl(file, links) }]]
    }),
  )
}

export function presentImage(
  image: Image | undefined,
  { links, language }: Pick<View, 'links' | 'language'>,
): Record<string, unknown> | false {
  if (image === undefined) return false
  const { id, extension, width, height, filesize } = image
  const alt = altOf(image, language)
  const sizes = presentSizes(image, links)
  return {
    url: imageUrl(image, links),
    id,
    extension,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(filesize === null ? {} : { filesize }),
    ...(alt === undefined ? {} : { alt }),
    ...(Object.keys(sizes).length === 0 ? {} : { sizes }),
  }
}
