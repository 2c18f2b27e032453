import type { EventTable } from '../../store/sql/schema.ts'
import { ValidationError } from '../../errors.ts'
import { outsideYears } from '../../time/index.ts'
import { draftEntry, sentOnly, setFlag } from '../entries.ts'
import { InvalidParts } from '../parameter.ts'
import type { Draft, Item, LinkTarget, Writing } from '../resource.ts'
import { costToKeep } from './cost.ts'
import { areFree } from './prices.ts'
import { isFree } from './shown-cost.ts'
import { isHidden, isSeries, listingOf } from './hide-from-listings.ts'
import { endsEarly } from './checks.ts'
import { repeatingOf, type EventTimes } from './repeating.ts'
import type { EventValues } from './schema.ts'
import { settleTicket } from './tickets.ts'
import { isOutsideYears, previousStart, times } from './times.ts'

type FormerRow = EventTable | undefined

/** Reports the error on `end_date`, unless only the start was sent. */
function checkOrder({ start_utc, end_utc }: { start_utc: number; end_utc: number }, values: EventValues) {
  if (end_utc >= start_utc) return
  const name = values.end_date || !values.start_date ? 'end_date' : 'start_date'
  throw InvalidParts.of(name, endsEarly())
}

function checkYears(values: EventValues, time: EventTimes, former: FormerRow) {
  const outside = (['start_date', 'end_date'] as const).filter((name) =>
    isOutsideYears(name, values, time, former),
  )
  if (outside.length > 0) throw new InvalidParts([], new Map(outside.map((name) => [name, outsideYears()])))
}

function checkParent(values: EventValues, former: FormerRow) {
  if (former !== undefined && values.post_parent === former.id)
    throw InvalidParts.of(
      'post_parent',
      ValidationError.of('rest_invalid_parent', 'An event cannot be its own parent; use 0 for none.'),
    )
}

const linkFields = ['categories', 'tags', 'venue', 'organizer'] as const

/** Terms and linked resources: IDs, or data of new ones; null clears the links. */
function links(values: EventValues): NonNullable<Draft['links']> {
  const target = (name: (typeof linkFields)[number], item: LinkTarget | string): LinkTarget =>
    typeof item === 'string' ? { resource: name as 'categories' | 'tags', values: { name: item } } : item
  return Object.fromEntries(
    linkFields
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, (values[name] ?? []).map((item) => target(name, item))]),
  )
}

function ticketColumns({ tickets }: EventValues, former: FormerRow, timezone: string) {
  if (tickets === undefined && former !== undefined) return {}
  const settled = (tickets ?? []).map((ticket) => settleTicket(ticket, timezone))
  return {
    tickets: JSON.stringify(settled),
    ticketed: Number(settled.length > 0),
    has_free_tickets: flagOf(areFree(settled)),
  }
}

const flagOf = (value: boolean | undefined) => (value === undefined ? null : Number(value))

function keptCost({ cost }: EventValues, { former, site }: Writing) {
  const text = former?.text.cost
  return cost && typeof text === 'string' ? costToKeep(cost, text, site.currency) : cost
}

/** Lists filter by the cost of the original only, because an event is not free in one language and paid in another. */
function freeColumn(cost: string | null | undefined, { former, language }: Writing) {
  const isOriginal = former === undefined || former.row.original_language === language
  if (cost === undefined || !isOriginal) return {}
  return { is_free: flagOf(isFree(cost ?? '')) }
}

const rescheduled = ['timezone', 'all_day', 'start_date', 'end_date', 'start_utc', 'end_utc'] as const

function hasOtherVenues({ venue }: NonNullable<Draft['links']>, former: Item): boolean {
  const ids = (former.links.venue ?? []).map(({ id }) => id)
  return venue !== undefined && (venue.length !== ids.length || venue.some((one, at) => one !== ids[at]))
}

/** Incremented when the time, place or status changes, because attendees must know of these (RFC 5545 3.8.7.4). */
function sequenceOf(
  row: Pick<EventTable, (typeof rescheduled)[number] | 'event_status'>,
  linked: NonNullable<Draft['links']>,
  former: Item | undefined,
): number {
  if (former === undefined) return 0
  const before = former.row as Item['row'] & EventTable
  const isChanged =
    [...rescheduled, 'event_status' as const].some((name) => row[name] !== before[name]) ||
    hasOtherVenues(linked, former)
  return before.sequence + Number(isChanged)
}

/** An existing event keeps its bit for series, which the store changes together with the occurrences. */
function listing({ hide_from_listings, recurrence }: EventValues, former: FormerRow): number {
  const isHiddenNow = setFlag(
    hide_from_listings,
    former === undefined ? undefined : Number(isHidden(former)),
    false,
  )
  const repeats = former === undefined ? Boolean(recurrence) : isSeries(former)
  return listingOf({ isHidden: isHiddenNow === 1, isSeries: repeats })
}

const repeatingPart = (values: EventValues, time: EventTimes, writing: Writing): Pick<Draft, 'repeating'> => {
  const repeating = repeatingOf(values, time, writing)
  return repeating === undefined ? {} : { repeating }
}

export function draft(values: EventValues, writing: Writing): Draft {
  const former = writing.former?.row as FormerRow
  const time = times(values, former, writing.site.timezone)
  checkYears(values, time, former)
  checkOrder(time, values)
  checkParent(values, former)
  const { title, description, excerpt, website } = values
  const cost = keptCost(values, writing)
  const linked = links(values)
  const event_status =
    values.event_status === null ? 'scheduled' : (values.event_status ?? former?.event_status ?? 'scheduled')
  return {
    row: {
      ...draftEntry(values, writing),
      ...time,
      sequence: sequenceOf({ ...time, event_status }, linked, writing.former),
      previous_start: former === undefined ? null : previousStart(former, time),
      show_map: setFlag(values.show_map, former?.show_map, true),
      show_map_link: setFlag(values.show_map_link, former?.show_map_link, true),
      hide_from_listings: listing(values, former),
      sticky: setFlag(values.sticky, former?.sticky, false),
      featured: setFlag(values.featured, former?.featured, false),
      post_parent: values.post_parent === null ? 0 : (values.post_parent ?? former?.post_parent ?? 0),
      event_status,
      ...ticketColumns(values, former, time.timezone),
      ...freeColumn(cost, writing),
      ...sentOnly({ password: values.password }),
    },
    text: sentOnly({ title, description, excerpt, website, cost, slug: values.slug }),
    links: linked,
    image: values.image,
    ...repeatingPart(values, time, writing),
  }
}
