import type { ResourceName } from '../../resources/kinds.ts'
import { eventColumns, venueColumns } from './csv/columns.ts'
import { csv } from './csv/index.ts'
import { venuesOf, type FeedEvent, type FeedVenue, type Form } from './form.ts'
import { geojson } from './geojson.ts'
import { icalendar } from './icalendar/index.ts'
import { jsonLd } from './json-ld.ts'
import { atom } from './syndication/atom.ts'
import { eventPost, venuePost } from './syndication/posts.ts'
import { rss } from './syndication/rss.ts'

type FormsOfKinds = Readonly<Partial<Record<ResourceName, readonly Form[]>>>

const eventForms: readonly Form[] = [
  icalendar,
  rss(eventPost),
  atom(eventPost),
  csv(eventColumns),
  geojson((event: FeedEvent) => venuesOf(event)),
  jsonLd,
]

const venueForms: readonly Form[] = [
  rss(venuePost),
  atom(venuePost),
  csv(venueColumns),
  geojson((venue: FeedVenue) => [venue]),
  jsonLd,
]

/** The forms besides JSON in which lists of a kind are available. */
export const listForms: FormsOfKinds = { events: eventForms, venues: venueForms }

/** The same for single reads. */
export const itemForms: FormsOfKinds = { events: eventForms }
