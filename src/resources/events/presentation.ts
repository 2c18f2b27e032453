import type { LinkKind } from '../../store/sql/schema.ts'
import { mayEdit } from '../../identity/roles.ts'
import { abbreviation, details, shownInstants, toWall } from '../../time/index.ts'
import { categories } from '../categories/index.ts'
import { globalIds, presentEntry, presentLanguages } from '../entries.ts'
import { presentImage } from '../images.ts'
import { freeSlot, slot } from '../json-template.ts'
import { organizers } from '../organizers/index.ts'
import type { Item, Resource, View } from '../resource.ts'
import { tags } from '../tags/index.ts'
import { venues } from '../venues/index.ts'
import { freeWord, presentCost } from './shown-cost.ts'
import type { EventItem } from './item.ts'
import { eventJsonLd } from './json-ld.ts'
import { isHidden } from './hide-from-listings.ts'
import { reduced } from './protected.ts'
import { presentRepeating } from './repeating-presentation.ts'
import type { Ticket } from './tickets.ts'

/** The resource for each kind of link. */
const linkedResources: Record<LinkKind, Resource> = {
  categories,
  tags,
  venue: venues,
  organizer: organizers,
}

function linked(item: EventItem, kind: LinkKind, view: View): Record<string, unknown>[] {
  const resource = linkedResources[kind]
  const present = resource.presentLinked ?? resource.present
  return (item.links[kind] ?? []).map((one) => present(one, { ...view, isSingle: false }))
}

/**
 * `[]` for none, an object for one, an array for several, as existing clients expect (interface: Event representation).
 */
const oneOrMany = <T>(items: T[]): T | T[] => (items.length === 1 ? (items[0] as T) : items)

const dates = (row: EventItem['row']) => {
  const { start_date, end_date, timezone, all_day } = row
  const { start_utc, end_utc } = shownInstants(row)
  const [utcStart, utcEnd] = [toWall(start_utc, 'UTC'), toWall(end_utc, 'UTC')]
  return {
    all_day: all_day === 1,
    start_date,
    start_date_details: details(start_date),
    end_date,
    end_date_details: details(end_date),
    utc_start_date: utcStart,
    utc_start_date_details: details(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: details(utcEnd),
    timezone,
    timezone_abbr: abbreviation(start_utc, timezone),
  }
}

const flags = (row: EventItem['row']) => ({
  show_map: row.show_map === 1,
  show_map_link: row.show_map_link === 1,
  hide_from_listings: isHidden(row),
  sticky: row.sticky === 1,
  featured: row.featured === 1,
})

/** Told only to those who edit it, so that a copy of what they read does not become public elsewhere. */
const protection = ({ row }: EventItem, { caller, isForEditing }: View) =>
  isForEditing && row.password !== null && mayEdit(caller, row) ? { protected: true } : {}

/** Slots, because linked resources can change independently of the event. */
const partSlots = ({ targets = {} }: EventItem) => ({
  categories: slot('categories', targets.categories ?? []),
  tags: slot('tags', targets.tags ?? []),
  venue: slot('venue', targets.venue ?? []),
  organizer: slot('organizer', targets.organizer ?? []),
})

function linkedParts(item: EventItem, view: View) {
  if (view.hasSlots) return partSlots(item)
  return {
    categories: linked(item, 'categories', view),
    tags: linked(item, 'tags', view),
    venue: oneOrMany(linked(item, 'venue', view)),
    organizer: linked(item, 'organizer', view),
  }
}

export function present(whole: EventItem, view: View): Record<string, unknown> {
  const item = reduced(whole, view)
  const { row, text } = item
  const free = view.hasSlots ? freeSlot : freeWord(view.language)
  const cost = presentCost(text.cost ?? '', view.currency, free)
  const event = {
    id: item.id,
    ...globalIds(item.id, view),
    ...presentEntry(item as Item, 'event', 'events', view),
    title: text.title ?? '',
    description: text.description ?? '',
    excerpt: text.excerpt ?? '',
    slug: text.slug ?? '',
    image: presentImage(item.image, view),
    ...dates(row),
    ...cost,
    website: text.website ?? '',
    ...flags(row),
    ...linkedParts(item, view),
    custom_fields: {},
    post_parent: row.post_parent,
    ticketed: row.ticketed === 1,
    tickets: JSON.parse(row.tickets) as Ticket[],
    event_status: row.event_status,
    ...presentRepeating(item, view),
    ...protection(item, view),
    ...presentLanguages(item as Item, 'event', 'events', view),
  }
  return view.isSingle ? { ...event, json_ld: eventJsonLd(item, event, view) } : event
}
