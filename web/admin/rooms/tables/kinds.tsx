import type { ReactNode } from 'react'
import { EntryState } from '../../parts/entry-state.tsx'
import { LanguageMarks } from '../../parts/language-marks.tsx'
import { titleOf } from '../../parts/titles.ts'
import type { Query } from '../../service/service.ts'
import type { CalendarEvent, Kind, Organizer, Term, Venue } from '../../service/types.ts'
import type { Column, Filter, KindTable, Row, View } from './declaration.ts'
import {
  addCategory,
  addTag,
  deleteForGood,
  hide,
  makeDraft,
  publish,
  restore,
  show,
  trash,
} from './operations.ts'

/** The tables of the five kinds. */

const none = (text: string): ReactNode => <span className="quiet">{text}</span>

const languages: Column = {
  id: 'languages',
  name: 'Languages',
  cell: (row, { languages }) => <LanguageMarks of={row} languages={languages} />,
}

const changed: Column = {
  id: 'changed',
  name: 'Changed',
  orderby: 'modified',
  className: 'narrow stiff roomy',
  cell: ({ modified_utc }, { dates }) =>
    modified_utc !== undefined && <span className="quiet">{dates.ago(modified_utc)}</span>,
}

const author: Column = {
  id: 'author',
  name: 'Author',
  className: 'narrow',
  isExtra: true,
  isOfUsers: true,
  cell: ({ author = 0 }, { users }) => users.get(author) ?? '',
}

const number: Column = {
  id: 'number',
  name: 'Number',
  orderby: 'id',
  className: 'narrow num',
  isExtra: true,
  cell: ({ id }) => id,
}

const status: Column = {
  id: 'status',
  name: 'Status',
  cell: (row, { sentBack }) => <EntryState entry={row} sentBack={sentBack} />,
}

/** Lists of the past and of drafts begin with the beginning, and end with what is furthest ahead. */
const everyDate: Query = { start_date: '1970-01-01', end_date: '2999-12-31' }

const statuses = [
  { value: 'publish', name: 'Published' },
  { value: 'future', name: 'Scheduled' },
  { value: 'draft', name: 'Draft' },
  { value: 'pending', name: 'Pending review' },
  { value: 'private', name: 'Private' },
  { value: 'trash', name: 'Trash' },
] as const

const statusFilter: Filter = {
  name: 'status',
  label: 'Status',
  input: { type: 'choice', choices: statuses },
  query: (status) => ({ status }),
}

const languageFilters: readonly Filter[] = [
  {
    name: 'missing',
    label: 'Translation missing',
    input: { type: 'language' },
    query: (language) => ({ missing_translation: language }),
  },
  {
    name: 'outdated',
    label: 'Translation outdated',
    input: { type: 'language' },
    query: (language) => ({ outdated_translation: language }),
  },
]

const ownFilter: Filter = {
  name: 'author',
  label: 'Author',
  input: { type: 'choice', choices: [{ value: 'me', name: 'Only mine' }] },
  query: (_, { id }) => ({ author: id }),
}

const yesNo = (name: string, label: Filter['label'], parameter: string): Filter => ({
  name,
  label,
  input: {
    type: 'choice',
    choices: [
      { value: 'true', name: 'Yes' },
      { value: 'false', name: 'No' },
    ],
  },
  query: (value) => ({ [parameter]: value }),
})

const entry = (name: string, label: Filter['label'], kind: 'venues' | 'organizers' | 'tags'): Filter => ({
  name,
  label,
  input: { type: 'entry', kind },
  query: (id) => ({ [name]: id }),
})

