import { messageLanguageFor } from '../../locales/index.ts'
import { isoWithOffset, toInstant } from '../../time/index.ts'
import { imageUrl } from '../images.ts'
import { slot, slotFor } from '../json-template.ts'
import {
  inContext,
  known,
  organization,
  place,
  textOf,
  type OrganizerItem,
  type VenueItem,
} from '../json-ld.ts'
import { pageUrl } from '../entries.ts'
import type { SeriesState, UpcomingOccurrence, View } from '../resource.ts'
import type { EventItem } from './item.ts'
import { isHidden } from './hide-from-listings.ts'
import { codeOf, currencyOf, priceOf } from './prices.ts'
import { reduced } from './protected.ts'
import { lastDateOf } from './repeating-presentation.ts'
import { isFree, type CostDetails } from './shown-cost.ts'
import { endOf, startOf } from './times.ts'
import type { Ticket } from './tickets.ts'

type JsonLd = Record<string, unknown>

/** The fields of the representation used here. */
interface Presented {
  readonly url: string
  readonly cost_details: Readonly<CostDetails>
}

/** What the statuses of events are called in schema.org. */
export const statusesOfSchema: Readonly<Record<string, string>> = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  'moved-online': 'EventMovedOnline',
}

const availabilities = { in_stock: 'InStock', sold_out: 'SoldOut', pre_order: 'PreOrder' } as const

const schema = (name: string) => `https://schema.org/${name}`

/** The word for “free” becomes the price 0, so that search engines show the event as free. */
function amount(value: string): string | undefined {
  if (/^\d+(\.\d+)?$/.test(value)) return value
  return isFree(value) ? '0' : undefined
}

/** With the UTC offset of the event time zone at that time. */
const inZone = (wall: string | undefined, zone: string) =>
  wall === undefined ? undefined : isoWithOffset(toInstant(wall, zone), zone)

function ticketOffer(
  ticket: Ticket,
  { url, cost_details }: Presented,
  { row }: EventItem,
  view: View,
): JsonLd {
  const price = priceOf(ticket, currencyOf(cost_details, view.currency))
  return known({
    '@type': 'Offer',
    name: ticket.name,
    price: price?.amount,
    priceCurrency: price && codeOf(price.currency),
    url: ticket.url ?? url,
    availability: schema(availabilities[ticket.availability]),
    validFrom: inZone(ticket.valid_from, row.timezone),
    validThrough: inZone(ticket.valid_until, row.timezone),
  })
}

function costOffers(event: Presented, view: View): JsonLd[] {
  const amounts = event.cost_details.values.flatMap((value) => amount(value) ?? [])
  if (amounts.length === 0) return []
  const price = amounts.reduce((lowest, one) => (Number(one) < Number(lowest) ? one : lowest))
  return [
    known({
      '@type': 'Offer',
      price,
      priceCurrency: codeOf(currencyOf(event.cost_details, view.currency)),
      url: event.url,
      availability: schema('InStock'),
    }),
  ]
}

function offers(item: EventItem, event: Presented, view: View): JsonLd[] {
  const tickets = JSON.parse(item.row.tickets) as Ticket[]
  if (tickets.length === 0) return costOffers(event, view)
  return tickets.map((ticket) => ticketOffer(ticket, event, item, view))
}

/** Search engines require a place for every event, even if it is not known yet. */
const unknownPlaces: Record<string, string> = {
  en: 'To be announced',
  fr: 'À annoncer',
  de: 'Wird bekannt gegeben',
}

/** Whether this is what we call a place that is not known, in any language. */
export const isUnknownPlace = (name: unknown): boolean =>
  Object.values(unknownPlaces).some((unknown) => unknown === name)

export function unknownPlace({ language }: Pick<View, 'language'>): JsonLd {
  const name = unknownPlaces[messageLanguageFor(language) ?? 'en']
  return { '@type': 'Place', name, address: { '@type': 'PostalAddress', name } }
}

