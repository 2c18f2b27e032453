import { forList } from '../parameter.ts'
import { termFields, termList } from '../terms.ts'
import { integer, kind, readId } from '../parameter-types.ts'
import { language } from '../common-parameters.ts'

/** The number of colours that pages have for categories. */
export const hues = 10

export const fields = {
  ...termFields('category'),
  parent: kind({ type: 'integer', description: 'ID of the parent category' }, readId),
  hue: integer('Colour of the category on pages; that of its parent if not set', {
    minimum: 1,
    maximum: hues,
  }),
  ...language,
}

export const listParameters = {
  ...termList,
  ...forList({ parent: integer('Terms with the given parent', { minimum: 0 }) }),
}
