import { resources } from '../resources/index.ts'
import Type, { type TProperties } from '../resources/json-schema.ts'
import { dateFilters } from '../resources/events/schema.ts'
import { pricesOf } from '../resources/events/ticket-prices.ts'
import type { Ticket } from '../resources/events/tickets.ts'
import type { Site } from '../resources/parameter.ts'
import { pagesIn } from '../api/links.ts'
import type { OperationRequest } from '../api/operation.ts'
import type { Body, Sent } from './operations.ts'

/** Events in the results of tools: short, because a model has to read every word. */

interface Named {
  readonly id: number
  readonly name?: string
  readonly venue?: string
  readonly city?: string
}

/** The properties of an event that tools use. */
export interface EventBody extends Body {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly all_day: boolean
  readonly timezone: string
  readonly venue: Named | readonly Named[]
  readonly categories: readonly Named[]
  readonly cost: string
  readonly tickets: readonly Ticket[]
  readonly language: string
  readonly original_language: string
  readonly translations: Readonly<Record<string, { readonly is_outdated?: boolean }>>
  readonly post_parent: number
  readonly series?: { readonly changed?: unknown }
  readonly recurrence?: readonly string[]
  readonly recurrence_id?: string
}

export const venuesOf = ({ venue }: EventBody): readonly Named[] => [venue].flat() as readonly Named[]

const copied = [
  'id',
  'title',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'status',
  'event_status',
  'cost',
  'language',
] as const

const { properties } = resources.events.representation as { readonly properties: TProperties }

const row = Type.Object({
  ...Object.fromEntries(copied.map((name) => [name, properties[name]!])),
  url: Type.String({ description: 'Where people read it' }),
  venue: Type.String({ description: 'Names and towns of the venues' }),
  categories: Type.Array(Type.String(), { description: 'Names of the categories' }),
  ticket_prices: Type.Optional(
    Type.String({ description: 'What the tickets that are left cost, where `cost` is empty' }),
  ),
})

export const rows = (description: string) => Type.Array(row, { description })

/** What the tickets of an event without a cost cost; absent if none has a price. */
function ticketPrices({ cost, tickets, language }: EventBody, { currency }: Site) {
  const prices = cost === '' ? pricesOf(tickets, currency, language) : ''
  return prices === '' ? {} : { ticket_prices: prices }
}

export const rowOf = (event: EventBody, site: Site) => ({
  ...Object.fromEntries(copied.map((name) => [name, event[name]])),
  url: event.url,
  venue: venuesOf(event)
    .map(({ venue = '', city = '' }) => (city === '' ? venue : `${venue}, ${city}`))
    .join('; '),
  categories: event.categories.map(({ name = '' }) => name),
  ...ticketPrices(event, site),
})

/** Output of all tools that list events. */
export const listOutput: TProperties = {
  window: Type.Record(Type.String(), Type.String(), {
    description: 'The dates that were looked between, by the names of the parameters',
  }),
  total: Type.Integer({ description: 'How many events match in all', minimum: 0 }),
  events: rows('The first of them'),
  more: Type.Boolean({ description: 'Whether there are further pages' }),
  url: Type.Optional(Type.String({ description: 'The same list as a page for people' })),
  rest_url: Type.String({ description: 'The same list in the API' }),
}

/** Unlike `next friday`, a date of digits is the same on every day. */
const isFixed = (sent: unknown) => /^[\d\-:./TZ+ ]+$/.test(String(sent))

/** The times of whole days, which stand as days in the address of a page. */
const wholeDays: Readonly<Record<string, RegExp>> = { start_date: / 00:00:00$/, end_date: / 23:59:59$/ }

/**
 * The dates of a list where none were sent, or where they depend on the day, because people open the page later. Defaults
 * are named too, because pages begin with what has begun before and still runs, unless the end is named.
 */
const datesOf = (shown: Sent, inEffect: URLSearchParams): Sent =>
  Object.fromEntries(
    ['during', 'start_date', 'end_date']
      .filter((name) => inEffect.has(name) && !isFixed(shown[name] ?? ''))
      .map((name) => [name, inEffect.get(name)!.replace(wholeDays[name] ?? '', '')]),
  )

function pageOf({ links, mount, site }: OperationRequest, { ml_language: language, ...sent }: Sent): string {
  const query = new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${pagesIn(links, language, { languages: site.languages, prefix: mount.root })}/?${query}`
}

export function listAnswer(list: Body, request: OperationRequest, shownPage: Sent | undefined) {
  const inEffect = new URL(String(list.rest_url)).searchParams
  return {
    window: Object.fromEntries([...inEffect].filter(([name]) => dateFilters.includes(name))),
    total: list.total,
    events: (list.events as EventBody[]).map((event) => rowOf(event, request.site)),
    more: list.next_rest_url !== undefined,
    ...(shownPage === undefined
      ? {}
      : { url: pageOf(request, { ...shownPage, ...datesOf(shownPage, inEffect) }) }),
    rest_url: list.rest_url,
  }
}
