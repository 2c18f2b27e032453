import Type from '../json-schema.ts'
import {
  address,
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

/** An organizer as it is answered: what is empty is left out (contract §8). */
export const representation = Type.Object(
  {
    id: id('Id of the organizer'),
    ...publication,
    organizer: text('Name of the organizer, plain text'),
    description: line('Description, HTML'),
    excerpt: line('Excerpt, HTML'),
    slug: line('Slug in the language given'),
    image: Type.Optional(schemaOf('image', 'Featured image')),
    phone: line('Phone number, as it was given'),
    website: Type.Optional(address('Address of the website of the organizer')),
    email: Type.Optional(Type.String({ description: 'E-mail address' })),
    ...identity,
    ...languages,
    json_ld: linkedData('The organizer as schema.org has it; in single reads only'),
  },
  { description: 'An organizer' },
)
