import { webpOf } from '../../resources/images.ts'
import type { PageContext } from '../context.ts'
import { attribute, html, type Content, type SafeHtml } from './html.ts'
import type { ShownImage } from './shown.ts'

/** Images in pages: those that we keep ourselves, because pages ask nobody else for anything (interface: Web pages). */

/** What pages say where images come from, for the policy and for what is shown. */
export const isOwn = ({ url }: ShownImage, { links }: Pick<PageContext, 'links'>): boolean =>
  url.startsWith(`${links.media}/`)

interface Version {
  readonly url: string
  readonly width?: number
  readonly height?: number
}

/** The smallest that is at least so wide; the image itself where none is. */
function versionFor(image: ShownImage, width: number): Version {
  const versions = Object.values(image.sizes ?? {}).filter((one) => one !== undefined)
  const wide = versions.filter((one) => one.width >= width).toSorted((one, other) => one.width - other.width)
  return wide[0] ?? image
}

const sizeOf = ({ width, height }: Version) =>
  html`${attribute('width', width)}${attribute('height', height)}`

/** Sizes are there in WebP as well, which is smaller; every browser can show the other (interface: Image files). */
const inWebp = (image: ShownImage, { url }: Version, shown: SafeHtml): SafeHtml =>
  url === image.url
    ? shown
    : html`<picture><source type="image/webp" srcset="${webpOf(url)}">${shown}</picture>`

/** Beside an entry; the title says what it is of, so it needs no words of its own. */
export function thumbnail(image: ShownImage | false, context: PageContext): Content {
  if (image === false || !isOwn(image, context)) return undefined
  const version = versionFor(image, 200)
  const shown = html`<img class="entry-thumb" src="${version.url}" alt="" width="160" height="120" loading="lazy">`
  return html`${inWebp(image, version, shown)} `
}

/** Whole, as wide as the column. */
export function picture(image: ShownImage | false, context: PageContext): Content {
  if (image === false || !isOwn(image, context)) return undefined
  const version = versionFor(image, 700)
  return html`<figure class="event-image">
    ${inWebp(image, version, html`<img src="${version.url}" alt="${image.alt ?? ''}"${sizeOf(version)}>`)}
  </figure> `
}

/** On the cover, cropped to four by three. */
export function coverPicture(image: ShownImage | false, context: PageContext): Content {
  if (image === false || !isOwn(image, context)) return undefined
  const version = versionFor(image, 600)
  return inWebp(image, version, html`<img src="${version.url}" alt="" width="640" height="480">`)
}
