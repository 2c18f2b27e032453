import Type, { type TSchema } from '../../resources/json-schema.ts'
import { focus, id, imageFields, listOf, moment, text } from '../../resources/representation.ts'

/** Representations of images (interface: Media). */

const use = Type.Object(
  {
    kind: text('event, venue or organizer', ['event']),
    id: id('ID of the entry'),
    title: text('Title or name in this language'),
  },
  { description: 'An entry that shows the image' },
)

export const mediaSchemas: Readonly<Record<string, TSchema>> = {
  storedImage: Type.Object(
    {
      ...imageFields,
      alt_texts: Type.Record(Type.String(), Type.String(), {
        description: 'The alternative texts, by language',
      }),
      focus,
      placeholder: Type.Optional(text('ThumbHash of the image in base64, to show until it is loaded')),
      author: id('ID of the user who uploaded the image; 0 for a linked image'),
      created_utc: moment('Date created, in UTC'),
      used_by: Type.Array(use, {
        description: 'The entries that show the image and that the caller may read',
      }),
    },
    { description: 'An image with what it is used for' },
  ),
  storedImageList: listOf('media', 'storedImage'),
}
