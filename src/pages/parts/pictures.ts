import { webpOf } from '../../resources/images.ts'
import type { PageContext } from '../context.ts'
import { attribute, html, type Content, type SafeHtml } from './html.ts'
import type { ShownImage } from './shown.ts'

/** Images in pages: only those that we store, because pages load nothing from other servers (interface: Web pages). */

/** Whether we store an image; the others are neither shown nor allowed by the content security policy. */
export const isOwn = ({ url }: ShownImage, { links }: Pick<PageContext, 'links'>): boolean =>
  url.startsWith(`${links.media}/`)

interface Version {
  readonly url: string
  readonly width?: number
  readonly height?: number
}

/** The smallest version of at least this width, or the image itself if there is none. */
function versionFor(image: ShownImage, width: number): Version {
  const versions = Object.values(image.sizes ?? {}).filter((one) => one !== undefined)
  const wide = versions.filter((one) => one.width >= width).toSorted((one, other) => one.width - other.width)
  return wide[0] ?? image
}

const sizeOf = ({ width, height }: Version) =>
  html`${attribute('width', width)}${attribute('height', height)}`

/**
 * All sizes are available in WebP too, which is smaller, with the other format as fallback (interface: Image files).
 */
const inWebp = (image: ShownImage, { url }: Version, shown: SafeHtml): SafeHtml =>
  url === image.url
    ? shown
    : html`<picture><source type="image/webp" srcset="${webpOf(url)}">${shown}</picture>`

/** Width by height of the images in lists, which the style sheet crops to it. */
const croppedRatio = 4 / 3

/** The style sheet has a rule for each. */
const cropSteps = 20

/**
 * How much of what is cut off is cut off at the start, in percent, so that the focus is as near to the middle as the
 * edges allow; undefined if that is half of it.
 */
function cropOf({ width, height, focus }: ShownImage): number | undefined {
  if (focus === undefined || width === undefined || height === undefined) return undefined
  const ratio = width / height / croppedRatio
  const [part, point] = ratio > 1 ? [1 / ratio, focus.x] : [ratio, focus.y]
  if (part === 1) return undefined
  const start = Math.min(Math.max(point - part / 2, 0), 1 - part)
  return (Math.round((cropSteps * start) / (1 - part)) * 100) / cropSteps
}

const crop = (image: ShownImage) => attribute('data-crop', cropOf(image))

/** The image beside an entry; it has no alternative text, because the title describes it. */
export function thumbnail(image: ShownImage | false, context: PageContext): Content {
  if (image === false || !isOwn(image, context)) return undefined
  const version = versionFor(image, 200)
  const shown = html`<img class="entry-thumb" src="${version.url}" alt="" width="160" height="120" loading="lazy"${crop(image)}>`
  return html`${inWebp(image, version, shown)} `
}

/** The uncropped image in the width of the column. */
export function picture(image: ShownImage | false, context: PageContext): Content {
  if (image === false || !isOwn(image, context)) return undefined
  const version = versionFor(image, 700)
  return html`<figure class="event-image">
    ${inWebp(image, version, html`<img src="${version.url}" alt="${image.alt ?? ''}"${sizeOf(version)}>`)}
  </figure> `
}

/** The image on the cover, cropped to 4:3. */
export function coverPicture(image: ShownImage | false, context: PageContext): Content {
  if (image === false || !isOwn(image, context)) return undefined
  const version = versionFor(image, 600)
  return inWebp(
    image,
    version,
    html`<img src="${version.url}" alt="" width="640" height="480"${crop(image)}>`,
  )
}
