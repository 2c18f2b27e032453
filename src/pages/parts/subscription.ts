import { queryOf } from '../addresses/addresses.ts'
import type { PageContext } from '../context.ts'
import type { Page } from '../page.ts'
import { html, type SafeHtml } from './html.ts'
import { linkMenu } from './link-menu.ts'

/** Links that add a feed to a visitor's own calendar, which then follows it. */

export const feedAddress = (
  { links }: Pick<PageContext, 'links'>,
  feed: Page['feed'] = {},
  extension: 'ics' | 'rss' = 'ics',
): string => `${links.rest}/events.${extension}${queryOf(feed)}`

/** Spaces as `%20`, because Outlook shows the `+` of forms as it is. */
export const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`

/** The same address with a scheme that programs on phones and desktops subscribe to; browsers would download the other. */
const asWebcal = (address: string) => address.replace(/^https?:/, 'webcal:')

/** A link to the feed alone would be a file that browsers download once. Google follows no `https:` address. */
export function subscriptionMenu(context: PageContext, feed: Page['feed'], summary: SafeHtml): SafeHtml {
  const { words, config } = context
  const address = feedAddress(context, feed)
  const google = withQuery('https://calendar.google.com/calendar/r', { cid: asWebcal(address) })
  const outlook = withQuery('https://outlook.live.com/calendar/0/addfromweb', {
    url: address,
    name: config.siteName,
  })
  return linkMenu(summary, [
    html`<a href="${asWebcal(address)}"${words.lang}>${words('Calendar app')}</a>`,
    html`<a href="${google}">Google Calendar</a>`,
    html`<a href="${outlook}">Outlook</a>`,
    html`<a href="${address}"${words.lang}>${words('Calendar file (.ics)')}</a>`,
  ])
}
