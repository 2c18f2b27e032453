import type { Words } from '../../locales/index.ts'
import type { StoredImage } from '../../service/types.ts'

/** An image of the library (interface: Media). */
export interface LibraryImage extends StoredImage {
  readonly extension: string
  readonly width?: number
  readonly height?: number
  readonly filesize?: number
  readonly sizes?: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >
  /** By language. */
  readonly alt_texts: Readonly<Record<string, string>>
  readonly focus: { readonly x: number; readonly y: number }
  readonly author: number
  readonly created_utc: string
  readonly used_by: readonly {
    readonly kind: 'event' | 'venue' | 'organizer'
    readonly id: number
    readonly title: string
  }[]
}

/** The smallest size that fills a tile. */
export const tileOf = ({ sizes, url }: LibraryImage): string => sizes?.medium?.url ?? url

/**
 * The alternative text; without one the name of the linked file, or the ID for stored files, whose names are random.
 */
export function imageName(t: Words, { id, alt_texts, url, width }: LibraryImage): string {
  const text = alt_texts[t.language] ?? Object.values(alt_texts)[0]
  const file = width === undefined ? new URL(url).pathname.split('/').at(-1) : ''
  return text ?? (file || t('Image {number}, without text', { number: String(id) }))
}
