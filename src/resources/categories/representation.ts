import Type from '../json-schema.ts'
import { address, id } from '../representation.ts'
import { termRepresentations } from '../term-representation.ts'

export const { representation, linkedRepresentation } = termRepresentations({
  taxonomy: 'event_category',
  whole: 'A category of events',
  linked: 'A category inside an event',
  parent: { parent: id('Id of the parent category; 0 if there is none') },
  up: { up: Type.Optional(address('Address of the parent category')) },
})
