import type { Text } from '../../locales/index.ts'

/** Event fields that a column can be mapped to (interface: Imports), with their labels. */
export const columnFields = {
  title: 'Title',
  start_date: 'Start day',
  start_time: 'Start time',
  end_date: 'End day',
  end_time: 'End time',
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
  website: 'Website',
  image: 'Image',
  status: 'Status',
  protected: 'Has a password',
  hide_from_listings: 'Hide from lists',
  featured: 'Featured',
  sticky: 'Sticky',
  event_status: 'Takes place',
  language: 'Language',
  external_id: 'Identifier at the source',
} as const satisfies Readonly<Record<string, Text>>

/** Includes fields that only the API provides, for displaying changes. */
export const fieldNames: Readonly<Record<string, Text>> = {
  ...columnFields,
  start_date: 'Starts',
  end_date: 'Ends',
  slug: 'Page address',
}