/** An online event has a URL instead of a place (schema.org VirtualLocation). */
function location(item: EventItem, event: Pick<Presented, 'url'>, view: View): JsonLd | JsonLd[] | string {
  if (view.hasSlots && item.row.event_status !== 'moved-online')
    return slot('location', item.targets?.venue ?? [])
  const places = (item.links.venue ?? []).map((venue) => place(venue as unknown as VenueItem, view))
  if (item.row.event_status === 'moved-online')
    return { '@type': 'VirtualLocation', url: item.text.website ?? event.url }
  return places.length > 1 ? places : (places[0] ?? unknownPlace(view))
}

const attendance = ({ row }: EventItem) =>
  schema(row.event_status === 'moved-online' ? 'OnlineEventAttendanceMode' : 'OfflineEventAttendanceMode')

/** Series are identified by their API URL, because it never changes. */
const addressOf = (id: number, { links }: View) => `${links.rest}/events/${id}`

/** Whether, when and where it takes place. */
const takingPlace = (item: EventItem, place: unknown): JsonLd => {
  const { row } = item
  return {
    eventStatus: schema(statusesOfSchema[row.event_status] ?? 'EventScheduled'),
    eventAttendanceMode: attendance(item),
    startDate: startOf(row),
    previousStartDate: row.event_status === 'rescheduled' ? row.previous_start : undefined,
    endDate: endOf(row),
    location: place,
  }
}

/** What an occurrence with fields of its own shows in its series, whose password opens only what has the same one. */
function ownDate(series: EventItem, occurrence: EventItem, view: View): JsonLd {
  const isUnlocked = view.isUnlocked && occurrence.row.password === series.row.password
  const item = reduced(occurrence, { ...view, isUnlocked })
  const url = pageUrl(view, item.language, `event/${item.text.slug ?? ''}`)
  return { name: item.text.title, ...takingPlace(item, location(item, { url }, view)) }
}

function subEvent(
  series: EventItem,
  { id, own, start_date, end_date, start_utc, end_utc, previous_start }: UpcomingOccurrence,
  view: View,
  place: unknown,
): JsonLd {
  const row = { ...series.row, start_date, end_date, start_utc, end_utc, previous_start }
  const shown =
    own === undefined
      ? { name: series.text.title, ...takingPlace({ ...series, row }, place) }
      : ownDate(series, own as EventItem, view)
  return known({ '@type': 'Event', '@id': addressOf(id, view), ...shown })
}

/** The end of its event is that of its first date, after which a series would be taken for over. */
function endOfSeries(item: EventItem, series: SeriesState): string | undefined {
  const last = lastDateOf(item, series)
  return last && endOf({ ...item.row, end_date: last.end_date, end_utc: last.end_utc })
}

/**
 * An occurrence references its series, a series its upcoming occurrences that are in lists, as its page shows them. The series is not named, because an occurrence
 * that has a title of its own, or is over, does not know it.
 */
function repeating(item: EventItem, view: View, place: unknown): JsonLd {
  const { row, series } = item
  if (row.recurrence_id !== null)
    return { superEvent: { '@type': 'EventSeries', '@id': addressOf(row.post_parent, view) } }
  if (series === undefined) return {}
  return {
    '@type': 'EventSeries',
    '@id': addressOf(row.id, view),
    endDate: endOfSeries(item, series),
    subEvent: series.upcoming
      .filter(({ own }) => !isHidden(((own as EventItem | undefined) ?? item).row))
      .map((one) => subEvent(item, one, view, place)),
  }
}

/** schema.org `Event` with everything that the event rich results of search engines require (interface: Event representation). */
export function eventJsonLd(item: EventItem, event: Presented, view: View): JsonLd {
  const { text } = item
  const organizers = (item.links.organizer ?? []).map((one) =>
    organization(one as unknown as OrganizerItem, view),
  )
  const sold = offers(item, event, view)
  const place = location(item, event, view)
  return inContext(
    known({
      '@type': 'Event',
      name: text.title,
      description: textOf(text.description ?? text.excerpt),
      image: item.image && imageUrl(item.image, view.links),
      url: event.url,
      ...takingPlace(item, place),
      ...(view.hasSlots
        ? slotFor('organizer', 'organization', item.targets?.organizer ?? [])
        : { organizer: organizers.length === 1 ? organizers[0] : organizers }),
      offers: sold.length === 1 ? sold[0] : sold,
      inLanguage: item.language,
      ...repeating(item, view, place),
    }),
  )
}
