import type { Matter } from '../../resources/events/matter.ts'
import { currencyOf, isLeft } from '../../resources/events/prices.ts'
import type { PageContext } from '../context.ts'
import { fact } from '../parts/fact.ts'
import { html, linkTo, type Content } from '../parts/html.ts'
import type { WholeEvent } from '../parts/shown.ts'
import { ticketPrice } from '../../resources/events/ticket-prices.ts'

/** What an event costs, and where its tickets are. */

/** Tickets with their prices. Sold-out ones remain in the list, because people look for them. */
const ticketList = ({ tickets, cost_details }: WholeEvent, { words, language, site }: PageContext): Content =>
  tickets.length > 0 &&
  html`<ul class="tickets">
    ${tickets.map((ticket) => {
      const price = ticketPrice(ticket, currencyOf(cost_details, site.currency), language)
      return isLeft(ticket)
        ? html`<li>${ticket.name}${price !== undefined && html` <span class="num">${price}</span>`}</li> `
        : html`<li><s>${ticket.name}</s> <span class="quiet"${words.lang}>${words('Sold out')}</span></li> `
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
  const shop = tickets.find((ticket) => ticket.url !== undefined && isLeft(ticket))?.url
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
  // A link alone is no price.
  const name = words(cost === '' && tickets.length === 0 ? 'More about it' : 'Price')
  return fact(words, name, price, ticketList(event, context), buy, site)
}
