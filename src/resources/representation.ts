import Type, { type TSchema } from './json-schema.ts'
import type { Message } from '../locales/fr.ts'

/** Parts that several representations share, as the OpenAPI document tells them. */

/** A schema of its own among the components of the document. */
export const schemaOf = (name: string, description?: string): TSchema =>
  Type.Unsafe({ $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) })

export const text = (description: Message, examples?: readonly string[]) =>
  Type.String({ description, ...(examples === undefined ? {} : { examples }) })

export const flag = (description: Message) => Type.Boolean({ description })

export const address = (description: Message) => Type.String({ description, format: 'uri' })

export const id = (description: Message) => Type.Integer({ description, minimum: 0 })

const wall = '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$'

/** `2027-01-10 09:00:00`: a wall clock, which RFC 3339 has no name for. */
export const moment = (description: Message) =>
  Type.String({ description, pattern: wall, examples: ['2027-01-10 09:00:00'] })

export const identity = {
  global_id: text('Host and id: names the resource among those of all sites', ['example.org?id=47']),
  global_id_lineage: Type.Array(Type.String(), {
    description: 'Every global id that the resource has had, the current one last',
  }),
}

const stored = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

/** What events, venues and organizers begin with, after their id. */
export const publication = {
  author: id('Id of the user who is the author'),
  status: Type.Enum([...stored], { description: 'State of the publication' }),
  date: moment('Publication, in the time zone of the site'),
  date_utc: moment('Publication, in UTC'),
  modified: moment('Last change, in the time zone of the site'),
  modified_utc: moment('Last change, in UTC'),
  url: address('Page of the resource on the site'),
  rest_url: address('Address of this representation'),
}

export const image = Type.Object(
  {
    url: address('Address of the image'),
    id: id('Id of the image'),
    extension: text('Extension of the file name, in lower case', ['png']),
    width: Type.Optional(Type.Integer({ description: 'Width in pixels' })),
    height: Type.Optional(Type.Integer({ description: 'Height in pixels' })),
    filesize: Type.Optional(Type.Integer({ description: 'Size of the file in bytes' })),
    sizes: Type.Record(Type.String(), schemaOf('imageSize'), {
      description: 'Smaller copies by name: thumbnail, medium, large',
    }),
  },
  { description: 'An image that the site keeps or links to' },
)

export const imageSize = Type.Object(
  {
    width: Type.Integer({ description: 'Width in pixels' }),
    height: Type.Integer({ description: 'Height in pixels' }),
    'mime-type': text('Media type of the copy', ['image/png']),
    filesize: Type.Integer({ description: 'Size of the file in bytes' }),
    url: address('Address of the copy'),
  },
  { description: 'A copy of an image in another size' },
)

const digits = (description: Message, count: number) =>
  Type.String({ description, pattern: `^\\d{${count}}$` })

export const dateDetails = Type.Object(
  {
    year: digits('Year, four digits', 4),
    month: digits('Month, two digits', 2),
    day: digits('Day of the month, two digits', 2),
    hour: digits('Hour of 24, two digits', 2),
    minutes: digits('Minutes, two digits', 2),
    seconds: digits('Seconds, two digits', 2),
  },
  { description: 'The parts of a date, padded with zeros' },
)

export const translation = Type.Object(
  {
    slug: text('Slug in that language'),
    url: address('Page in that language'),
    rest_url: address('Address of the representation in that language'),
    title: text('Title or name in that language'),
    modified_utc: moment('Last change of the text, in UTC'),
    is_outdated: Type.Optional(flag('Whether the original is newer than this text')),
  },
  { description: 'A text of the resource in one language' },
)

const languageCode = (description: Message) => Type.String({ description, examples: ['en'] })

/** The language of what is given, and which others there are. */
export const languages = {
  language: languageCode('Language of the content given'),
  original_language: languageCode('Language in which the resource was created'),
  is_fallback: flag('Whether some text comes from another language than the one asked for'),
  translations: Type.Record(Type.String(), schemaOf('translation'), {
    description: 'Every language there is, the original among them, by its code',
  }),
}

export const linkedData = (description: Message) =>
  Type.Optional(
    Type.Object(
      {},
      { description, additionalProperties: true, examples: [{ '@context': 'https://schema.org' }] },
    ),
  )

/** Schemas that representations refer to by name. */
export const sharedRepresentations: Readonly<Record<string, TSchema>> = {
  image,
  imageSize,
  dateDetails,
  translation,
}
