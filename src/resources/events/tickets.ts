import type { ValidationError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import { momentToWall, type Moment } from '../../time/index.ts'
import {
  InvalidParts,
  keepFault,
  readParameters,
  refuse,
  required,
  type Parameter,
  type Parameters,
  type ParameterSchema,
  type Site,
} from '../parameter.ts'
import { atMost, choice, kind, moment, plain, readText, url } from '../parameter-types.ts'
import { readList } from '../parameter-lists.ts'

export interface Ticket {
  readonly name: string
  /** A number or a string, as sent. */
  readonly price?: number | string
  readonly currency?: string
  readonly url?: string
  readonly availability: 'in_stock' | 'sold_out' | 'pre_order'
  /** Local time in the event time zone. */
  readonly valid_from?: string
  readonly valid_until?: string
}

/** A ticket as sent; its dates are resolved once the event time zone is known. */
interface SentTicket extends Omit<Ticket, 'valid_from' | 'valid_until'> {
  readonly valid_from?: Moment
  readonly valid_until?: Moment
}

export const settleTicket = ({ valid_from, valid_until, ...ticket }: SentTicket, zone: string): Ticket => ({
  ...ticket,
  ...(valid_from ? { valid_from: momentToWall(valid_from, zone) } : {}),
  ...(valid_until ? { valid_until: momentToWall(valid_until, zone) } : {}),
})

const currencyCode = kind({ type: 'string', description: 'ISO 4217 code' }, (value) => {
  const code = readText(value).toUpperCase()
  return /^[A-Z]{3}$/.test(code)
    ? code
    : refuse('rest_invalid_currency', 'Must be a three-letter currency code such as EUR.')
})

const price = kind<number | string>(
  { type: ['number', 'string'], description: 'Price, as a decimal number' },
  (value) => {
    const text = atMost(30, readText(value, 30))
    if (!/^\d+(?:[.,]\d+)?$/.test(text)) return refuse('rest_invalid_price', 'Must be a price such as 12.50.')
    return typeof value === 'number' ? value : text.replace(',', '.')
  },
)

const parts = {
  name: required(plain('Name of the ticket')),
  price,
  currency: currencyCode,
  url: url('Where the ticket is available'),
  availability: choice('Whether the ticket is available', ['in_stock', 'sold_out', 'pre_order']),
  valid_from: moment('Start of sale'),
  valid_until: moment('End of sale'),
}

function readTicket(value: unknown, site: Site): SentTicket {
  if (!isObject(value)) return refuse('rest_invalid_type', 'Must be an object.')
  const { values, missing, errors } = readParameters(parts, value, site)
  if (missing.length > 0 || errors.size > 0) throw new InvalidParts(missing, errors)
  const { valid_from, valid_until, availability, ...rest } = values
  const given = Object.entries({ ...rest, availability: availability ?? 'in_stock', valid_from, valid_until })
  return Object.fromEntries(given.filter(([, part]) => part != null)) as unknown as SentTicket
}

function readTickets(value: unknown, site: Site): SentTicket[] {
  const items =
    Array.isArray(value) || typeof value !== 'object' ? readList(value, site) : Object.values(value ?? {})
  const missing: string[] = []
  const errors = new Map<string, ValidationError>()
  const tickets = items.flatMap((item, place) => {
    try {
      return [readTicket(item, site)]
    } catch (error) {
      keepFault(error, String(place), missing, errors)
      return []
    }
  })
  if (missing.length > 0 || errors.size > 0) throw new InvalidParts(missing, errors)
  return tickets
}

const partSchema = ({ accepted, ...declared }: ParameterSchema) => ({ ...declared, ...accepted })

/** Additive: tickets of the event (interface: Tickets). */
export const tickets: Parameter<SentTicket[]> = kind(
  (site) => ({
    type: 'array',
    description: 'Tickets, each with name, price, currency, url, availability, valid_from and valid_until',
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries<Parameters[string]>(parts).map(([name, part]) => [
          name,
          partSchema(part.describe(site)),
        ]),
      ),
      required: ['name'],
    },
  }),
  readTickets,
)
