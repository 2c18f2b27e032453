import Type, { type TProperties } from './json-schema.ts'
import { address, id, languages, text } from './representation.ts'
import type { Message } from '../locales/fr.ts'

/** What categories and tags answer with: whole, and shorter inside an event (contract §9). */

interface TermWords {
  readonly taxonomy: string
  readonly whole: Message
  readonly linked: Message
  readonly parent?: TProperties
  readonly up?: TProperties
}

const urls = (up: TProperties) =>
  Type.Object(
    { self: address('Address of the term'), collection: address('Address of the list'), ...up },
    { description: 'Addresses of the term and of what is around it' },
  )

const described = ({ taxonomy, parent = {} }: TermWords) => ({
  id: id('Id of the term'),
  count: Type.Integer({ description: 'How many published visible events have the term', minimum: 0 }),
  description: text('Description, HTML'),
  name: text('Name, plain text'),
  slug: text('Slug in the language given'),
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
        url: address('Page of the term on the site'),
        urls: urls(up),
        ...languages,
      },
      { description: whole },
    ),
    linkedRepresentation: Type.Object({ ...described(words), urls: urls(up) }, { description: linked }),
  }
}
