import type { Text } from '../locales/index.ts'
import type { Kind } from '../service/types.ts'

/** Names of fields that are the same in forms, in the history and in imports. */
export const fieldNames: Readonly<Record<string, Text>> = {
  title: 'Title',
  name: 'Name',
  venue: 'Venue',
  organizer: 'Organizer',
  description: 'Description',
  excerpt: 'Excerpt',
  start_date: 'Starts',
  end_date: 'Ends',
  all_day: 'All day',
  timezone: 'Time zone',
  recurrence: 'Repeats',
  categories: 'Categories',
  tags: 'Tags',
  cost: 'Cost',
  tickets: 'Tickets',
  website: 'Website',
  image: 'Image',
  featured: 'Featured',
  hide_from_listings: 'Hide from lists',
  slug: 'Page address',
  city: 'Town',
  zip: 'Postcode',
  country: 'Country',
  phone: 'Phone',
  email: 'E-mail',
  parent: 'Belongs to',
  status: 'Status',
  hue: 'Colour',
  sticky: 'Sticky',
  show_map: 'Show the map',
  show_map_link: 'Link to directions',
  event_status: 'Takes place',
  password: 'Password for visitors',
  address: 'Street and number',
  province: 'Province',
  state: 'Canton or state',
  stateprovince: 'Canton or province, as shown',
  geo_lat: 'Latitude',
  geo_lng: 'Longitude',
  date: 'Published on',
  post_parent: 'Series',
  author: 'Author',
}

/** A field may be followed by its language: `title@fr` is the French title. */
export const partsOf = (key: string): { name: string; language: string | undefined } => {
  const [name, language] = key.split('@') as [string, string?]
  return { name, language }
}

/** The name of a venue or organizer has the name of its kind as its field, and so has the link of an event. */
export const isNameOf = (kind: Kind, field: string): boolean => kind === `${field}s`
