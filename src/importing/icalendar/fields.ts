import { eventStatuses } from '../../resources/events/schema.ts'
import { isMailbox, isWebAddress } from '../../resources/parameter-types.ts'
import { showsAnything } from '../../text/html.ts'
import { percentDecoded } from '../../text/percent-decoding.ts'
import { languageAmong } from '../languages.ts'
import { htmlOf, htmlWithEntities } from '../html.ts'
import { withScheme } from '../web-address.ts'
import type { Sent } from '../record.ts'
import { unescaped } from './text.ts'
import type { Property, Vevent } from './vevent.ts'
import type { When } from './times.ts'

/** Converts the properties of a VEVENT, except its time, to fields of an event. */

export interface FieldContext {
  readonly languages: readonly string[]
  readonly takesImages: boolean
  /** Whether the file was written by Calends. Its URL property is the page of the event then, not the website. */
  readonly isOurs: boolean
  /** Whether the calendar tells that its events are cancelled (RFC 5546 3.2.5), so that they need not say it. */
  readonly isCancelling: boolean
}

const plain = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const listed = (properties: readonly Property[]): string[] => [
  ...new Set(properties.flatMap(({ values }) => values.map(plain)).filter((name) => name !== '')),
]

/** The `geo` URI (RFC 5870) that Apple writes with a place that was chosen from its map. */
function coordinatesOfApple(vevent: Vevent): Sent {
  const [, place] = /^geo:([^,;]+,[^,;]+)/i.exec(vevent.text('x-apple-structured-location')) ?? []
  return place === undefined ? {} : coordinatesOf(place)
}

/** Empty for what is no place on earth, because a wrong GEO must not keep an event from being imported. */
function coordinatesOf(value: unknown): Sent {
  // A property of our own is a text such as 47.1;8.5.
  const parts: unknown[] = Array.isArray(value) ? value : plain(value).split(/[;,]/)
  const [lat = NaN, lng = NaN, ...others] = parts.map(Number)
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && others.length === 0
  return isPlace ? { geo_lat: lat, geo_lng: lng } : {}
}

/** Also divides `Hall (Main street 1, Town)`, as Meetup writes places. */
function partsOf(location: string): string[] {
  const [, name, address = ''] = /^([^(),]+)\(([^()]+)\)$/.exec(location) ?? []
  const parts = name !== undefined && address.includes(',') ? `${name.trim()},${address}` : location
  return parts.split(/,\s*/).filter((part) => part.trim() !== '')
}

/**
 * Takes the first part of LOCATION as the name of the venue and the rest as its address. Our own feeds have them in other
 * properties if the event has moved online.
 */
function venueOf(vevent: Vevent): Sent | '' {
  const own = ownStatusOf(vevent) === 'moved-online' ? 'x-calends-' : ''
  const location = vevent
    .text(`${own}location`)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  if (location === '' || isWebAddress(location)) return ''
  const [name = location, ...rest] = partsOf(location)
  return {
    venue: name.trim(),
    ...(rest.length === 0 ? {} : { address: rest.join(', ') }),
    ...coordinatesOfApple(vevent),
    ...coordinatesOf(vevent.first(`${own}geo`)?.values[0]),
  }
}

/** The Events Calendar writes `Culture%20Club`. */
const decodedName = (name: string) =>
  (/^\S*%[\dA-F]{2}\S*$/i.test(name) ? percentDecoded(name) : undefined) ?? name

function organizerOf(vevent: Vevent): Sent | '' {
  const property = vevent.first('organizer')
  if (property === undefined) return ''
  // Some programs quote it as if it were a parameter.
  const email = plain(property.values[0]).replace(/^"?mailto:|"$/gi, '')
  const name = decodedName(plain(property.parameters.cn)) || (/^[^\s@]+@[^\s@]+$/.test(email) ? email : '')
  return name === '' ? '' : { organizer: name, ...(isMailbox(email) ? { email } : {}) }
}

/** The HTML that Outlook adds in X-ALT-DESC with the escapes of text, and others in STYLED-DESCRIPTION. */
function styledDescriptionOf(vevent: Vevent): string {
  const [styled] = [...vevent.all('styled-description'), ...vevent.all('x-alt-desc')].filter(
    ({ parameters }) => /html/i.test(parameters.fmttype ?? ''),
  )
  const text = plain(styled?.values[0])
  return styled?.type === 'unknown' ? unescaped(text) : text
}

/** Prefers HTML, unless it is as empty as what some programs add to a plain description. */
function descriptionOf(vevent: Vevent, { isOurs }: FieldContext): string {
  const styled = styledDescriptionOf(vevent)
  if (showsAnything(styled)) return styled
  const text = vevent.text('description')
  const url = vevent.text('url')
  if (isOurs) return htmlOf(url !== '' && text.endsWith(url) ? text.slice(0, -url.length).trim() : text)
  return htmlWithEntities(text)
}

function imageOf(vevent: Vevent): string {
  const attached = vevent.all('attach').filter(({ parameters }) => /^image\//i.test(parameters.fmttype ?? ''))
  const found = [...vevent.all('image'), ...attached].map(({ values }) => plain(values[0]))
  return found.find(isWebAddress) ?? ''
}

/** What is unknown means private (RFC 5545 3.8.1.3). */
const isPublic = (classification: string) => /^(?:PUBLIC)?$/i.test(classification.trim())

const statuses: Readonly<Record<string, string>> = { CANCELLED: 'cancelled' }

/** What our own feeds say of a status that RFC 5545 has no word for, also if another program has passed it on. */
const ownStatusOf = (vevent: Vevent) =>
  eventStatuses.find((status) => status === vevent.text('x-calends-event-status'))

/** TENTATIVE means postponed in our own feeds, but not confirmed in all others. */
function statusOf(vevent: Vevent, { isOurs, isCancelling }: FieldContext): string {
  if (isCancelling) return 'cancelled'
  const status = vevent.text('status').toUpperCase()
  if (isOurs && status === 'TENTATIVE') return 'postponed'
  return statuses[status] ?? ownStatusOf(vevent) ?? 'scheduled'
}

/** Returns the slug in the page URL of an event; undefined if it is not percent-encoded UTF-8, as in no URL of ours. */
function slugIn(url: string): string | undefined {
  const [, slug = ''] = /\/event\/([^/?#]+)\/?$/.exec(url) ?? []
  return percentDecoded(slug) || undefined
}

function addresses(vevent: Vevent, { isOurs }: FieldContext): Sent {
  const url = vevent.text('url')
  if (!isOurs) {
    const online = [withScheme(url), vevent.text('conference'), vevent.text('location')].find(isWebAddress)
    return { website: online ?? '' }
  }
  const slug = slugIn(url)
  return { website: vevent.text('conference'), ...(slug === undefined ? {} : { slug }) }
}

export function fieldsOf(vevent: Vevent, when: When, context: FieldContext): Sent {
  const summary = vevent.first('summary')
  const language = languageAmong(context.languages, summary?.parameters.language)
  return {
    title: plain(summary?.values[0]),
    description: descriptionOf(vevent, context),
    ...when.sent,
    timezone: when.timezone,
    all_day: when.allDay,
    event_status: statusOf(vevent, context),
    ...(isPublic(vevent.text('class')) ? {} : { status: 'private' }),
    venue: venueOf(vevent),
    organizer: organizerOf(vevent),
    categories: listed(vevent.all('categories')),
    ...addresses(vevent, context),
    ...(context.takesImages ? { image: imageOf(vevent) } : {}),
    ...(language === undefined ? {} : { ml_language: language }),
  }
}
