import type { Focus } from '../../resources/images.ts'
import { filled, forList, refuse, required } from '../../resources/parameter.ts'
import { flag, integer, kind, languageOf, number, plain } from '../../resources/parameter-types.ts'
import { language, page } from '../../resources/common-parameters.ts'
import { texts } from '../../resources/parameter-lists.ts'
import { uploadedFile } from '../uploaded-file.ts'

/** Parameters of the routes about images (interface: Media). */

const file = uploadedFile('The image: PNG, JPEG, WebP, AVIF or GIF')

const alt = plain('Alternative text, in the language of the request')

const coordinate = number('Position in the picture', { minimum: 0, maximum: 1 })

const focus = kind<Focus>(
  {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number' } },
    description: 'The point that thumbnails are cropped around: x and y from 0 to 1',
  },
  (value, site) => {
    const { x, y } = (typeof value === 'object' ? value : {}) as Record<string, unknown>
    if (x === undefined || y === undefined)
      return refuse('rest_incomplete_point', 'Must have x and y, numbers from 0 to 1.')
    return { x: coordinate.read(x, site), y: coordinate.read(y, site) }
  },
)

export const uploadFields = { file: required(file), alt, ...language }

/** WordPress calls the alternative text of an attachment `alt_text` (interface: Images of WordPress). */
export const updateAttachmentFields = { alt_text: alt, ...language }

export const uploadAttachmentFields = { file: required(file), ...updateAttachmentFields }

export const replaceImageFields = { file: required(file), ...language }

export const updateImageFields = { alt, focus, ...language }

export const listImagesParameters = forList({
  ...page,
  author: integer('Limit to images uploaded by the given user', { minimum: 0 }),
  search: plain('Search words in the alternative text, in any language, or in the name of the file'),
  missing_alt: languageOf('Limit to images without an alternative text in the given language'),
  used: flag('Limit to images in use, or to those that are not'),
  ...language,
})

export const listAttachmentsParameters = forList({
  ...page,
  slug: texts('Images with the given slug'),
  author: listImagesParameters.author,
  search: listImagesParameters.search,
  ...language,
})

export const readImageParameters = language

export const deleteImageParameters = {
  force: filled(flag('Whether to delete an image in use, and remove it from everything that shows it')),
  ...language,
}

export const imagePath = { id: integer('Unique identifier of the image', { minimum: 0 }) }
