import type { OrganizerTable } from '../../store/sql/schema.ts'
import { htmlToText } from '../../text/html.ts'
import { checkContactList, contactFilters, contactOrder, contactVisible } from '../contacts.ts'
import { checkEntry, draftEntry, entryBreaches, sentOnly } from '../entries.ts'
import { organization, type OrganizerItem } from '../json-ld.ts'
import type { Values } from '../parameter.ts'
import { defineResource, type Draft, type Writing } from '../resource.ts'
import { present } from './presentation.ts'
import { representation } from './representation.ts'
import { fields, listParameters } from './schema.ts'

function draft(values: Values<typeof fields>, writing: Writing): Draft {
  const { organizer, description, excerpt, website, slug, phone, email, image } = values
  const row: Partial<OrganizerTable> = { ...draftEntry(values, writing), ...sentOnly({ phone, email }) }
  return { row, text: sentOnly({ organizer, description, excerpt, website, slug }), image }
}

export const organizers = defineResource<typeof fields, typeof listParameters, OrganizerItem>({
  name: 'organizers',
  singular: 'organizer',
  family: 'entries',
  identifiedBy: ['id', 'slug'],
  texts: 'organizer_texts',
  titleField: 'organizer',
  translated: ['organizer', 'description', 'excerpt', 'website'],
  fields,
  onlyOnCreate: ['reuse'],
  listParameters,
  check: checkEntry,
  breaches: entryBreaches,
  draft,
  searched: (row, text) => [
    text.organizer,
    htmlToText(text.description ?? ''),
    htmlToText(text.excerpt ?? ''),
    row.phone,
    text.website,
    row.email,
  ],
  checkList: checkContactList,
  filters: contactFilters('organizers', 'organizer_texts', 'organizer'),
  order: contactOrder('organizers', 'organizer_texts'),
  visible: contactVisible('organizers'),
  present,
  linkedData: organization,
  representation,
  linkedAs: 'organizer',
})
