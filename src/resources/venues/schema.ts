import { authorship, entryList, picture, publicationStatus } from '../entries.ts'
import { filled, forList, lenientOnAliases, required, type Parameter } from '../parameter.ts'
import { choice, flag, html, integer, kind, number, plain, readFlag, slug, url } from '../parameter-types.ts'
import { geolocation, language, latitudes, longitudes } from '../common-parameters.ts'
import type { Message } from '../../locales/fr.ts'

const none = { default: null }

/** Declared as a string in discovery, but parsed like any boolean. */
const wordFlag = (description: Message): Parameter<boolean> =>
  kind({ type: 'string', accepted: { type: ['boolean', 'string'] }, description, ...none }, readFlag)

/** Additive: returns the existing resource with that name (interface: Venues). */
export const reuse = {
  reuse: flag('Whether to return an existing resource of the same name instead of creating one', {
    default: false,
  }),
}

export const fields = {
  ...authorship(),
  venue: required(plain('Venue name')),
  description: html('Venue description', none),
  status: publicationStatus(),
  show_map: wordFlag('Whether a map is shown for linked events'),
  show_map_link: wordFlag('Whether a map link is shown for linked events'),
  address: plain('Venue address', none),
  city: plain('Venue city', none),
  country: plain('Venue country', none),
  province: plain('Venue province', none),
  state: plain('Venue state', none),
  zip: plain('Venue postal code', none),
  phone: plain('Venue phone number', none),
  stateprovince: plain('Venue state and province', none),
  website: url('Venue website URL', none),
  image: picture(none),
  excerpt: html('Venue excerpt'),
  slug: slug('Venue slug'),
  geo_lat: number('Latitude in degrees; requires geo_lng', latitudes),
  geo_lng: number('Longitude in degrees; requires geo_lat', longitudes),
  ...reuse,
  ...language,
}

export const contactOrders = ['name', 'title', 'id', 'date', 'modified', 'include'] as const

/** Parameters of the venue and organizer lists that filter by the events that use them. */
export const usage = forList({
  event: integer('Limit to those of the given event', { minimum: 0 }),
  has_events: flag('Limit to those with events, or to those without'),
  only_with_upcoming: flag('Limit to those with upcoming events', { default: false }),
})

export const listParameters = {
  ...entryList,
  ...usage,
  ...forList(geolocation),
  orderby: lenientOnAliases(filled(choice('Field to sort by', contactOrders))),
}
