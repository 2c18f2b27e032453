import { plainLines } from '../../../text/plain.ts'
import { venuesOf, type FeedEvent, type FeedVenue } from '../form.ts'
import { columnsOf, type Columns } from './index.ts'

const names = (terms: readonly { readonly name: string }[]) => terms.map(({ name }) => name).join(', ')

/** Of venues or organizers: the status of one that is not public, so that an import does not publish it. */
const notPublic = (linked: readonly { readonly status: string }[]) =>
  linked.find(({ status }) => status !== 'publish')?.status

const firstVenue = (event: FeedEvent): Partial<FeedVenue> => venuesOf(event)[0] ?? {}

export const eventColumns: Columns<FeedEvent> = {
  ...columnsOf<FeedEvent>('id', 'title', 'status', 'event_status', 'all_day', 'start_date', 'end_date'),
  ...columnsOf<FeedEvent>('timezone', 'utc_start_date', 'utc_end_date'),
  venue: (event) =>
    venuesOf(event)
      .map(({ venue }) => venue)
      .join(', '),
  address: (event) => firstVenue(event).address,
  zip: (event) => firstVenue(event).zip,
  city: (event) => firstVenue(event).city,
  country: (event) => firstVenue(event).country,
  geo_lat: (event) => firstVenue(event).geo_lat,
  geo_lng: (event) => firstVenue(event).geo_lng,
  organizer: ({ organizer }) => organizer.map((one) => one.organizer).join(', '),
  categories: ({ categories }) => names(categories),
  tags: ({ tags }) => names(tags),
  ...columnsOf<FeedEvent>('cost', 'website'),
  description: ({ description }) => plainLines(description),
  excerpt: ({ excerpt }) => plainLines(excerpt),
  image: ({ image }) => (image ? image.url : ''),
  ...columnsOf<FeedEvent>('url', 'language', 'modified_utc', 'post_parent', 'recurrence_id', 'protected'),
  ...columnsOf<FeedEvent>('hide_from_listings', 'featured', 'sticky'),
  venue_status: (event) => notPublic(venuesOf(event)),
  organizer_status: ({ organizer }) => notPublic(organizer),
  ...columnsOf<FeedEvent>('show_map', 'show_map_link'),
}

export const venueColumns: Columns<FeedVenue> = {
  ...columnsOf<FeedVenue>('id', 'venue', 'status', 'address', 'zip', 'city', 'stateprovince', 'country'),
  ...columnsOf<FeedVenue>('geo_lat', 'geo_lng', 'phone', 'website'),
  description: ({ description = '' }) => plainLines(description),
  ...columnsOf<FeedVenue>('url', 'language', 'modified_utc'),
}
