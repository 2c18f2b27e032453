import type { Text, Words } from '../locales/index.ts'
import type { Ticket } from '../service/types.ts'
import type { Dates } from './dates.ts'

/** Tickets as text. */

export const availabilities: Readonly<Record<NonNullable<Ticket['availability']>, Text>> = {
  in_stock: 'In stock',
  sold_out: 'Sold out',
  pre_order: 'Pre-order',
}

const isGiven = (part: string | undefined): part is string => part !== undefined && part !== ''

/** `Day · 20 CHF · Sold out; Evening · 12 CHF`. */
export function ticketsText(t: Words, dates: Dates, tickets: readonly Ticket[]): string {
  const partsOf = ({ name, price = '', currency, availability = 'in_stock', url, ...sale }: Ticket) => [
    name,
    [String(price), currency].filter(isGiven).join(' '),
    availability === 'in_stock' ? undefined : t(availabilities[availability]),
    [sale.valid_from, sale.valid_until].filter(isGiven).map(dates.fullTime).join(' – '),
    url,
  ]
  return tickets.map((ticket) => partsOf(ticket).filter(isGiven).join(' · ')).join('; ')
}
