import type { CostDetails, SiteCurrency } from './shown-cost.ts'
import type { Ticket } from './tickets.ts'

/** What prices mean, the same in structured data as on pages. */

export interface TicketPrice {
  /** A decimal number, with its digits as sent. */
  readonly amount: string
  readonly isFree: boolean
  readonly currency: SiteCurrency
}

/** The currency of an event: the one that its cost names, else that of the site. */
export function currencyOf(
  { currency_symbol: symbol, currency_code: code, currency_position }: Omit<CostDetails, 'values'>,
  site: Readonly<SiteCurrency>,
): Readonly<SiteCurrency> {
  if (code === '' && ['', site.symbol].includes(symbol)) return site
  const position = currency_position || site.position
  return code === '' ? { symbol, position } : { symbol: code, position, code }
}

/** Undefined if the ticket has no price. A price without a currency is in that of the event. */
export const priceOf = (
  { price, currency: code }: Pick<Ticket, 'price' | 'currency'>,
  ofEvent: Readonly<SiteCurrency>,
): TicketPrice | undefined =>
  price === undefined
    ? undefined
    : {
        amount: String(price),
        isFree: Number(price) === 0,
        currency: code === undefined ? ofEvent : { symbol: code, position: 'prefix', code },
      }

/** Whether it can still be had, if only by pre-order. */
export const isLeft = ({ availability }: Pick<Ticket, 'availability'>): boolean => availability !== 'sold_out'

/** Whether all prices of the tickets that are left, or of all if none is, are zero; undefined if none has a price. */
export function areFree(tickets: readonly Ticket[]): boolean | undefined {
  const counted = tickets.some(isLeft) ? tickets.filter(isLeft) : tickets
  const prices = counted.flatMap(({ price }) => price ?? [])
  return prices.length === 0 ? undefined : prices.every((price) => Number(price) === 0)
}

const codes: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  'Fr.': 'CHF',
}

/** The ISO 4217 code, if the currency has one or its symbol implies it. */
export const codeOf = ({ code, symbol }: Readonly<SiteCurrency>): string | undefined =>
  code ?? (/^[A-Z]{3}$/.test(symbol) ? symbol : codes[symbol])
