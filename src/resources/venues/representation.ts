import { latitudes, longitudes } from '../common-parameters.ts'
import Type from '../json-schema.ts'
import {
  address,
  flag,
  id,
  identity,
  languages,
  line,
  linkedData,
  object,
  publication,
  schemaOf,
  text,
} from '../representation.ts'

/** The representation of a venue; empty fields are omitted (interface: Venues). */
export const representation = object('A venue', {
  id: id('ID of the venue'),
  ...publication,
  venue: text('Name of the venue, plain text'),
  description: line('Description, HTML'),
  excerpt: line('Excerpt, HTML'),
  slug: line('Slug in the returned language'),
  image: Type.Optional(schemaOf('image', 'Featured image')),
  address: line('Street and number'),
  city: line('City'),
  country: line('Country'),
  province: line('Province'),
  state: line('State'),
  zip: line('Postal code'),
  phone: line('Phone number as entered'),
  website: Type.Optional(address('URL of the venue website')),
  stateprovince: line('State or province'),
  geo_lat: Type.Optional(Type.Number({ description: 'Latitude in degrees, WGS 84', ...latitudes })),
  geo_lng: Type.Optional(Type.Number({ description: 'Longitude in degrees, WGS 84', ...longitudes })),
  show_map: flag('Whether a map is shown for linked events'),
  show_map_link: flag('Whether a map link is shown for linked events'),
  ...identity,
  ...languages,
  json_ld: linkedData('The venue as schema.org data; only when a single venue is read'),
})
