import { anEvent, type Json } from './service.ts'

/** Properties of the five resources that tests need. */
export interface Kind {
  readonly name: 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
  readonly singular: 'event' | 'venue' | 'organizer' | 'category' | 'tag'
  /** The field that contains the title or name. */
  readonly title: string
  readonly isTerm: boolean
  readonly make: (fields: Readonly<Record<string, unknown>>) => Json
}

const same = (fields: Readonly<Record<string, unknown>>): Json => fields

export const kinds: readonly Kind[] = [
  { name: 'events', singular: 'event', title: 'title', isTerm: false, make: anEvent },
  { name: 'venues', singular: 'venue', title: 'venue', isTerm: false, make: same },
  { name: 'organizers', singular: 'organizer', title: 'organizer', isTerm: false, make: same },
  { name: 'categories', singular: 'category', title: 'name', isTerm: true, make: same },
  { name: 'tags', singular: 'tag', title: 'name', isTerm: true, make: same },
]
