import type { ItemOf, View } from './resource.ts'
import { htmlToText } from '../text/html.ts'
import type { OrganizerTable, OrganizerTextTable, VenueTable, VenueTextTable } from '../store/sql/schema.ts'
import { pageUrl } from './entries.ts'
import { imageUrl } from './images.ts'

/** schema.org data as search engines expect it; unknown properties are omitted. */

type JsonLd = Record<string, unknown>

const isKnown = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export const known = (properties: JsonLd): JsonLd =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => isKnown(value)))

export const textOf = (html: string | null) => htmlToText(html ?? '')

export type VenueItem = ItemOf<VenueTable, VenueTextTable>
export type OrganizerItem = ItemOf<OrganizerTable, OrganizerTextTable>

/** Follows the other two, unless it was sent itself (interface: Venues). */
export const regionOf = ({ stateprovince, state, province }: VenueItem['text']) =>
  stateprovince ?? state ?? province

/** Falls back to the name of the venue, because search engines require an address. */
function postalAddress({ row, text }: VenueItem): JsonLd {
  const address = known({
    streetAddress: text.address,
    addressLocality: text.city,
    addressRegion: regionOf(text),
    postalCode: row.zip,
    addressCountry: text.country,
  })
  const isEmpty = Object.keys(address).length === 0
  return { '@type': 'PostalAddress', ...(isEmpty ? { name: text.venue } : address) }
}

export function place(item: VenueItem, view: View): JsonLd {
  const { row, text } = item
  return known({
    '@type': 'Place',
    name: text.venue,
    description: textOf(text.description),
    url: pageUrl(view, item.language, `venue/${text.slug ?? ''}`),
    image: item.image && imageUrl(item.image, view.links),
    address: postalAddress(item),
    geo:
      row.geo_lat === null
        ? undefined
        : { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng },
    telephone: row.phone,
    sameAs: text.website,
  })
}

export function organization(item: OrganizerItem, view: View): JsonLd {
  const { row, text } = item
  return known({
    '@type': 'Organization',
    name: text.organizer,
    description: textOf(text.description),
    url: text.website ?? pageUrl(view, item.language, `organizer/${text.slug ?? ''}`),
    image: item.image && imageUrl(item.image, view.links),
    telephone: row.phone,
    email: row.email,
    sameAs: text.website,
  })
}

export const inContext = (properties: JsonLd): JsonLd => ({ '@context': 'https://schema.org', ...properties })
