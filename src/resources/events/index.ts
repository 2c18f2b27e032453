import { mayCreate, type Asker } from '../../identity/roles.ts'
import { say, type Sentence } from '../../locales/sentence.ts'
import { htmlToText } from '../../text/html.ts'
import { entryBreaches } from '../entries.ts'
import type { Values } from '../parameter.ts'
import { defineResource, type Item } from '../resource.ts'
import { draft } from './draft.ts'
import { inlineBreaches } from './inline.ts'
import type { EventItem } from './item.ts'
import { present } from './presentation.ts'
import { filters } from './filters.ts'
import { check, checkList, indexed, order, plan, visible } from './queries.ts'
import { representation, eventParts } from './representation.ts'
import { fields, listParameters, readParameters } from './schema.ts'

type EventValues = Values<typeof fields>

/** Who may not make a term or a linked resource may not make it inside an event either (contract §2). */
function breaches(values: EventValues, asker: Asker, former?: Item): Record<string, Sentence> {
  const makesTerms = (['categories', 'tags'] as const).filter(
    (name) => values[name]?.some((item) => typeof item === 'string') && !mayCreate(asker, name),
  )
  return {
    ...entryBreaches(values, asker, former),
    ...inlineBreaches(values, asker),
    ...Object.fromEntries(
      makesTerms.map((name) => [
        name,
        say('You are not allowed to create terms; only existing ones will do.'),
      ]),
    ),
  }
}

export const events = defineResource<typeof fields, typeof listParameters, EventItem>({
  name: 'events',
  singular: 'event',
  family: 'entries',
  identifiedBy: ['id', 'slug'],
  texts: 'event_texts',
  titleField: 'title',
  translated: ['title', 'description', 'excerpt', 'website', 'cost'],
  fields,
  notBySlug: ['password'],
  isSlugOptional: true,
  readParameters,
  listParameters,
  check,
  breaches,
  draft,
  searched: (_, text) => [text.title, htmlToText(text.description ?? ''), htmlToText(text.excerpt ?? '')],
  checkList,
  plan,
  filters,
  order,
  indexed,
  hasDocuments: true,
  visible,
  present,
  representation,
  representationParts: eventParts,
  links: { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' },
})
