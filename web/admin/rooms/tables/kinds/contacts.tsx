import type { Organizer, Venue } from '../../../service/types.ts'
import type { Filter, KindTable, Row, View } from '../declaration.ts'
import { deletePermanently, makeDraft, publish, restore, trash } from '../operations.ts'
import {
  statusFilter,
  yesNo,
  languageFilters,
  ownFilter,
  status,
  none,
  languages,
  author,
  number,
  changed,
} from './common.tsx'

/** The tables of venues and organizers. */

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
const contactOperations = [publish, makeDraft, trash, restore, deletePermanently]
type VenueRow = Row & Venue
export const venues: KindTable<VenueRow> = {
  kind: 'venues',
  name: 'Venues',
  noneMatches: 'No venues match these filters',
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
export const organizers: KindTable<OrganizerRow> = {
  kind: 'organizers',
  name: 'Organizers',
  noneMatches: 'No organizers match these filters',
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
