import Type from '../json-schema.ts'
import {
  address,
  flag,
  id,
  identity,
  languages,
  linkedData,
  publication,
  schemaOf,
  text,
} from '../representation.ts'
import type { Message } from '../../locales/fr.ts'

const line = (description: Message) => Type.Optional(text(description))

/** A venue as it is answered: what is empty is left out (contract §7). */
export const representation = Type.Object(
  {
    id: id('Id of the venue'),
    ...publication,
    venue: text('Name of the venue, plain text'),
    description: line('Description, HTML'),
    excerpt: line('Excerpt, HTML'),
    slug: line('Slug in the language given'),
    image: Type.Optional(schemaOf('image', 'Featured image')),
    address: line('Street and number'),
    city: line('City'),
    country: line('Country'),
    province: line('Province'),
    state: line('State'),
    zip: line('Postal code'),
    phone: line('Phone number, as it was given'),
    website: Type.Optional(address('Address of the website of the venue')),
    stateprovince: line('State or province'),
    geo_lat: Type.Optional(
      Type.Number({ description: 'Latitude in degrees, WGS 84', minimum: -90, maximum: 90 }),
    ),
    geo_lng: Type.Optional(
      Type.Number({ description: 'Longitude in degrees, WGS 84', minimum: -180, maximum: 180 }),
    ),
    show_map: flag('Whether linked events show a map'),
    show_map_link: flag('Whether linked events show a map link'),
    ...identity,
    ...languages,
    json_ld: linkedData('The venue as schema.org has it; in single reads only'),
  },
  { description: 'A venue' },
)
