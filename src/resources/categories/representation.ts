import Type from '../json-schema.ts'
import { address, id } from '../representation.ts'
import { termRepresentations } from '../term-representation.ts'
import { hues } from './schema.ts'

export const { representation, linkedRepresentation } = termRepresentations({
  taxonomy: 'event_category',
  whole: 'A category of events',
  linked: 'A category as part of an event',
  parent: {
    parent: id('ID of the parent category; 0 if there is none'),
    hue: Type.Integer({ description: 'Colour of the category on pages', minimum: 1, maximum: hues }),
  },
  up: { up: Type.Optional(address('URL of the parent category')) },
})
