import { eventStatuses } from '../../../parts/kind-names.ts'
import { titleOf } from '../../../parts/titles.ts'
import { venuesOf } from '../../../parts/venues.ts'
import { isElsewhere } from '../../../parts/wall-clock.ts'
import { everyDate } from '../../../service/service.ts'
import type { CalendarEvent } from '../../../service/types.ts'
import type { Column, Filter, KindTable, Row, View } from '../declaration.ts'
import {
  publish,
  makeDraft,
  hide,
  show,
  addCategory,
  addTag,
  trash,
  restore,
  deletePermanently,
} from '../operations.ts'
import {
  statusFilter,
  entry,
  languageFilters,
  yesNo,
  ownFilter,
  status,
  none,
  languages,
  author,
  number,
  changed,
} from './common.tsx'

/** The table of events. */

/** A series that is in the trash is restored as a whole, so it is shown in place of its dates. */
const eventStatusFilter: Filter = {
  ...statusFilter,
  query: (status) => (status === 'trash' ? { status, series: 'once' } : { status }),
}

const eventFilters: readonly Filter[] = [
  eventStatusFilter,
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
        { value: 'next', name: 'Only the next date of each' },
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
      choices: Object.entries(eventStatuses).map(([value, name]) => ({ value, name })),
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
const eventColumns: readonly Column<EventRow>[] = [
  status,
  {
    id: 'when',
    name: 'When',
    orderby: 'start_date',
    className: 'narrow stiff',
    cell: (event, { dates, timezone }) => (
      <>
        {dates.whenOfAnyYear(event)}
        {isElsewhere(event, timezone) && <small className="quiet"> {event.timezone}</small>}
      </>
    ),
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
    cell: ({ recurrence_id, recurrence, series }, { t }) => {
      if (recurrence !== undefined)
        return t.count(series?.total ?? 0, '{count} occurrence', '{count} occurrences')
      return recurrence_id !== undefined && t('part of a series')
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
export const events: KindTable<EventRow> = {
  kind: 'events',
  name: 'Events',
  noneMatches: 'No events match these filters',
  hasAuthors: true,
  fields: [
    ...['title', 'start_date', 'end_date', 'all_day', 'timezone', 'event_status'],
    ...['hide_from_listings', 'recurrence_id'],
    ...['categories.id', 'categories.name', 'categories.hue', 'cost', 'recurrence', 'series.total'],
    ...['venue.id', 'venue.venue', 'venue.translations'],
  ],
  columns: eventColumns,
  filters: eventFilters,
  views: eventViews,
  sort: 'start_date',
  query: { context: 'edit' },
  operations: [publish, makeDraft, hide, show, addCategory, addTag, trash, restore, deletePermanently],
}
