import { authorship, entryList, picture, publicationStatus } from '../entries.ts'
import { linked, terms } from '../linked.ts'
import { filled, forList, lenientOnAliases, refuse, required } from '../parameter.ts'
import { fields as organizerFields } from '../organizers/schema.ts'
import { fields as venueFields } from '../venues/schema.ts'
import { addMonths, dayOf, duringRange, toWall, type Moment } from '../../time/index.ts'
import {
  choice,
  flag,
  html,
  integer,
  kind,
  moment,
  plain,
  readId,
  readText,
  slug,
  timeZone,
  url,
} from '../parameter-types.ts'
import { geolocation, language } from '../common-parameters.ts'
import { ids, idsOrSlugs, readList } from '../parameter-lists.ts'
import type { Parameter, Site, Values } from '../parameter.ts'
import { readCost } from './cost.ts'
import { inheritedFields, readInherited, type InheritedField } from './inheritance.ts'
import { tickets } from './tickets.ts'
import type { Message } from '../../locales/fr.ts'

const none = { default: null }

const scopes = ['this', 'following', 'all'] as const

/** Exceeds the length of any recurrence that can be parsed. */
const longestRecurrence = 100_000

const isListOfLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((line) => typeof line === 'string')

/** Lines of RFC 5545. They are parsed later, because their meaning depends on the start of the event. */
const recurrence: Parameter<string> = kind(
  {
    type: 'array',
    items: { type: 'string' },
    description: 'How the event repeats: lines RRULE, RDATE and EXDATE of RFC 5545; empty to stop repeating',
    accepted: { type: ['array', 'string'], items: { type: 'string' } },
  },
  (value) => {
    const text = isListOfLines(value) ? value.join('\n') : value
    return typeof text === 'string' && text.length <= longestRecurrence
      ? text
      : refuse('rest_invalid_recurrence', 'Must be lines of RFC 5545, as a list or a string.')
  },
)

export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved-online'] as const

const noParent = (value: unknown) => value === 0 || value === '0'

const parent: Parameter<number | null> = kind(
  { type: 'integer', description: 'ID of the parent event' },
  (value) => (noParent(value) ? null : readId(value)),
)

const amount = { type: ['string', 'number'] }

const cost = kind(
  {
    description: 'Event cost',
    accepted: { type: [...amount.type, 'array'], items: amount },
  },
  readCost,
)

const password = kind({ type: 'string', description: 'Event password' }, (value) => {
  const text = readText(value, 255)
  return text.length <= 255
    ? text
    : refuse('rest_too_long', 'Must have at most {maximum} characters.', { maximum: 255 })
})

const untyped = (parameter: Parameter<string>): Parameter<string> => ({
  ...parameter,
  describe: (site) => {
    const { description, format, ...typed } = parameter.describe(site)
    return { description, format, accepted: { ...typed, format }, ...none }
  },
})

export const fields = {
  ...authorship(),
  title: required(plain('Event title')),
  description: html('Event description'),
  slug: slug('Event slug'),
  excerpt: html('Event excerpt'),
  status: publicationStatus(),
  timezone: timeZone('Event time zone'),
  all_day: flag('Whether the event lasts all day', { default: false }),
  start_date: required(moment('Event start date and time')),
  end_date: required(moment('Event end date and time')),
  image: picture(),
  cost,
  website: untyped(url('Event website URL')),
  show_map: flag('Whether a map is shown for the event'),
  show_map_link: flag('Whether a map link is shown for the event'),
  hide_from_listings: flag('Whether the event is hidden from the calendar view'),
  sticky: flag('Whether the event is sticky in the calendar view'),
  featured: flag('Whether the event is featured on the site'),
  categories: terms('Event categories: IDs, slugs or names', none),
  tags: terms('Event tags: IDs, slugs or names', none),
  venue: linked('Event venues: IDs or data', 'venues', venueFields, none),
  organizer: linked('Event organizers: IDs or data', 'organizers', organizerFields, none),
  post_parent: parent,
  tickets,
  event_status: choice('Whether the event takes place as planned', eventStatuses),
  password,
  recurrence,
  ...language,
}

export type EventValues = Values<typeof fields>

