import { addDays, isFixed, type Wall } from '../../../time/index.ts'
import { visibleText } from '../../../text/plain.ts'
import { addressesOf, isOnline, locationOf, venuesOf, type Feed, type FeedEvent } from '../form.ts'
import { escapeText, property, textProperty } from './content-lines.ts'
import { compactDay, compactWall, isShownTwice } from './times.ts'

const inUtc = (wall: Wall) => `${compactWall(wall)}Z`

/** Whether local times are usable: only IANA zones have a TZID that clients know, and a repeated hour is ambiguous. */
const hasUsableLocalTimes = ({ timezone, start_date, end_date }: FeedEvent) =>
  !isFixed(timezone) && !isShownTwice(start_date, timezone) && !isShownTwice(end_date, timezone)

/** DTEND is exclusive, and must be later than DTSTART if present (RFC 5545 3.6.1, 3.8.2.2). */
export function timeLines(event: FeedEvent): string[] {
  const { start_date, end_date, utc_start_date, utc_end_date, timezone, all_day } = event
  const hasEnd = utc_end_date > utc_start_date
  if (all_day) {
    const [first, next] = [compactDay(start_date), compactDay(addDays(end_date, 1))]
    return [
      ...property('DTSTART', first, { VALUE: 'DATE' }),
      // No day follows the last of the year 9999; without DTEND, the event lasts one day.
      ...(next > first ? property('DTEND', next, { VALUE: 'DATE' }) : []),
      'TRANSP:TRANSPARENT',
    ]
  }
  if (hasUsableLocalTimes(event))
    return [
      ...property('DTSTART', compactWall(start_date), { TZID: timezone }),
      ...(hasEnd ? property('DTEND', compactWall(end_date), { TZID: timezone }) : []),
    ]
  return [`DTSTART:${inUtc(utc_start_date)}`, ...(hasEnd ? [`DTEND:${inUtc(utc_end_date)}`] : [])]
}

/** Six decimals are precise to about ten centimetres, and a FLOAT has no exponent (RFC 5545 3.3.7, 3.8.1.6). */
const degrees = (value: number) => Number(value.toFixed(6))

function positionOf(event: FeedEvent): string | undefined {
  const placed = venuesOf(event).find(({ geo_lat }) => geo_lat !== undefined)
  return placed && `${degrees(placed.geo_lat!)};${degrees(placed.geo_lng!)}`
}

/** Programs lead people to LOCATION and GEO, so the venue of an online event has properties that only we read. */
const placeLines = (event: FeedEvent): string[] =>
  isOnline(event)
    ? [
        ...textProperty('LOCATION', locationOf(event), { LANGUAGE: event.language }),
        ...textProperty('X-CALENDS-LOCATION', addressesOf(event), { VALUE: 'TEXT' }),
        ...property('X-CALENDS-GEO', positionOf(event)),
      ]
    : [...textProperty('LOCATION', locationOf(event)), ...property('GEO', positionOf(event))]

/** ORGANIZER requires an e-mail address, and occurs at most once (RFC 5545 3.6.1, 3.8.4.3). */
function organizerLines({ organizer }: FeedEvent): string[] {
  const reachable = organizer.find(({ email }) => email !== undefined)
  return property('ORGANIZER', reachable && `mailto:${reachable.email}`, { CN: reachable?.organizer ?? '' })
}

const statuses: Readonly<Record<string, string>> = { cancelled: 'CANCELLED', postponed: 'TENTATIVE' }

/** RFC 5545 has no word for these, so only imports of ours know them. */
const ownStatuses = ['rescheduled', 'moved-online']

const statusLines = ({ event_status }: FeedEvent): string[] => [
  `STATUS:${statuses[event_status] ?? 'CONFIRMED'}`,
  ...(ownStatuses.includes(event_status) ? [`X-CALENDS-EVENT-STATUS:${event_status}`] : []),
]

/** Converts HTML to lines of text. */
const linesOf = (html: string) =>
  visibleText(html)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const descriptionOf = ({ description, excerpt, url }: FeedEvent) =>
  [linesOf(description || excerpt), url].filter((part) => part !== '').join('\n\n')

const categoryLines = ({ categories, tags }: FeedEvent, language: Readonly<Record<string, string>>) =>
  property('CATEGORIES', [...categories, ...tags].map(({ name }) => escapeText(name)).join(','), language)

/** The URL for joining an online event (RFC 7986 5.11). */
const conferenceOf = (event: FeedEvent) => (isOnline(event) ? event.website : undefined)

/** The lines of a VEVENT besides its identity and times. */
export function contentOf(event: FeedEvent): string[] {
  const language = { LANGUAGE: event.language }
  return [
    ...textProperty('SUMMARY', event.title, language),
    ...textProperty('DESCRIPTION', descriptionOf(event), language),
    ...placeLines(event),
    ...statusLines(event),
    ...categoryLines(event, language),
    ...organizerLines(event),
    ...property('URL', event.url),
    ...property('IMAGE', event.image ? event.image.url : undefined, { VALUE: 'URI' }),
    ...property('CONFERENCE', conferenceOf(event), { VALUE: 'URI' }),
  ]
}

/** Properties by which clients recognize an event and its revisions. */
interface Identity {
  /** The same in every language, and permanent. */
  readonly uid: string
  /** In UTC. */
  readonly modified: Wall
  readonly sequence: number
}

export const component = (
  { uid, modified, sequence }: Identity,
  when: readonly string[],
  event: FeedEvent,
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${inUtc(modified)}`,
  `LAST-MODIFIED:${inUtc(modified)}`,
  `SEQUENCE:${sequence}`,
  ...when,
  ...contentOf(event),
  'END:VEVENT',
]

export const uidOf = (id: number, { host }: Pick<Feed, 'host'>): string => `${id}@${host}`

/** The lines of an event, or of an occurrence whose series is not written as a recurring event. */
export const eventLines = (event: FeedEvent, sequence: number, feed: Pick<Feed, 'host'>): string[] =>
  component({ uid: uidOf(event.id, feed), modified: event.modified_utc, sequence }, timeLines(event), event)
