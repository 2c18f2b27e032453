import type { Selectable } from 'kysely'
import type { ImageTable } from '../store/sql/schema.ts'
import { slugAsSent } from '../text/slug.ts'
import type { Links, View } from './resource.ts'

/** Stored images and their representation (interface: Images). */

export type Image = Selectable<ImageTable>

/** The sizes generated from larger images, in the order in which they are published. */
const sizeNames = ['thumbnail', 'medium', 'large'] as const
export type SizeName = (typeof sizeNames)[number]

/** The point of an image that thumbnails are cropped around; coordinates from 0 to 1. */
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
  /** The same size as WebP, used on pages because it is smaller. */
  readonly webp: { readonly file: string; readonly filesize: number }
  /** The focus that a thumbnail was cropped around. */
  readonly focus?: Focus
}

export type StoredSizes = Readonly<Partial<Record<SizeName, StoredSize>>>

export const sizesOf = ({ sizes }: Pick<Image, 'sizes'>): StoredSizes => JSON.parse(sizes) as StoredSizes

export const focusOf = ({ focus_x, focus_y }: Pick<Image, 'focus_x' | 'focus_y'>): Focus => ({
  x: focus_x,
  y: focus_y,
})

/** The WebP file differs from the original size only in its extension (interface: Image files). */
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
 * `k3v9…-medium-3fa9c2d10b7e61f0.jpg`: the name of the image, the size, and what other content does not have; a WebP
 * file has that of the file it replaces.
 */
const fileName = /^([a-z0-9]{16})-(?:full|thumbnail|medium|large)-[0-9a-f]{16}\.(?:jpg|png|webp)$/

export const isFileName = (name: string): boolean => fileName.test(name)

/** The image name in the URL of one of our files, whatever its host and mount. */
export const imageNameIn = (url: string): string | undefined =>
  fileName.exec(/\/([^/?#]+)(?:[?#].*)?$/.exec(url)?.[1] ?? '')?.[1]

/** The slug of an image, as WordPress makes one of the name of the file; null if the name says nothing. */
export const slugOfFile = (name: string): string | null => slugAsSent(name.replace(/\.[^.]*$/, '')) || null

const fileUrl = (file: string, { media }: Links) => `${media}/${file}`

export const imageUrl = ({ url, file }: Image, links: Links): string =>
  file === null ? url : fileUrl(file, links)

/** The alternative text in the language, otherwise the one that was written first. */
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

const isCentre = ({ x, y }: Focus) => x === 0.5 && y === 0.5

export function presentImage(
  image: Image | undefined,
  { links, language }: Pick<View, 'links' | 'language'>,
): Record<string, unknown> | false {
  if (image === undefined) return false
  const { id, extension, width, height, filesize } = image
  const alt = altOf(image, language)
  const focus = focusOf(image)
  const sizes = presentSizes(image, links)
  return {
    url: imageUrl(image, links),
    id,
    extension,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(filesize === null ? {} : { filesize }),
    ...(alt === undefined ? {} : { alt }),
    ...(isCentre(focus) ? {} : { focus }),
    ...(Object.keys(sizes).length === 0 ? {} : { sizes }),
  }
}