export const createParameters = {
  dry_run: flag('Whether to count the occurrences that would change, without changing anything', {
    default: false,
  }),
}

const scope = {
  scope: choice('Scope of the write: this occurrence, this and all later ones, or the whole series', scopes, {
    default: 'this',
  }),
  ...createParameters,
}

const inherit: Parameter<InheritedField[]> = kind(
  {
    type: 'array',
    items: { type: 'string' },
    description: 'Fields that the occurrence inherits from its series again, named as in overrides',
    accepted: { type: ['array', 'string'], items: { type: 'string' } },
  },
  (value, site) => readList(value, site).map((name) => readField(readText(name), site.languages)),
)

function readField(name: string, languages: readonly string[]): InheritedField {
  return (
    readInherited(name, languages) ??
    refuse(
      'rest_invalid_field',
      '{name} is not a field that occurrences inherit; use {fields}, texts of translations as in title@fr.',
      {
        name,
        fields: inheritedFields,
      },
    )
  )
}

export const updateParameters = {
  ...scope,
  past: flag('Whether past occurrences change too', { default: false }),
  inherit,
}

export const deleteParameters = scope

export const readParameters = { password: { ...password, empty: 'read' as const } }

/** Length of the default window, in months (interface: Date window). */
export const defaultMonths = 24

const today = (site: Site) => dayOf(toWall(site.now, site.timezone))

const computed = (description: Message, day: (site: Site) => string): Parameter<Moment> => {
  const declared = moment(description)
  const describe = (site: Site) => ({ ...declared.describe(site), default: day(site) })
  return { ...declared, describe, defaultChanges: true }
}

const during = kind(
  { type: 'string', description: 'Events that take place on the given day, or within a range of days: a/b' },
  (value, { now, timezone }) => duringRange(readText(value), now, timezone),
)

const eventOrders = [
  'start_date',
  'end_date',
  'title',
  'date',
  'modified',
  'relevance',
  'id',
  'include',
] as const

/** Lists that contain series themselves instead of occurrences alone, for callers who may edit. */
export const containsSeries = ({ series }: { readonly series?: string | null }): boolean =>
  ['only', 'texts', 'once'].includes(series ?? '')

/** The parameters of lists that are about the dates of events. */
export const dateFilters: readonly string[] = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'during',
]

export const listParameters = {
  ...entryList,
  ...forList({
    start_date: computed(
      'Events that start on or after the given date; today by default',
      (site) => `${today(site)} 00:00:00`,
    ),
    end_date: computed(
      'Events that end on or before the given date; by default 24 months after start_date or today, whichever is later',
      (site) => `${addMonths(`${today(site)} 23:59:59`, defaultMonths)}`,
    ),
    starts_before: moment('Events that start before the given date'),
    starts_after: moment('Events that start after the given date'),
    ends_before: moment('Events that end before the given date'),
    ends_after: moment('Events that end after the given date'),
    strict_dates: flag('Whether date filters use the exact time or the whole day', { default: false }),
    categories: idsOrSlugs('Events in any of the given categories: IDs or slugs'),
    tags: idsOrSlugs('Events with any of the given tags: IDs or slugs'),
    venue: ids('Events at any of the given venues'),
    organizer: ids('Events by any of the given organizers'),
    featured: flag('Limit to featured events, or to those that are not featured'),
    ...geolocation,
    post_parent: integer('Events whose parent is the given event', { minimum: 0 }),
    ticketed: flag('Events with tickets, or those without'),
    cost: choice('Events that are free of charge, or those that cost something', ['free', 'paid']),
    multi_day: flag('Events that last 24 hours or longer, or shorter ones'),
    during,
    modified_after: moment('Events modified after the given date'),
    event_status: choice('Events that take place as planned, or those that do not', eventStatuses),
    series: choice(
      'Of events that repeat: all occurrences, the next one of each series, the series themselves, the series and the occurrences with texts of their own, or the series in place of the occurrences that have their status',
      ['expand', 'next', 'only', 'texts', 'once'],
      { default: 'expand' },
    ),
  }),
  orderby: lenientOnAliases(filled(choice('Field to sort by', eventOrders))),
}
