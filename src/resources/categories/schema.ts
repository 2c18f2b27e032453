import { forList } from '../parameter.ts'
import { termFields, termList } from '../terms.ts'
import { integer, kind, language, readId } from '../parameter-types.ts'

export const fields = {
  ...termFields('category'),
  parent: kind({ type: 'integer', description: 'ID of the parent category' }, readId),
  ...language,
}

export const listParameters = {
  ...termList,
  ...forList({ parent: integer('Terms with the given parent', { minimum: 0 }) }),
}
