import { termRepresentations } from '../term-representation.ts'

export const { representation, linkedRepresentation } = termRepresentations({
  taxonomy: 'event_tag',
  whole: 'A tag of events',
  linked: 'A tag as part of an event',
})
