import Type, { type TProperties } from './json-schema.ts'
import { address, id, languages, text } from './representation.ts'
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
  Type.Object(
    { self: address('URL of the term'), collection: address('URL of the list'), ...up },
    { description: 'Links to the term and related resources' },
  )

const described = ({ taxonomy, parent = {} }: TermWords) => ({
  id: id('ID of the term'),
  count: Type.Integer({ description: 'Number of published, visible events with this term', minimum: 0 }),
  description: text('Description, HTML'),
  name: text('Name, plain text'),
  slug: text('Slug in the returned language'),
  taxonomy: Type.Literal(taxonomy, { description: 'Kind of term' }),
  ...parent,
})

export function termRepresentations(words: TermWords) {
  const { up = {}, whole, linked } = words
  return {
    representation: Type.Object(
      {
        ...described(words),
        meta: Type.Object({}, { description: 'Always empty', additionalProperties: true }),
        url: address('URL of the term on the site'),
        urls: urls(up),
        ...languages,
      },
      { description: whole },
    ),
    linkedRepresentation: Type.Object({ ...described(words), urls: urls(up) }, { description: linked }),
  }
}
