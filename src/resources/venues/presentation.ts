import { globalIds, presentEntry, presentLanguages } from '../entries.ts'
import { presentImage } from '../images.ts'
import { inContext, known, place, regionOf, type VenueItem } from '../json-ld.ts'
import type { Item, View } from '../resource.ts'

/** Fields that are omitted if empty (interface: Venues). */
const optionalFields = (item: VenueItem, view: View) => {
  const { row, text } = item
  return known({
    description: text.description,
    excerpt: text.excerpt,
    slug: text.slug,
    image: presentImage(item.image, view) || undefined,
    address: text.address,
    city: text.city,
    country: text.country,
    province: text.province,
    state: text.state,
    zip: row.zip,
    phone: row.phone,
    website: text.website,
    stateprovince: regionOf(text),
    geo_lat: row.geo_lat,
    geo_lng: row.geo_lng,
  })
}

export function present(item: VenueItem, view: View): Record<string, unknown> {
  return {
    id: item.id,
    ...presentEntry(item as Item, 'venue', 'venues', view),
    venue: item.text.venue ?? '',
    ...optionalFields(item, view),
    show_map: item.row.show_map === 1,
    show_map_link: item.row.show_map_link === 1,
    ...globalIds(item.id, view),
    ...presentLanguages(item as Item, 'venue', 'venues', view),
    ...(view.isSingle ? { json_ld: inContext(place(item, view)) } : {}),
  }
}
