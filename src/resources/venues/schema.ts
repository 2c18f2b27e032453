import { authorship, entryList, picture, state } from '../entries.ts'
import { filled, forList, required, type Parameter } from '../parameter.ts'
import {
  choice,
  flag,
  geolocation,
  html,
  integer,
  kind,
  language,
  number,
  plain,
  readFlag,
  slug,
  url,
} from '../vocabulary.ts'
import type { Message } from '../../locales/fr.ts'

const none = { default: null }

/** The interface declares these as strings; booleans in any form are read alike. */
const wordFlag = (description: Message): Parameter<boolean> =>
  kind({ type: 'string', description, ...none }, readFlag)

/** Additive: answers with the one that is there already under that name (contract §7). */
export const reuse = {
  reuse: flag('Whether to answer with the one of the same name, if there is one', { default: false }),
}

export const fields = {
  ...authorship(),
  venue: required(plain('Venue name')),
  description: html('Venue description', none),
  status: state(),
  show_map: wordFlag('Whether linked events show a map'),
  show_map_link: wordFlag('Whether linked events show a map link'),
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
  geo_lat: number('Latitude in degrees; needs geo_lng', { minimum: -90, maximum: 90 }),
  geo_lng: number('Longitude in degrees; needs geo_lat', { minimum: -180, maximum: 180 }),
  ...reuse,
  ...language,
}

export const placeOrders = ['name', 'title', 'id', 'date', 'modified', 'include'] as const

/** Parameters by which both lists of places and of organizers are narrowed to what events use. */
export const usage = forList({
  event: integer('Limit to those of the given event', { minimum: 0 }),
  has_events: flag('Limit to those that have events, or to those that have none'),
  only_with_upcoming: flag('Limit to those that have upcoming events', { default: false }),
})

export const listParameters = {
  ...entryList,
  ...usage,
  ...forList(geolocation),
  orderby: filled(choice('Attribute to sort by', placeOrders)),
}
