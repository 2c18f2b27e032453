import { translate } from '../../../locales/index.ts'
import { labelled } from '../../../locales/sentence.ts'
import { matterOf, matterWords } from '../../../resources/events/matter.ts'
import { dateFormat, isoWithOffset, memoize, toInstant, type Instant } from '../../../time/index.ts'
import { addressOf, isOnline, locationOf, type Feed, type FeedEvent, type FeedVenue } from '../form.ts'
import { escapeXml } from './xml.ts'

/** The fields that feed readers show, for any kind of resource. */
export interface Post {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly published: Instant
  readonly modified: Instant
  readonly html: string
  readonly labels: readonly string[]
  /** Of an event, for feed readers that support the RSS event module. */
  readonly start?: string
  readonly end?: string
  readonly location?: string
}

export type PostOf<Shown> = (shown: Shown, feed: Pick<Feed, 'language'>) => Post

interface Dated {
  readonly id: number
  readonly url: string
  readonly date_utc: string
  readonly modified_utc: string
}

const shared = ({ id, url, date_utc, modified_utc }: Dated) => ({
  id,
  url,
  published: toInstant(date_utc, 'UTC'),
  modified: toInstant(modified_utc, 'UTC'),
})

const paragraph = (text: string) => (text === '' ? '' : `<p>${escapeXml(text)}</p>`)

const rangeFormat = memoize((language: string) =>
  [false, true].map((hasTime) =>
    dateFormat(language, { dateStyle: 'full', ...(hasTime ? { timeStyle: 'short' } : {}) }),
  ),
)

function when({ start_date, end_date, timezone, all_day }: FeedEvent, language: string): string {
  const format = rangeFormat(language)[Number(!all_day)]!
  const [start, end] = [start_date, end_date].map((wall) => Date.parse(`${wall.replace(' ', 'T')}Z`))
  // If the clocks are set back, the end may be an earlier local time than the start.
  const range = format.formatRange(start!, Math.max(start!, end!))
  return all_day ? range : `${range} (${timezone})`
}

/** `Cancelled: Choir`, as in the titles of pages, because feed readers often show nothing but the title. */
function titleOf(event: FeedEvent, language: string): string {
  const matter = matterOf(event)
  return matter === undefined
    ? event.title
    : labelled(translate(matterWords[matter], language), event.title, language)
}

/** Where an event that moved online takes place now is at its website. */
function placeOf(event: FeedEvent, language: string): string {
  const place = locationOf(event)
  return isOnline(event) && event.website !== '' ? labelled(place, event.website, language) : place
}

export const eventPost: PostOf<FeedEvent> = (event, { language }) => {
  const { timezone, utc_start_date, utc_end_date } = event
  const location = placeOf(event, language)
  const inZone = (utc: string) => isoWithOffset(toInstant(utc, 'UTC'), timezone)
  return {
    ...shared(event),
    title: titleOf(event, language),
    html: `${paragraph(when(event, language))}${paragraph(location)}${event.description || event.excerpt}`,
    labels: [...event.categories, ...event.tags].map(({ name }) => name),
    start: inZone(utc_start_date),
    end: inZone(utc_end_date),
    location,
  }
}

export const venuePost: PostOf<FeedVenue> = (venue) => ({
  ...shared(venue),
  title: venue.venue,
  html: `${paragraph(addressOf(venue))}${venue.description ?? ''}`,
  labels: [],
})
