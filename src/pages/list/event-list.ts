import { parseParameters, throwIfInvalid } from '../../api/steps.ts'
import { resources } from '../../resources/index.ts'
import type { Selection } from '../../resources/json-template.ts'
import type { Parameters, Values } from '../../resources/parameter.ts'
import type { Reader, Resource } from '../../resources/resource.ts'
import type { Listing } from '../../store/index.ts'
import type { PageContext } from '../context.ts'
import { shownOfEvents, type ShownEvent } from '../parts/shown.ts'

/** Lists as pages ask for them: with the parameters of the API, from the store. */

/** What lists need of a request for a page. */
export type ListingContext = Omit<PageContext, 'narrowing'>

export type Sent = Readonly<Record<string, string | undefined>>

export const sentWithout = (sent: Sent, name: string): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([one]) => one !== name))

/** Visitors read whatever is published, in the language of the page where it has one (interface: Event filters). */
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

/** The list that parameters mean; throws a problem if one cannot be read. */
export async function listQuery(
  context: ListingContext,
  sent: Sent,
  resource: Resource = resources.events,
): Promise<Listing> {
  return { resource, values: await readValues(context, sent, resource), reader: readerOf(context) }
}

export interface FoundItems<T> {
  readonly items: readonly T[]
  /** How many match in all. */
  readonly total: number
}

interface PageOf {
  readonly page?: number
  readonly perPage: number
  /** The properties that are shown; all if absent. */
  readonly only?: Selection
}

/** One page of a list, as the API represents it. */
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

/** These events, as lists show them. */
export const eventsOf = (
  { reads, links, language }: ListingContext,
  ids: readonly number[],
): Promise<readonly ShownEvent[]> =>
  reads.values(resources.events, ids, { links, language, only: shownOfEvents })

const countListed = async ({ reads }: ListingContext, listing: Listing): Promise<number> =>
  (await reads.list({ ...listing, page: 1, perPage: 0 })).total

export const countEvents = async (context: ListingContext, sent: Sent): Promise<number> =>
  countListed(context, await listQuery(context, sent))

/** Counts lists by the parameters that each has of its own; those that all of them share are read and checked once. */
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
