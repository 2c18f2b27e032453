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

/** The smallest picture that fills a tile. */
export const tileOf = ({ sizes, url }: LibraryImage): string => sizes?.medium?.url ?? url

/** What to call it where it has no text. */
export const titleOf = (image: LibraryImage, language: string): string =>
  image.alt_texts[language] ?? Object.values(image.alt_texts)[0] ?? ''
