import type { Text, Words } from '../../locales/index.ts'
import { languageName } from '../../parts/language-marks.tsx'
import { fieldNames as shared, isNameOf, partsOf } from '../../parts/field-names.ts'
import type { Kind } from '../../service/types.ts'

/** Event fields that a column can be mapped to (interface: Imports), with their labels. */
export const columnFields = {
  title: 'Title',
  start_date: 'Start day',
  start_time: 'Start time',
  end_date: 'End day',
  end_time: 'End time',
  duration: 'Length',
  utc_start_date: 'Start in UTC',
  utc_end_date: 'End in UTC',
  all_day: 'All day',
  timezone: 'Time zone',
  recurrence: 'Repetition',
  description: 'Description',
  excerpt: 'Excerpt',
  venue: 'Venue',
  address: 'Street and number',
  zip: 'Postcode',
  city: 'Town',
  country: 'Country',
  geo_lat: 'Latitude',
  geo_lng: 'Longitude',
  venue_status: 'Status of the venue',
  organizer: 'Organizer',
  organizer_status: 'Status of the organizer',
  categories: 'Categories',
  tags: 'Tags',
  cost: 'Cost',
  currency: 'Currency',
  website: 'Website',
  image: 'Image',
  status: 'Status',
  protected: 'Has a password',
  private: 'Private',
  hide_from_listings: 'Hide from lists',
  featured: 'Featured',
  sticky: 'Sticky',
  show_map: 'Show the map',
  show_map_link: 'Link to directions',
  event_status: 'Takes place',
  language: 'Language',
  external_id: 'Identifier at the source',
} as const satisfies Readonly<Record<string, Text>>

/** Includes fields that only the API provides, for displaying changes. */
const fieldNames: Readonly<Record<string, Text>> = {
  ...shared,
  ...columnFields,
  start_date: 'Starts',
  end_date: 'Ends',
  occurrences: 'Single dates',
}

/** The name of a field of this kind for users, with its language. */
export function fieldName(t: Words, kind: Kind, field: string): string {
  const { name, language } = partsOf(field)
  const label = isNameOf(kind, name) ? 'Name' : fieldNames[name]
  const text = label === undefined ? name : t(label)
  return language === undefined ? text : `${text} (${languageName(t, language)})`
}

/** The reason with names of fields for users, instead of those for programs. */
export function reasonText(t: Words, kind: Kind, reason: string, fields: readonly string[]): string {
  const [field, ...others] = fields
  if (field === undefined) return reason
  const at = reason.search(new RegExp(`(?<![\\w@])${field}(?![\\w@])`))
  if (at === -1) return reasonText(t, kind, reason, others)
  const name = fieldName(t, kind, field)
  const rest = reasonText(t, kind, reason.slice(at + field.length), others)
  const named = rest.startsWith(': ')
    ? t('{field}: {sentence}', { field: name, sentence: rest.slice(2) })
    : `${name}${rest}`
  return `${reason.slice(0, at)}${named}`
}