const eventFilters: readonly Filter[] = [
  statusFilter,
  {
    name: 'dates',
    label: 'Dates',
    input: {
      type: 'choice',
      choices: [
        { value: 'all', name: 'All dates' },
        { value: 'past', name: 'Past' },
      ],
    },
    query: (dates) => (dates === 'past' ? { ends_before: 'yesterday' } : everyDate),
  },
  { name: 'from', label: 'From', input: { type: 'day' }, query: (day) => ({ start_date: day }) },
  { name: 'to', label: 'Until', input: { type: 'day' }, query: (day) => ({ end_date: day }) },
  {
    name: 'categories',
    label: 'Category',
    input: { type: 'category' },
    query: (id) => ({ categories: id }),
  },
  entry('tags', 'Tag', 'tags'),
  entry('venue', 'Venue', 'venues'),
  entry('organizer', 'Organizer', 'organizers'),
  ...languageFilters,
  {
    name: 'series',
    label: 'Series',
    input: {
      type: 'choice',
      choices: [
        { value: 'next', name: 'Only the next of each' },
        { value: 'only', name: 'The series themselves' },
      ],
    },
    query: (series) => ({ series }),
  },
  {
    name: 'event_status',
    label: 'Takes place',
    input: {
      type: 'choice',
      choices: [
        { value: 'scheduled', name: 'As planned' },
        { value: 'cancelled', name: 'Cancelled' },
        { value: 'postponed', name: 'Postponed' },
        { value: 'rescheduled', name: 'Rescheduled' },
        { value: 'moved-online', name: 'Moved online' },
      ],
    },
    query: (event_status) => ({ event_status }),
  },
  yesNo('featured', 'Featured', 'featured'),
  ownFilter,
]

const eventViews: readonly View[] = [
  { id: 'upcoming', name: 'Upcoming', settings: {} },
  { id: 'drafts', name: 'Drafts', settings: { status: 'draft', dates: 'all' } },
  { id: 'pending', name: 'Pending', settings: { status: 'pending', dates: 'all' } },
  { id: 'past', name: 'Past', settings: { dates: 'past', sort: '-start_date' } },
  { id: 'trash', name: 'Trash', settings: { status: 'trash', dates: 'all', sort: '-modified' } },
]

type EventRow = Row & CalendarEvent

const venuesOf = ({ venue }: EventRow): readonly Venue[] => (Array.isArray(venue) ? venue : [venue as Venue])

const eventColumns: readonly Column<EventRow>[] = [
  status,
  {
    id: 'when',
    name: 'When',
    orderby: 'start_date',
    className: 'narrow stiff',
    cell: (event, { dates }) => dates.when(event),
  },
  {
    id: 'venue',
    name: 'Venue',
    className: 'clip clip--short narrow',
    cell: (event, { t }) => {
      const names = venuesOf(event).map((venue) => titleOf(venue, t.language))
      return names.length === 0 ? none(t('none')) : names.join(', ')
    },
  },
  {
    id: 'category',
    name: 'Category',
    className: 'narrow stiff roomy',
    cell: ({ categories: [first] }, { t, categories }) =>
      first === undefined ? (
        none(t('none'))
      ) : (
        <span data-cat={first.hue}>
          <i className="dot" /> {categories.get(first.id)?.name ?? first.name}
        </span>
      ),
  },
  languages,
  {
    id: 'series',
    name: 'Series',
    className: 'narrow',
    isExtra: true,
    cell: ({ post_parent, recurrence, series }, { t }) => {
      if (recurrence !== undefined)
        return t.count(series?.total ?? 0, '{count} occurrence', '{count} occurrences')
      return post_parent !== 0 && t('part of a series')
    },
  },
  {
    id: 'cost',
    name: 'Cost',
    className: 'narrow clip clip--short',
    isExtra: true,
    cell: ({ cost }) => cost,
  },
  author,
  number,
  changed,
]

const events: KindTable<EventRow> = {
  kind: 'events',
  name: 'Events',
  newName: 'New event',
  noneMatches: 'No event matches these filters',
  hasAuthors: true,
  fields: [
    ...['title', 'start_date', 'end_date', 'all_day', 'event_status', 'hide_from_listings', 'post_parent'],
    ...['categories.id', 'categories.name', 'categories.hue', 'cost', 'recurrence', 'series.total'],
    ...['venue.id', 'venue.venue', 'venue.translations'],
  ],
  columns: eventColumns,
  filters: eventFilters,
  views: eventViews,
  sort: 'start_date',
  query: { context: 'edit' },
  operations: [publish, makeDraft, hide, show, addCategory, addTag, trash, restore, deleteForGood],
}

/** Of venues and organizers. */
const contactFilters: readonly Filter[] = [
  statusFilter,
  yesNo('has_events', 'Has events', 'has_events'),
  {
    name: 'upcoming',
    label: 'Has upcoming events',
    input: { type: 'choice', choices: [{ value: 'true', name: 'Yes' }] },
    query: () => ({ only_with_upcoming: true }),
  },
  ...languageFilters,
  ownFilter,
]

