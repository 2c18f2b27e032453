import { mayCreate, type OptionalCaller } from '../../identity/roles.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { htmlToText } from '../../text/html.ts'
import { entryBreaches } from '../entries.ts'
import { defineResource, type Item } from '../resource.ts'
import { draft } from './draft.ts'
import { inlineBreaches } from './inline.ts'
import type { EventItem } from './item.ts'
import { present } from './presentation.ts'
import { filters } from './filters.ts'
import { isHidden } from './hide-from-listings.ts'
import { check } from './checks.ts'
import { checkList, endOfList, indexed, order, plan, visible } from './queries.ts'
import { representation, eventParts } from './representation.ts'
import { withCounts } from './repeating-presentation.ts'
import { forOccurrence, forSeries } from './for-series.ts'
import {
  createParameters,
  deleteParameters,
  fields,
  listParameters,
  readParameters,
  updateParameters,
  type EventValues,
} from './schema.ts'
import type { Trx } from '../../store/sql/write-queue.ts'

/** The events that were part of a deleted one are part of none; occurrences are deleted with their series. */
const becomeIndependent = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable('events')
    .set({ post_parent: 0 })
    .where('post_parent', '=', id)
    .where('recurrence_id', 'is', null)
    .execute()
}

/**
 * Creating terms or linked resources inside an event requires the same permission as creating them directly (interface: Roles).
 */
function breaches(
  values: EventValues,
  caller: OptionalCaller,
  former?: Item,
): Record<string, LocalizableMessage> {
  const makesTerms = (['categories', 'tags'] as const).filter(
    (name) => values[name]?.some((item) => typeof item === 'string') && !mayCreate(caller, name),
  )
  return {
    ...entryBreaches(values, caller, former),
    ...inlineBreaches(values, caller),
    ...Object.fromEntries(
      makesTerms.map((name) => [
        name,
        message('You do not have permission to create terms; use existing terms.'),
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
  sentAs: {
    hide_from_listings: (bits: number) => isHidden({ hide_from_listings: bits }),
    tickets: (text: string) => JSON.parse(text) as unknown,
  },
  sentTogether: ['timezone', 'all_day', 'start_date', 'end_date'],
  readParameters,
  listParameters,
  check,
  breaches,
  draft,
  searched: (_, text) => [text.title, htmlToText(text.description ?? ''), htmlToText(text.excerpt ?? '')],
  checkList,
  plan,
  endOfList,
  filters,
  order,
  indexed,
  hasDocuments: true,
  repeats: true,
  createParameters,
  updateParameters,
  deleteParameters,
  forSeries,
  forOccurrence,
  presentCounts: withCounts,
  beforeRemove: (trx, { id }) => becomeIndependent(trx, id),
  visible,
  present,
  representation,
  representationParts: eventParts,
  links: { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' },
})
