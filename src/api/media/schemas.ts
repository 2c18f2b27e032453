import Type, { type TSchema } from '../../resources/json-schema.ts'
import {
  focus,
  id,
  imageFields,
  list,
  listOf,
  moment,
  object,
  record,
  schemaOf,
  text,
} from '../../resources/representation.ts'

/** Representations of images (interface: Media). */

const use = object('An entry that shows the image', {
  kind: text('event, venue or organizer', ['event']),
  id: id('ID of the entry'),
  title: text('Title or name in this language'),
})

const author = id('ID of the user who uploaded the image; 0 for a linked image')

export const mediaSchemas: Readonly<Record<string, TSchema>> = {
  storedImage: object('An image with what it is used for', {
    ...imageFields,
    alt_texts: record('The alternative texts, by language', Type.String()),
    focus,
    placeholder: Type.Optional(text('ThumbHash of the image in base64, to show until it is loaded')),
    author,
    created_utc: moment('Date created, in UTC'),
    used_by: list('The entries that show the image and that the caller may read', use),
  }),
  storedImageList: listOf('media', 'storedImage'),
}

const rendered = Type.Object({ rendered: Type.String() })

const fileFields = {
  file: Type.String(),
  width: imageFields.width,
  height: imageFields.height,
  filesize: imageFields.filesize,
}

const version = Type.Object({ ...fileFields, mime_type: Type.String(), source_url: imageFields.url })

/** Only the documents of aliases have these. */
export const attachmentSchemas: Readonly<Record<string, TSchema>> = {
  attachment: object('An image stored by the site or linked from it', {
    id: imageFields.id,
    date: Type.String(),
    date_gmt: Type.String(),
    guid: rendered,
    slug: Type.String(),
    status: Type.Literal('inherit'),
    type: Type.Literal('attachment'),
    link: imageFields.url,
    title: rendered,
    author,
    caption: rendered,
    description: rendered,
    alt_text: text('Alternative text'),
    media_type: Type.Literal('image'),
    mime_type: Type.String(),
    media_details: Type.Object({ ...fileFields, sizes: Type.Record(Type.String(), version) }),
    source_url: imageFields.url,
    _links: Type.Object({}),
  }),
  attachmentList: list('One page of a list', schemaOf('attachment')),
  deletedAttachment: Type.Object({ deleted: Type.Literal(true), previous: schemaOf('attachment') }),
}
