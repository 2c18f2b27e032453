import Type from '../json-schema.ts'
import {
  address,
  flag,
  id,
  identity,
  languages,
  linkedData,
  moment,
  publication,
  schemaOf,
  text,
} from '../representation.ts'
import { eventStatuses } from './schema.ts'
import type { Message } from '../../locales/fr.ts'

const details = (description: Message) => schemaOf('dateDetails', description)

const amounts = {
  cost: text('Cost as it is shown; empty if nobody said one', ['$10 – $25.50']),
  cost_details: Type.Object(
    {
      currency_symbol: text('Symbol or code that was found beside the amount, or empty'),
      currency_code: text('ISO 4217 code, where one was given, or empty'),
      currency_position: Type.Enum(['prefix', 'postfix', ''], {
        description: 'Where the currency stands, or empty',
      }),
      values: Type.Array(Type.String(), {
        description: 'Amounts as decimal numbers, or the text in lower case where there are none',
      }),
    },
    { description: 'What was found in the cost' },
  ),
}

const dates = {
  all_day: flag('Whether the event lasts the whole day'),
  start_date: moment('Start, in the time zone of the event'),
  start_date_details: details('Parts of the start'),
  end_date: moment('End, in the time zone of the event'),
  end_date_details: details('Parts of the end'),
  utc_start_date: moment('Start, in UTC'),
  utc_start_date_details: details('Parts of the start in UTC'),
  utc_end_date: moment('End, in UTC'),
  utc_end_date_details: details('Parts of the end in UTC'),
  timezone: text('Time zone of the event: an IANA name, UTC or an offset', ['Europe/Paris', 'UTC+2']),
  timezone_abbr: text('Abbreviation of the time zone at the start', ['CET']),
}

/** What is sold for the event. */
const ticket = Type.Object(
  {
    name: text('Name of the ticket'),
    price: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description: 'Price, as a decimal number',
        examples: ['12.50'],
      }),
    ),
    currency: Type.Optional(text('ISO 4217 code', ['EUR'])),
    url: Type.Optional(address('Where the ticket is to be had')),
    availability: Type.Enum(['in_stock', 'sold_out', 'pre_order'], {
      description: 'Whether the ticket is to be had',
    }),
    valid_from: Type.Optional(moment('First moment of sale, in the time zone of the event')),
    valid_until: Type.Optional(moment('Last moment of sale, in the time zone of the event')),
  },
  { description: 'A ticket for the event' },
)

const linked = {
  categories: Type.Array(schemaOf('linkedCategory'), { description: 'Categories of the event' }),
  tags: Type.Array(schemaOf('linkedTag'), { description: 'Tags of the event' }),
  venue: Type.Union([schemaOf('venue'), Type.Array(schemaOf('venue'))], {
    description: 'The venue; an empty array if there is none, an array if there are several',
  }),
  organizer: Type.Array(schemaOf('organizer'), { description: 'Organizers of the event' }),
}

/** An event as it is answered, in the order of the contract (§6.1). */
export const representation = Type.Object(
  {
    id: id('Id of the event'),
    ...identity,
    ...publication,
    title: text('Title, plain text'),
    description: text('Description, HTML'),
    excerpt: text('Excerpt, HTML'),
    slug: text('Slug in the language given'),
    image: Type.Union([Type.Literal(false), schemaOf('image')], {
      description: 'Featured image; false if there is none',
    }),
    ...dates,
    ...amounts,
    website: text('Address of the website of the event; empty if there is none'),
    show_map: flag('Whether the event shows a map'),
    show_map_link: flag('Whether the event shows a map link'),
    hide_from_listings: flag('Whether the event is hidden from the calendar view'),
    sticky: flag('Whether the event is sticky in the calendar view'),
    featured: flag('Whether the event is featured on the site'),
    ...linked,
    custom_fields: Type.Object({}, { description: 'Always empty', additionalProperties: true }),
    post_parent: id('Id of the event that this one is a part of; 0 if there is none'),
    ticketed: flag('Whether there are tickets'),
    tickets: Type.Array(schemaOf('ticket'), { description: 'Tickets for the event' }),
    event_status: Type.Enum([...eventStatuses], { description: 'Whether the event takes place as planned' }),
    ...languages,
    json_ld: linkedData('The event as schema.org has it; in single reads only'),
  },
  { description: 'An event' },
)

export const eventParts = { ticket }
