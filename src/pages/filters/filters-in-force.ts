import type { Message } from '../../locales/fr.ts'
import { matterWords } from '../../resources/events/matter.ts'
import { readFlag } from '../../resources/parameter-types.ts'
import type { PageContext } from '../context.ts'
import { dayOf, lastDay, type Wall } from '../../time/index.ts'
import { isDay, timeOf } from '../parts/dates.ts'
import { capitalized } from '../../text/capitalized.ts'
import { daysText, dayText } from '../parts/entry.ts'
import { html, type Content } from '../parts/html.ts'
import { sheetLink } from './quick-choices.ts'
import { isFiltered, radiusOf, without, type FilterName, type Filters } from './filters.ts'
import { linkedInForce, type FilterInForce } from './linked-filters.ts'
import { daysOf, hoursOf, withDates } from './written-dates.ts'
import { wordsBeside } from '../parts/words.ts'

/** The filters that narrow a list, each to be taken away. */

const dateLabel = (context: Pick<PageContext, 'language' | 'today'>, text: string) =>
  isDay(text) ? dayText(context, 'dayMonth', text) : text

/** `3 May, 18:00–20:00`, or `3 May, 18:00 – 5 May, 02:00`; a moment, which lasts for a second, is one time. */
function hoursLabel(context: PageContext, [from, to]: readonly [Wall, Wall]): string {
  const [first, last] = [dayOf(from), lastDay(from, to)]
  const begin = `${dateLabel(context, first)}, ${timeOf(from)}`
  if (timeOf(from) === timeOf(to) && first === dayOf(to)) return begin
  return first === last
    ? `${begin}–${timeOf(to)}`
    : `${begin}\u00A0– ${dateLabel(context, dayOf(to))}, ${timeOf(to)}`
}

const statusNames: Readonly<Record<string, Message>> = { ...matterWords, scheduled: 'As planned' }

function plain(context: PageContext): FilterInForce[] {
  const { filters, words } = context
  const { search, near, geoloc_lat, cost, start_date, starts_before, end_date, featured, event_status } =
    withDates(filters, context)
  const [days, hours] = [daysOf(filters, context), hoursOf(filters, context)]
  const one = (label: Content, ...names: readonly FilterName[]): FilterInForce[] =>
    label ? [{ label, rest: without(filters, 'page', ...names) }] : []
  const said = (label: string | false | undefined, ...names: readonly FilterName[]) =>
    one(label && wordsBeside(words, capitalized(label, words.language)), ...names)
  const dateIn = (text: string) => dateLabel({ language: words.language, today: context.today }, text)
  return [
    ...one(search && words('“{words}”', { words: search }), 'search'),
    ...said(
      near && words('Within {n} km of {place}', { n: radiusOf(filters), place: near }),
      'near',
      'geoloc_radius',
    ),
    ...said(geoloc_lat && words('Near me'), 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'),
    ...said(cost && words(cost === 'free' ? 'Free' : 'Paid'), 'cost'),
    ...said(featured && words(readFlag(featured) ? 'Highlights' : 'Without highlights'), 'featured'),
    ...said(event_status && words(statusNames[event_status]!), 'event_status'),
    // One for both days, because half of a period is another list.
    ...one(days && daysText(context, ...days), 'during', 'start_date', 'starts_before'),
    ...one(hours && hoursLabel(context, hours), 'during'),
    ...said(!days && start_date && words('from {date}', { date: dateIn(start_date) }), 'start_date'),
    ...said(
      !days && starts_before && words('until {date}', { date: dateIn(starts_before) }),
      'starts_before',
    ),
    ...said(end_date && words('until {date}', { date: dateIn(end_date) }), 'end_date'),
  ]
}

/** The active filters, each with a link to the list without it. */
export async function filtersInForce(
  context: PageContext,
  address: (filters: Filters) => string,
  { hasSheetLink = false } = {},
): Promise<Content> {
  const { words, filters } = context
  if (!isFiltered(filters))
    return hasSheetLink && html`<p class="quick only-sheet">${sheetLink(context)}</p> `
  const kinds = ['categories', 'tags', 'venue', 'organizer'] as const
  const inForce = [
    ...(await Promise.all(kinds.map((kind) => linkedInForce(context, kind)))).flat(),
    ...plain(context),
  ]
  return html`<div class="quick">
    <ul>
      ${inForce.map(
        ({ label, rest }) =>
          html`<li>
            <a data-edge href="${address(rest)}">${label} <span aria-hidden="true">×</span><span class="visually-hidden"${words.lang}>${words('Remove')}</span></a>
          </li>`,
      )}
    </ul>
    <a href="${address({})}"${words.lang}>${words('Clear all')}</a>${hasSheetLink && html` ${sheetLink(context)}`}
  </div> `
}
