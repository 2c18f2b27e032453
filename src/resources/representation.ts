import Type, { type TProperties, type TSchema } from './json-schema.ts'
import type { Message } from '../locales/fr.ts'
import { statuses } from './common-parameters.ts'

/** Schemas shared by several representations, for the OpenAPI document. */

/** A reference to a named schema of the OpenAPI document. */
export const schemaOf = (name: string, description?: string): TSchema =>
  Type.Unsafe({ $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) })

export const object = (description: Message, properties: TProperties, options: TSchema = {}): TSchema =>
  Type.Object(properties, { description, ...options })

/** An object with arbitrary keys, whose values have one schema. */
export const record = (description: Message, values: TSchema): TSchema =>
  Type.Record(Type.String(), values, { description })

export const list = (description: Message, items: TSchema, options: TSchema = {}): TSchema =>
  Type.Array(items, { description, ...options })

export const union = (description: Message, schemas: readonly TSchema[], options: TSchema = {}): TSchema =>
  Type.Union(schemas, { description, ...options })

/** One of a fixed set of words. */
export const choice = (description: Message, words: readonly string[]): TSchema =>
  Type.Enum(words, { description })

export const text = (description: Message, examples?: readonly string[]) =>
  Type.String({ description, ...(examples === undefined ? {} : { examples }) })

/** A text that is omitted if it is empty. */
export const line = (description: Message) => Type.Optional(text(description))

/** A number that is never negative. */
export const count = (description: Message) => Type.Integer({ description, minimum: 0 })

export const id = count

export const flag = (description: Message) => Type.Boolean({ description })

/** A URL. The format is `iri`, because hosts, slugs and websites may contain letters of any script (RFC 3987). */
export const address = (description: Message) => Type.String({ description, format: 'iri' })

/** The envelope of a list: the items under their name, and the URLs of the adjacent pages. */
export const listOf = (name: string, item: string): TSchema =>
  object('One page of a list', {
    [name]: list('The items of the page', schemaOf(item)),
    rest_url: address('URL of this page, with all parameters in effect'),
    next_rest_url: Type.Optional(address('URL of the next page; absent on the last page')),
    previous_rest_url: Type.Optional(address('URL of the previous page; absent on the first page')),
    total: count('Number of matching items'),
    total_pages: count('Number of pages'),
  })

const wall = '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$'

/** `2027-01-10 09:00:00`: a local time, for which RFC 3339 has no format name. */
export const moment = (description: Message) =>
  Type.String({ description, pattern: wall, examples: ['2027-01-10 09:00:00'] })

export const identity = {
  global_id: text('Host and ID; identifies the resource across all sites', ['example.org?id=47']),
  global_id_lineage: list('All global IDs that the resource has had, the current one last', Type.String()),
}

/** The first fields of events, venues and organizers, after their ID. */
export const publication = {
  author: id('ID of the author'),
  status: choice('Current publication status', statuses),
  date: moment('Date published, in the site time zone'),
  date_utc: moment('Date published, in UTC'),
  modified: moment('Date last modified, in the site time zone'),
  modified_utc: moment('Date last modified, in UTC'),
  url: address('URL of the resource on the site'),
  rest_url: address('URL of this representation'),
}

const coordinate = Type.Number({ minimum: 0, maximum: 1 })

export const focus = object('The point that thumbnails are cropped around: x and y from 0 to 1', {
  x: coordinate,
  y: coordinate,
})

export const imageFields = {
  url: address('URL of the image'),
  id: id('ID of the image'),
  extension: text('File extension, in lower case', ['png']),
  width: Type.Optional(Type.Integer({ description: 'Width in pixels' })),
  height: Type.Optional(Type.Integer({ description: 'Height in pixels' })),
  filesize: Type.Optional(Type.Integer({ description: 'File size in bytes' })),
  alt: Type.Optional(text('Alternative text')),
  focus: Type.Optional(focus),
  sizes: Type.Optional(record('Smaller versions by name: thumbnail, medium, large', schemaOf('imageSize'))),
}

const image = object('An image stored by the site or linked from it', imageFields)

const imageSize = object('A version of an image in another size', {
  width: Type.Integer({ description: 'Width in pixels' }),
  height: Type.Integer({ description: 'Height in pixels' }),
  'mime-type': text('Media type of the version', ['image/png']),
  filesize: Type.Integer({ description: 'File size in bytes' }),
  url: address('URL of the version'),
})

const digits = (description: Message, count: number) =>
  Type.String({ description, pattern: `^\\d{${count}}$` })

const dateDetails = object('Components of a date, padded with zeros', {
  year: digits('Year, four digits', 4),
  month: digits('Month, two digits', 2),
  day: digits('Day of the month, two digits', 2),
  hour: digits('Hour (00 to 23), two digits', 2),
  minutes: digits('Minutes, two digits', 2),
  seconds: digits('Seconds, two digits', 2),
})

const translation = object('A text of the resource in one language', {
  slug: text('Slug in this language'),
  url: address('URL of the page in this language'),
  rest_url: address('URL of the representation in this language'),
  title: text('Title or name in this language'),
  modified_utc: moment('Date the text was last modified, in UTC'),
  is_outdated: Type.Optional(flag('Whether the original is newer than this text')),
  outdated_fields: Type.Optional(
    list('Fields of the original that have changed since this text was last written', Type.String(), {
      examples: [['title', 'description']],
    }),
  ),
})

const languageCode = (description: Message) => Type.String({ description, examples: ['en'] })

/** The language of the content, and the available languages. */
export const languages = {
  language: languageCode('Language of the returned content'),
  original_language: languageCode('Language in which the resource was created'),
  is_fallback: flag('Whether some text is in a language other than the requested one'),
  own_fields: Type.Optional(
    list('With context=edit, the fields that have a text in the requested language', Type.String(), {
      examples: [['title', 'slug']],
    }),
  ),
  translations: record('All available languages, including the original, by code', schemaOf('translation')),
}

export const linkedData = (description: Message) =>
  Type.Optional(
    object(description, {}, { additionalProperties: true, examples: [{ '@context': 'https://schema.org' }] }),
  )

/** Schemas that representations reference by name. */
export const sharedRepresentations: Readonly<Record<string, TSchema>> = {
  image,
  imageSize,
  dateDetails,
  translation,
}
