import Type, { type TProperties } from './json-schema.ts'
import { address, count, id, languages, object, text } from './representation.ts'
import type { Message } from '../locales/fr.ts'

/** Representations of categories and tags, complete and as part of an event (interface: Categories). */

interface TermWords {
  readonly taxonomy: string
  readonly whole: Message
  readonly linked: Message
  readonly parent?: TProperties
  readonly up?: TProperties
}

const urls = (up: TProperties) =>
  object('Links to the term and related resources', {
    self: address('URL of the term'),
    collection: address('URL of the list'),
    ...up,
  })

const described = ({ taxonomy, parent = {} }: TermWords) => ({
  id: id('ID of the term'),
  count: count('Number of published, visible events with this term'),
  description: text('Description, HTML'),
  name: text('Name, plain text'),
  slug: text('Slug in the returned language'),
  taxonomy: Type.Literal(taxonomy, { description: 'Kind of term' }),
  ...parent,
})

export function termRepresentations(words: TermWords) {
  const { up = {}, whole, linked } = words
  return {
    representation: object(whole, {
      ...described(words),
      meta: object('Always empty', {}, { additionalProperties: true }),
      url: address('URL of the term on the site'),
      urls: urls(up),
      ...languages,
    }),
    linkedRepresentation: object(linked, { ...described(words), urls: urls(up) }),
  }
}
