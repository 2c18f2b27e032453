import { parseParameters, throwIfInvalid } from '../../api/steps.ts'
import { takingPlace } from '../../resources/events/matter.ts'
import { resources } from '../../resources/index.ts'
import type { Selection } from '../../resources/json-template.ts'
import type { Parameters, Values } from '../../resources/parameter.ts'
import type { Reader } from '../../resources/listing.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Listing } from '../../store/index.ts'
import { isoWithOffset, secondsOf, type Instant } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { shownOfEvents, type ShownEvent } from '../parts/shown.ts'

/** Lists for pages, requested from the store with parameters of the API. */

/** The parts of a page context that lists need. */
export type ListingContext = Omit<PageContext, 'narrowing'>

export type Sent = Readonly<Record<string, string | undefined>>

/** An instant as a parameter; a timestamp would be accepted only from March 1973 on. */
export const instantSent = (instant: Instant): string => isoWithOffset(instant, 'UTC')

export const notOver = (now: Instant) => ({ strict_dates: 'true', ends_after: instantSent(now) })

export const over = (now: Instant) => ({ strict_dates: 'true', ends_before: instantSent(now), order: 'desc' })

export const sentWithout = (sent: Sent, name: string): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([one]) => one !== name))

/** Visitors see everything that is published, in the language of the page if available (interface: Event filters). */
const readerOf = ({ site, language }: ListingContext): Reader => ({
  site,
  caller: undefined,
  language,
  named: undefined,
  onlyIn: undefined,
})

async function readValues(
  { reads, site, request }: ListingContext,
  sent: Sent,
  resource: Resource,
  parameters: Parameters = resource.listParameters,
): Promise<Values<Parameters>> {
  const { values, errors } = parseParameters(parameters, { ...request, sent })
  await resource.checkList?.(values, reads.lookup({ site, caller: undefined, errors }))
  throwIfInvalid(errors)
  return values
}

/** Parses list parameters; throws a problem if one is invalid. */
export async function listQuery(
  context: ListingContext,
  sent: Sent,
  resource: Resource = resources.events,
): Promise<Listing> {
  return { resource, values: await readValues(context, sent, resource), reader: readerOf(context) }
}

export interface FoundItems<T> {
  readonly items: readonly T[]
  /** The number of matches on all pages. */
  readonly total: number
}

interface PageOf {
  readonly page?: number
  readonly perPage: number
  /** The properties to read; all if absent. */
  readonly only?: Selection
}

/** One page of a list, in the representation of the API. */
export async function listItems<T>(
  context: ListingContext,
  resource: Resource,
  sent: Sent,
  { page = 1, perPage, only }: PageOf,
): Promise<FoundItems<T>> {
  const { ids, total } = await context.reads.list({
    ...(await listQuery(context, sent, resource)),
    page,
    perPage,
  })
  const { reads, links, language } = context
  return { items: await reads.values<T>(resource, ids, { links, language, only }), total }
}

export const listEvents = (
  context: ListingContext,
  sent: Sent,
  paging: Omit<PageOf, 'only'>,
): Promise<FoundItems<ShownEvent>> =>
  listItems(context, resources.events, sent, { ...paging, only: shownOfEvents })

/** The first event that takes place, unless `sent` asks for another state. */
export async function firstTakingPlace(context: ListingContext, sent: Sent): Promise<ShownEvent | undefined> {
  const found = await Promise.all(
    takingPlace.map((event_status) => listEvents(context, { event_status, ...sent }, { perPage: 1 })),
  )
  return found
    .flatMap(({ items }) => items)
    .sort((one, other) => secondsOf(one.utc_start_date) - secondsOf(other.utc_start_date))[0]
}

/** Loads events with the properties that lists show. */
export const eventsOf = (
  { reads, links, language }: ListingContext,
  ids: readonly number[],
): Promise<readonly ShownEvent[]> =>
  reads.values(resources.events, ids, { links, language, only: shownOfEvents })

const countListed = async ({ reads }: ListingContext, listing: Listing): Promise<number> =>
  (await reads.list({ ...listing, page: 1, perPage: 0 })).total

export const countEvents = async (context: ListingContext, sent: Sent): Promise<number> =>
  countListed(context, await listQuery(context, sent))

/** Returns a function that counts lists. The parameters that they share are parsed only once. */
export async function counterOf(
  context: ListingContext,
  shared: Sent,
): Promise<(own: Sent) => Promise<number>> {
  const common = await listQuery(context, shared)
  const { resource } = common
  return async (own) => {
    const parameters = Object.fromEntries(
      Object.entries(resource.listParameters).filter(([name]) => name in own),
    )
    const values = await readValues(context, own, resource, parameters)
    return countListed(context, { ...common, values: { ...common.values, ...values } })
  }
}
