import { plainLines } from '../../../text/plain.ts'
import { venuesOf, type FeedEvent, type FeedVenue } from '../form.ts'
import type { Columns } from './index.ts'

const names = (terms: readonly { readonly name: string }[]) => terms.map(({ name }) => name).join(', ')

/** Of venues or organizers: the status of one that is not public, so that an import does not publish it. */
const notPublic = (linked: readonly { readonly status: string }[]) =>
  linked.find(({ status }) => status !== 'publish')?.status

const firstVenue = (event: FeedEvent): Partial<FeedVenue> => venuesOf(event)[0] ?? {}

export const eventColumns: Columns<FeedEvent> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  status: ({ status }) => status,
  event_status: ({ event_status }) => event_status,
  all_day: ({ all_day }) => all_day,
  start_date: ({ start_date }) => start_date,
  end_date: ({ end_date }) => end_date,
  timezone: ({ timezone }) => timezone,
  utc_start_date: ({ utc_start_date }) => utc_start_date,
  utc_end_date: ({ utc_end_date }) => utc_end_date,
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
  cost: ({ cost }) => cost,
  website: ({ website }) => website,
  description: ({ description }) => plainLines(description),
  excerpt: ({ excerpt }) => plainLines(excerpt),
  image: ({ image }) => (image ? image.url : ''),
  url: ({ url }) => url,
  language: ({ language }) => language,
  modified_utc: ({ modified_utc }) => modified_utc,
  post_parent: ({ post_parent }) => post_parent,
  recurrence_id: ({ recurrence_id }) => recurrence_id,
  protected: (event) => event.protected,
  hide_from_listings: ({ hide_from_listings }) => hide_from_listings,
  featured: ({ featured }) => featured,
  sticky: ({ sticky }) => sticky,
  venue_status: (event) => notPublic(venuesOf(event)),
  organizer_status: ({ organizer }) => notPublic(organizer),
  show_map: ({ show_map }) => show_map,
  show_map_link: ({ show_map_link }) => show_map_link,
}

export const venueColumns: Columns<FeedVenue> = {
  id: ({ id }) => id,
  venue: ({ venue }) => venue,
  status: ({ status }) => status,
  address: ({ address }) => address,
  zip: ({ zip }) => zip,
  city: ({ city }) => city,
  stateprovince: ({ stateprovince }) => stateprovince,
  country: ({ country }) => country,
  geo_lat: ({ geo_lat }) => geo_lat,
  geo_lng: ({ geo_lng }) => geo_lng,
  phone: ({ phone }) => phone,
  website: ({ website }) => website,
  description: ({ description = '' }) => plainLines(description),
  url: ({ url }) => url,
  language: ({ language }) => language,
  modified_utc: ({ modified_utc }) => modified_utc,
}
