import { html, type Content, type SafeHtml } from './html.ts'
import type { ShownVenue } from './shown.ts'
import type { Words } from './words.ts'

/** The address of a venue, and directions to it. */

/** Each line in the direction of its script, because a postcode would change sides in a page from right to left. */
export const addressLines = ({
  address,
  zip,
  city,
  stateprovince,
  country,
}: ShownVenue): readonly SafeHtml[] =>
  [
    address,
    [zip, city].filter((one) => one).join(' '),
    [stateprovince === city ? undefined : stateprovince, country].filter((one) => one).join(', '),
  ]
    .filter((line): line is string => line !== undefined && line !== '')
    .map((line) => html`<bdi>${line}</bdi>`)

export const addressText = ({ address, zip, city, country }: ShownVenue): string =>
  [address, [zip, city].filter((one) => one).join(' '), country].filter((line) => line).join(', ')

const map = 'https://www.openstreetmap.org'

/** A link to OpenStreetMap by coordinates, otherwise by address. */
export function directions(venue: ShownVenue, words: Words): Content {
  const { geo_lat, geo_lng } = venue
  const text = addressText(venue)
  const address =
    geo_lat !== undefined && geo_lng !== undefined
      ? `${map}/directions?to=${geo_lat}%2C${geo_lng}`
      : text !== '' && `${map}/search?query=${encodeURIComponent(text)}`
  return address && html`<a href="${address}"${words.lang}>${words('Directions')}</a>`
}
