import Type from '../json-schema.ts'
import {
  address,
  choice,
  count,
  flag,
  id,
  identity,
  languages,
  linkedData,
  list,
  moment,
  object,
  publication,
  schemaOf,
  text,
  union,
} from '../representation.ts'
import { eventStatuses } from './schema.ts'
import type { Message } from '../../locales/fr.ts'

const details = (description: Message) => schemaOf('dateDetails', description)

const amounts = {
  cost: text('Cost as displayed; empty if not specified', ['$10 – $25.50']),
  cost_details: object('Values extracted from the cost', {
    currency_symbol: text('Currency symbol or code found next to the amount, or empty'),
    currency_code: text('ISO 4217 code if specified, otherwise empty'),
    currency_position: choice('Position of the currency, or empty', ['prefix', 'postfix', '']),
    values: list('Amounts as decimal numbers, or the text in lower case if there are none', Type.String()),
  }),
}

const dates = {
  all_day: flag('Whether the event lasts all day'),
  start_date: moment('Start, in the event time zone'),
  start_date_details: details('Components of the start'),
  end_date: moment('End, in the event time zone'),
  end_date_details: details('Components of the end'),
  utc_start_date: moment('Start, in UTC'),
  utc_start_date_details: details('Components of the start in UTC'),
  utc_end_date: moment('End, in UTC'),
  utc_end_date_details: details('Components of the end in UTC'),
  timezone: text('Event time zone: an IANA name, UTC or an offset', ['Europe/Paris', 'UTC+2']),
  timezone_abbr: text('Abbreviation of the time zone at the start of the event', ['CET']),
}

const ticket = object('A ticket for the event', {
  name: text('Name of the ticket'),
  price: Type.Optional(
    union('Price, as a decimal number', [Type.Number(), Type.String()], { examples: ['12.50'] }),
  ),
  currency: Type.Optional(text('ISO 4217 code', ['EUR'])),
  url: Type.Optional(address('Where the ticket is available')),
  availability: choice('Whether the ticket is available', ['in_stock', 'sold_out', 'pre_order']),
  valid_from: Type.Optional(moment('Start of sale, in the event time zone')),
  valid_until: Type.Optional(moment('End of sale, in the event time zone')),
})

const linked = {
  categories: list('Categories of the event', schemaOf('linkedCategory')),
  tags: list('Tags of the event', schemaOf('linkedTag')),
  venue: union('The venue; an empty array if there is none, an array of venues if there are several', [
    schemaOf('venue'),
    Type.Array(schemaOf('venue')),
  ]),
  organizer: list('Organizers of the event', schemaOf('organizer')),
}

const nothing = { type: 'null' }

const occurrence = (description: Message) =>
  union(description, [
    Type.Object({
      id: id('ID of the occurrence'),
      start_date: moment('Start, in the event time zone'),
      rest_url: address('URL of the occurrence in the API'),
    }),
    nothing,
  ])

/** A schema of its own, because it is also all that a dry run returns. */
const seriesChanges = object('Effect on the occurrences; only in responses to writes', {
  kept: count('Occurrences whose time stays the same'),
  moved: count('Occurrences moved to another time'),
  created: count('New occurrences'),
  trashed: count('Occurrences moved to the trash'),
  overridden: count('Remaining occurrences with fields of their own'),
  past: count('Past occurrences, which stay unchanged'),
})

const seriesFacts = object('The series; only of events that repeat', {
  total: Type.Optional(count('Number of occurrences')),
  first: Type.Optional(occurrence('The first occurrence')),
  last: Type.Optional(occurrence('The last existing occurrence')),
  next: Type.Optional(occurrence('The first occurrence that has not ended')),
  previous: Type.Optional(occurrence('The last occurrence that has ended')),
  until: Type.Optional(
    union('Start of the last occurrence of the rule; null if the rule has no end', [
      moment('Start of the last occurrence'),
      nothing,
    ]),
  ),
  exceptions: Type.Optional(count('Excluded dates, and occurrences with fields of their own')),
  horizon: Type.Optional(text('The day up to which occurrences exist', ['2028-11-30'])),
  split_from: Type.Optional(id('ID of the series that this one was split from')),
  changed: Type.Optional(schemaOf('seriesChanges')),
})

const repeating = {
  recurrence: Type.Optional(list('Lines of RFC 5545; only of a series', Type.String())),
  recurrence_id: Type.Optional(
    moment('Where the rule of the series placed the occurrence, in its time zone'),
  ),
  overrides: Type.Optional(
    list('Fields that the occurrence does not inherit from its series', Type.String(), {
      examples: [['title', 'title@fr']],
    }),
  ),
  series: Type.Optional(seriesFacts),
}

/** The representation of an event, in the field order of the interface (interface: Event representation). */
export const representation = object('An event', {
  id: id('ID of the event'),
  ...identity,
  ...publication,
  title: text('Title, plain text'),
  description: text('Description, HTML'),
  excerpt: text('Excerpt, HTML'),
  slug: text('Slug in the returned language'),
  image: union('Featured image; false if there is none', [Type.Literal(false), schemaOf('image')]),
  ...dates,
  ...amounts,
  website: text('URL of the event website; empty if there is none'),
  show_map: flag('Whether a map is shown for the event'),
  show_map_link: flag('Whether a map link is shown for the event'),
  hide_from_listings: flag('Whether the event is hidden from the calendar view'),
  sticky: flag('Whether the event is sticky in the calendar view'),
  featured: flag('Whether the event is featured on the site'),
  ...linked,
  custom_fields: object('Always empty', {}, { additionalProperties: true }),
  post_parent: id('ID of the parent event; 0 if there is none'),
  ticketed: flag('Whether the event has tickets'),
  tickets: list('Tickets for the event', schemaOf('ticket')),
  event_status: choice('Whether the event takes place as planned', eventStatuses),
  ...repeating,
  protected: Type.Optional(flag('True if the event has a password; only with context=edit')),
  ...languages,
  json_ld: linkedData('The event as schema.org data; only when a single event is read'),
})

export const eventParts = { ticket, seriesChanges }
