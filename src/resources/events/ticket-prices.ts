import { groupBy } from '../../group-by.ts'
import { isLeft, priceOf, type TicketPrice } from './prices.ts'
import { freeWord, withCurrency, type SiteCurrency } from './shown-cost.ts'
import type { Ticket } from './tickets.ts'
import { localeOf, memoize } from '../../time/index.ts'

/** What tickets cost: a currency with a code as usual in the language, `30,00 CHF`; a symbol as in costs, `$12.50`. */

const hasCode = ({ symbol }: SiteCurrency) => /^[A-Z]{3}$/.test(symbol)

const isWhole = ({ amount }: TicketPrice) => Number.isInteger(Number(amount))

/** Cached, because creating a formatter takes longer than using it a hundred times. */
const formats = memoize((key: string) => {
  const [language = '', code = '', decimals = ''] = key.split(' ')
  return new Intl.NumberFormat(localeOf(language), {
    ...(code !== '' && { style: 'currency', currency: code }),
    ...(decimals !== '' && { minimumFractionDigits: Number(decimals) }),
  })
}, 1_000)

/** `decimals` is how many there are at least; as usual for the currency if absent. */
const formatOf = (language: string, currency: SiteCurrency, decimals: number | '' = '') =>
  formats(`${language} ${hasCode(currency) ? currency.symbol : ''} ${decimals}`)

function amountText({ amount, currency }: TicketPrice, language: string, decimals?: number): string {
  const text = formatOf(language, currency, decimals).format(Number(amount))
  return hasCode(currency) ? text : withCurrency(text, currency)
}

/** The price of one ticket: `30,00 CHF`, `$12`. */
export function ticketPrice(ticket: Ticket, ofEvent: SiteCurrency, language: string): string | undefined {
  const price = priceOf(ticket, ofEvent)
  if (price === undefined) return undefined
  if (price.isFree) return freeWord(language)
  return amountText(price, language, hasCode(price.currency) ? undefined : isWhole(price) ? 0 : 2)
}

/** `20–45 CHF`, in one currency; `Free – 45 CHF` if other tickets are free. */
function rangeText(prices: readonly TicketPrice[], hasFree: boolean, language: string): string {
  const sorted = prices.toSorted((one, other) => Number(one.amount) - Number(other.amount))
  const [lowest, highest] = [sorted[0]!, sorted.at(-1)!]
  const { currency } = lowest
  const isRound = isWhole(highest) && (hasFree || isWhole(lowest))
  const decimals = isRound ? 0 : hasCode(currency) ? undefined : 2
  const [from, to] = [lowest, highest].map((price) => amountText(price, language, decimals))
  if (hasFree) return `${freeWord(language)} – ${to}`
  if (from === to) return to!
  return hasCode(currency)
    ? formatOf(language, currency, decimals).formatRange(Number(lowest.amount), Number(highest.amount))
    : `${from} – ${to}`
}

/** From the cheapest to the dearest of the tickets that are left; empty if none has a price. */
export function pricesOf(tickets: readonly Ticket[], ofEvent: SiteCurrency, language: string): string {
  const prices = tickets.filter(isLeft).flatMap((ticket) => priceOf(ticket, ofEvent) ?? [])
  const hasFree = prices.some(({ isFree }) => isFree)
  const paid = groupBy(
    prices.filter(({ isFree }) => !isFree),
    ({ currency }) => currency.symbol,
  )
  const isOneRange = hasFree && paid.size === 1
  const ranges = [...paid.values()].map((some) => rangeText(some, isOneRange, language))
  return [...(hasFree && !isOneRange ? [freeWord(language)] : []), ...ranges].join(' / ')
}
