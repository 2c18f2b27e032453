import { dayAfter, isFixed, isoWithOffset } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { plainOf, shortened } from '../parts/description.ts'
import { placeWords, type Span } from '../parts/entry.ts'
import { html, type SafeHtml } from '../parts/html.ts'
import { linkMenu } from '../parts/link-menu.ts'
import { feedAddress, withQuery } from '../parts/subscription.ts'
import { venuesOf, type WholeEvent } from '../parts/shown.ts'
import { addressText } from '../parts/venue-facts.ts'
import { feedOf, isSeries } from './series.ts'

/** Links that put an event into a visitor's own calendar. */

const maxDetailsLength = 500

const placeText = (event: WholeEvent, context: PageContext): string =>
  event.event_status === 'moved-online'
    ? placeWords(event, context.words)
    : venuesOf(event)
        .map((venue) => [venue.venue, addressText(venue)].filter((one) => one !== '').join(', '))
        .join('; ')

const details = ({ excerpt, description, language, url }: WholeEvent) =>
  `${shortened(plainOf(excerpt || description), maxDetailsLength, language)}\n${url}`.trim()

/** `20261209T183000Z` */
const compact = (instant: number) => isoWithOffset(instant, 'UTC').replace(/[-:]|\+00:00$/g, '') + 'Z'

const compactDay = (day: string) => day.replaceAll('-', '')

function google(event: WholeEvent, { start, end, first, last }: Span, context: PageContext): string {
  const dates = event.all_day
    ? `${compactDay(first)}/${compactDay(dayAfter(last, 1))}`
    : `${compact(start)}/${compact(end)}`
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates,
    // Google knows only IANA names; without one the event is in the zone of the visitor.
    ...(isFixed(event.timezone) ? {} : { ctz: event.timezone }),
    details: details(event),
    location: placeText(event, context),
  })
}

function outlook(event: WholeEvent, { start, end, first, last }: Span, context: PageContext): string {
  const times: Readonly<Record<string, string>> = event.all_day
    ? { allday: 'true', startdt: first, enddt: dayAfter(last, 1) }
    : { startdt: isoWithOffset(start, 'UTC'), enddt: isoWithOffset(end, 'UTC') }
  return withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    ...times,
    body: details(event),
    location: placeText(event, context),
  })
}

/**
 * The file of an event that a password opens answers without it 403, and a URL must not contain one. A list has at least
 * its title and its times.
 */
export const calendarFile = (event: WholeEvent, context: PageContext): string => {
  const { links, request } = context
  if (request.sent.password === undefined) return `${links.rest}/events/${event.id}.ics`
  return feedAddress(context, isSeries(event) ? feedOf(event) : { include: String(event.id) })
}

export function calendarMenu(event: WholeEvent, span: Span, context: PageContext): SafeHtml {
  const { words } = context
  return linkMenu(html`<summary class="button"${words.lang}>${words('Add to calendar')}</summary>`, [
    html`<a href="${calendarFile(event, context)}"${words.lang}>${words('Calendar file (.ics)')}</a>`,
    html`<a href="${google(event, span, context)}">Google Calendar</a>`,
    html`<a href="${outlook(event, span, context)}">Outlook</a>`,
  ])
}
