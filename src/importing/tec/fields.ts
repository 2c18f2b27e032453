import { eventStatuses } from '../../resources/events/schema.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { isMailbox } from '../../resources/parameter-types.ts'
import { plainText } from '../../text/plain.ts'
import { isObject, type JsonObject } from '../../is-object.ts'
import { costOf } from '../cost.ts'
import { statusNamed } from '../json-ld.ts'
import { among, listOf } from '../objects.ts'
import { dateOf, statusOf } from '../protection.ts'
import type { Sent } from '../record.ts'
import { addressAt } from './addresses.ts'

/** Converts a resource of a site to fields of the API. */

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Decodes HTML entities in a URL; an invalid URL becomes empty, so that it does not make the record fail. */
function website(value: unknown): string {
  const address = plainText(text(value))
  const whole = address === '' || /^https?:\/\//i.test(address) ? address : `http://${address}`
  return URL.canParse(whole) && new URL(whole).hostname.includes('.') ? whole : ''
}

/** Extensions write URLs of images without their host or protocol; an invalid one becomes empty here too. */
function image({ image: shown, url }: JsonObject): string {
  const named = isObject(shown) ? text(shown.url) : ''
  const page = URL.canParse(text(url)) ? new URL(text(url)) : undefined
  const address = named === '' ? undefined : addressAt(named, page)
  if (address === undefined) return ''
  return URL.canParse(named) ? named : address.href
}

const email = (value: unknown) => (isMailbox(text(value)) ? text(value) : '')

/** Older versions contain the event status only in the structured data (JSON-LD). */
function eventStatus({ event_status: declared, json_ld: data }: JsonObject): string {
  if (eventStatuses.some((one) => one === declared)) return String(declared)
  const [described] = listOf(data).filter(isObject)
  return statusNamed(text(described?.eventStatus)) ?? 'scheduled'
}

/** Skips entries without a name, such as products of shop plugins. */
const tickets = (value: unknown): Sent[] =>
  listOf(value)
    .filter(isObject)
    .filter(({ name }) => typeof name === 'string')

const states = ['publish', 'future', 'draft', 'pending', 'private']

function entryFields(object: JsonObject): Sent {
  const status = statusOf(object)
  return {
    image: image(object),
    ...(states.includes(text(status)) ? { status } : {}),
    ...dateOf({ date_utc: text(object.date_utc) }),
  }
}

/** Looks up the external ID and the name of a resource of the site. */
export type Identify = (
  kind: ResourceName,
  id: unknown,
) => { readonly external_id: string; readonly name: string } | undefined

/** PHP writes a list from which something was removed as an object. */
const linksIn = (value: unknown): JsonObject[] =>
  (isObject(value) && value.id === undefined ? Object.values(value) : listOf(value)).filter(isObject)

/** Leaves out what has no name, which is no reason to leave out the event. */
const named = (identify: Identify, kind: ResourceName, value: unknown, names: readonly string[]): Sent[] =>
  linksIn(value)
    .filter((one) => text(one[names[0]!]) !== '')
    .map((one) => ({
      external_id: identify(kind, one.id)?.external_id,
      ...Object.fromEntries(
        names.flatMap((name) => (text(one[name]) === '' ? [] : [[name, plainText(text(one[name]))]])),
      ),
    }))

const eventOnly = (object: JsonObject, identify: Identify): Sent => ({
  ...entryFields(object),
  website: website(object.website),
  cost: costOf(object),
  event_status: eventStatus(object),
  tickets: tickets(object.tickets),
  venue: named(identify, 'venues', object.venue, ['venue', 'address', 'city']),
  organizer: named(identify, 'organizers', object.organizer, ['organizer', 'email']),
  categories: named(identify, 'categories', object.categories, ['name']),
  tags: named(identify, 'tags', object.tags, ['name']),
})

const ownFields: Readonly<Partial<Record<ResourceName, (object: JsonObject, identify: Identify) => Sent>>> = {
  events: eventOnly,
  venues: (object) => ({ ...entryFields(object), website: website(object.website) }),
  organizers: (object) => ({
    ...entryFields(object),
    website: website(object.website),
    email: email(object.email),
  }),
  categories: ({ parent }, identify) => ({ parent: identify('categories', parent) ?? 0 }),
}

/**
 * Ignored, because the API of the site does not expose the rules of series; their dates are imported as single events.
 */
const leftOut = ['recurrence', 'reuse']

/** Only plain values are copied, because other fields may have the same name but another structure. */
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

export function fieldsOf(kind: ResourceName, object: JsonObject, identify: Identify): Sent {
  const { fields, titleField } = resources[kind]
  const known = Object.entries(among(object, fields))
  const plain = known.filter(([name, value]) => !leftOut.includes(name) && isPlain(value))
  return {
    ...Object.fromEntries(plain),
    ...ownFields[kind]?.(object, identify),
    [titleField]: plainText(text(object[titleField])),
  }
}
