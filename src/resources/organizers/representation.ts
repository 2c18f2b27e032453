import Type from '../json-schema.ts'
import {
  address,
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

/** The representation of an organizer; empty fields are omitted (interface: Organizers). */
export const representation = object('An organizer', {
  id: id('ID of the organizer'),
  ...publication,
  organizer: text('Name of the organizer, plain text'),
  description: line('Description, HTML'),
  excerpt: line('Excerpt, HTML'),
  slug: line('Slug in the returned language'),
  image: Type.Optional(schemaOf('image', 'Featured image')),
  phone: line('Phone number as entered'),
  website: Type.Optional(address('URL of the organizer website')),
  email: Type.Optional(Type.String({ description: 'E-mail address' })),
  ...identity,
  ...languages,
  json_ld: linkedData('The organizer as schema.org data; only when a single organizer is read'),
})
