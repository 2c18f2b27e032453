import { localeOf } from '../../time/index.ts'
import type { Matter } from '../../resources/events/matter.ts'
import { currencyOf, priceOf } from '../../resources/events/prices.ts'
import { withCurrency } from '../../resources/events/shown-cost.ts'
import type { Ticket } from '../../resources/events/tickets.ts'
import type { PageContext } from '../context.ts'
import { fact } from '../parts/description.ts'
import { html, linkTo, type Content } from '../parts/html.ts'
import type { WholeEvent } from '../parts/shown.ts'

/** What an event costs, and where its tickets are. */

/** A currency with a code as usual in the language, `30,00 CHF`; a symbol as in costs, `$12.50`. */
function ticketPrice(
  ticket: Ticket,
  { cost_details }: WholeEvent,
  { words, language, site }: PageContext,
): Content {
  const price = priceOf(ticket, currencyOf(cost_details, site.currency))
  if (price === undefined) return undefined
  if (price.isFree) return words('Free')
  const { symbol, position } = price.currency
  const amount = Number(price.amount)
  const format = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(localeOf(language), options).format(amount)
  return /^[A-Z]{3}$/.test(symbol)
    ? format({ style: 'currency', currency: symbol })
    : withCurrency(format({ minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 }), { symbol, position })
}

/** Tickets with their prices. Sold-out ones remain in the list, because people look for them. */
const ticketList = (event: WholeEvent, context: PageContext): Content =>
  event.tickets.length > 0 &&
  html`<ul class="tickets">
    ${event.tickets.map((ticket) => {
      const price = ticketPrice(ticket, event, context)
      return ticket.availability === 'sold_out'
        ? html`<li><s>${ticket.name}</s> <span class="quiet"${context.words.lang}>${context.words('Sold out')}</span></li> `
        : html`<li>${ticket.name}${price !== undefined && html` <span class="num">${price}</span>`}</li> `
    })}
  </ul>`

/** The cost of an event, its tickets, and where to buy them. */
export function priceFact(
  event: WholeEvent,
  matter: Matter | undefined,
  isOver: boolean,
  context: PageContext,
): Content {
  const { words } = context
  const { cost, tickets, website } = event
  const isOff = matter === 'cancelled' || matter === 'sold-out' || isOver
  const shop = tickets.find(({ url, availability }) => url !== undefined && availability !== 'sold_out')?.url
  const price =
    cost !== '' &&
    (matter === 'sold-out' ? html`<s class="num">${cost}</s>` : html`<span class="num">${cost}</span>`)
  const buy =
    !isOff &&
    shop !== undefined &&
    html`<a class="button" data-main href="${linkTo(shop)}"${words.lang}>${words('Buy tickets')}</a>`
  const site =
    website !== '' &&
    (matter !== 'moved-online' || isOver) &&
    html`<a href="${linkTo(website)}"${words.lang}>${words('Website of the event')}</a>`
  return fact(words, words('Price'), price, ticketList(event, context), buy, site)
}