const contactViews: readonly View[] = [
  { id: 'all', name: 'All', settings: {} },
  { id: 'drafts', name: 'Drafts', settings: { status: 'draft' } },
  { id: 'pending', name: 'Pending', settings: { status: 'pending' } },
  { id: 'unused', name: 'Without events', settings: { has_events: 'false' } },
  { id: 'trash', name: 'Trash', settings: { status: 'trash', sort: '-modified' } },
]

const contactOperations = [publish, makeDraft, trash, restore, deleteForGood]

type VenueRow = Row & Venue

const venues: KindTable<VenueRow> = {
  kind: 'venues',
  name: 'Venues',
  newName: 'New venue',
  noneMatches: 'No venue matches these filters',
  hasAuthors: true,
  fields: ['venue', 'address', 'zip', 'city', 'geo_lat'],
  columns: [
    status,
    {
      id: 'address',
      name: 'Address',
      className: 'clip clip--short narrow',
      cell: ({ address, zip, city }) =>
        [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    },
    {
      id: 'map',
      name: 'On the map',
      className: 'narrow',
      cell: ({ geo_lat }, { t }) => (geo_lat === undefined ? none(t('no')) : t('yes')),
    },
    languages,
    author,
    number,
    changed,
  ],
  filters: [...contactFilters, yesNo('geoloc', 'On the map', 'geoloc')],
  views: contactViews,
  sort: 'name',
  query: { context: 'edit' },
  operations: contactOperations,
}

type OrganizerRow = Row & Organizer

const organizers: KindTable<OrganizerRow> = {
  kind: 'organizers',
  name: 'Organizers',
  newName: 'New organizer',
  noneMatches: 'No organizer matches these filters',
  hasAuthors: true,
  fields: ['organizer', 'email', 'phone', 'website'],
  columns: [
    status,
    { id: 'email', name: 'E-mail', className: 'clip clip--short narrow', cell: ({ email }) => email },
    { id: 'phone', name: 'Phone', className: 'narrow stiff', cell: ({ phone }) => phone },
    {
      id: 'website',
      name: 'Website',
      className: 'clip clip--short narrow',
      isExtra: true,
      cell: ({ website }) => website,
    },
    languages,
    author,
    number,
    changed,
  ],
  filters: contactFilters,
  views: contactViews,
  sort: 'name',
  query: { context: 'edit' },
  operations: contactOperations,
}

type TermRow = Row & Term

const count: Column<TermRow> = {
  id: 'count',
  name: 'Events',
  orderby: 'count',
  className: 'num narrow',
  cell: ({ count }) => count,
}

const slug: Column<TermRow> = {
  id: 'slug',
  name: 'Slug',
  orderby: 'slug',
  className: 'clip clip--short narrow',
  cell: ({ slug }) => <span className="quiet">{slug}</span>,
}

const termViews: readonly View[] = [
  { id: 'all', name: 'All', settings: {} },
  { id: 'used', name: 'With events', settings: { used: 'true' } },
]

const termFilters: readonly Filter[] = [
  {
    name: 'used',
    label: 'With events',
    input: { type: 'choice', choices: [{ value: 'true', name: 'Yes' }] },
    query: () => ({ hide_empty: true }),
  },
  ...languageFilters,
]

const terms = {
  hasAuthors: false,
  filters: termFilters,
  views: termViews,
  query: { hide_empty: false },
  operations: [deleteForGood],
} as const

const categories: KindTable<TermRow> = {
  ...terms,
  kind: 'categories',
  name: 'Categories',
  newName: 'New category',
  noneMatches: 'No category matches these filters',
  fields: ['name', 'slug', 'count', 'parent', 'hue'],
  columns: [
    { id: 'colour', name: 'Colour', cell: ({ hue }) => <i className="dot dot--wide" data-cat={hue} /> },
    count,
    slug,
    languages,
    number,
  ],
  sort: 'tree',
}

const tags: KindTable<TermRow> = {
  ...terms,
  kind: 'tags',
  name: 'Tags',
  newName: 'New tag',
  noneMatches: 'No tag matches these filters',
  fields: ['name', 'slug', 'count'],
  columns: [count, slug, languages, number],
  sort: 'name',
}

export const tables: Readonly<Record<Kind, KindTable>> = { events, venues, organizers, categories, tags }
