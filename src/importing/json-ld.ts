import { groupBy } from '../group-by.ts'
import { isObject, type JsonObject } from '../is-object.ts'
import { isUnknownPlace, statusesOfSchema } from '../resources/events/json-ld.ts'
import type { EventStatus } from '../resources/events/matter.ts'
import { eventStatuses } from '../resources/events/schema.ts'
import type { Site } from '../resources/parameter.ts'
import { decodeEntities } from '../text/markup.ts'
import { endAfter, secondsOfDuration } from './durations.ts'
import { htmlWithEntities } from './html.ts'
import { listOf, maxLevels } from './objects.ts'
import { repetitionOf } from './json-ld-schedule.ts'

/** Events of schema.org, as websites publish them for search engines, become objects as the API has them. */

const withoutVocabulary = (name: unknown) =>
  String(name).replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, '')

/** The status that schema.org calls so. */
export const statusNamed = (name: unknown): EventStatus | undefined =>
  eventStatuses.find((status) => statusesOfSchema[status] === withoutVocabulary(name))

const typesOf = (object: JsonObject): string[] => listOf(object['@type']).map(withoutVocabulary)

const isEvent = (object: JsonObject) =>
  typesOf(object).some((type) => /(?:Event|EventSeries|Festival|Hackathon|CourseInstance)$/.test(type))

const isLinkedData = (value: unknown): value is JsonObject =>
  isObject(value) && ['@type', '@graph', '@context'].some((name) => Object.hasOwn(value, name))

/** Where lists and pages have their events. */
const inside = ['@graph', 'itemListElement', 'item', 'mainEntity', 'subjectOf', 'event', 'events'] as const

/** The dates of a series have what they lack from it. */
function datesOf(series: JsonObject): unknown[] {
  const { subEvent, ...shared } = series
  const dates = listOf(subEvent).filter(isObject)
  return dates.length === 0 || !typesOf(series).includes('EventSeries')
    ? [series]
    : dates.map((date) => ({ ...shared, endDate: undefined, ...date }))
}

function* eventsIn(value: unknown, levels = maxLevels): Generator<unknown> {
  if (!isLinkedData(value) || levels === 0) return
  if (isEvent(value)) return yield* datesOf(value)
  for (const name of inside)
    for (const one of listOf(value[name]))
      yield* eventsIn(isObject(one) ? { '@type': '', ...one } : one, levels - 1)
}

const isReference = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value['@id'] === 'string' && Object.keys(value).length === 1

/** What the graph says elsewhere of the places and organizers that its events name. */
function collectNamed(value: unknown, named: Map<unknown, JsonObject>, levels = maxLevels): void {
  if (levels === 0 || typeof value !== 'object' || value === null) return
  if (isObject(value) && value['@id'] !== undefined && !isReference(value)) named.set(value['@id'], value)
  for (const inner of Object.values(value)) collectNamed(inner, named, levels - 1)
}

const textOf = (value: unknown): string | undefined => {
  const [one] = listOf(value)
  const text = isObject(one) ? (one['@value'] ?? one.name ?? one.url ?? one.contentUrl) : one
  return typeof text === 'string' || typeof text === 'number'
    ? decodeEntities(String(text)).trim()
    : undefined
}

const present = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== ''))

const isVirtual = (place: unknown) => isObject(place) && typesOf(place).includes('VirtualLocation')

function venueOf(place: unknown): JsonObject {
  if (!isObject(place)) return present({ venue: textOf(place) })
  const address = isObject(place.address) ? place.address : {}
  const geo = isObject(place.geo) ? place.geo : {}
  const street = isObject(place.address) ? textOf(address.streetAddress) : textOf(place.address)
  return present({
    venue: textOf(place.name) ?? street ?? textOf(address.addressLocality),
    address: street,
    city: textOf(address.addressLocality),
    zip: textOf(address.postalCode),
    stateprovince: textOf(address.addressRegion),
    country: textOf(address.addressCountry),
    phone: textOf(place.telephone),
    website: textOf(place.sameAs),
    ...(geo.latitude == null || geo.longitude == null
      ? {}
      : { geo_lat: geo.latitude, geo_lng: geo.longitude }),
  })
}

const organizerOf = (one: unknown): JsonObject =>
  isObject(one)
    ? present({
        organizer: textOf(one.name),
        email: textOf(one.email)?.replace(/^mailto:/i, ''),
        phone: textOf(one.telephone),
        website: textOf(one.url),
      })
    : present({ organizer: textOf(one) })

function costsOf(offers: unknown): string[] {
  const costs = listOf(offers)
    .filter(isObject)
    .flatMap((offer) =>
      [offer.price ?? offer.lowPrice, offer.highPrice].flatMap((price) => {
        const amount = textOf(price)
        return amount === undefined || !/\d/.test(amount)
          ? []
          : [[textOf(offer.priceCurrency), amount].filter(Boolean).join(' ')]
      }),
    )
  return [...new Set(costs)]
}

const hasTime = (text: string) => /\dT\d/.test(text)

function timesOf(event: JsonObject, site: Site): JsonObject {
  const { from, until, duration: length, recurrence } = repetitionOf(event)
  const start = textOf(event.startDate) ?? from
  const seconds = secondsOfDuration(textOf(event.duration) ?? length ?? '')
  if (start === undefined) return {}
  // An end before the start is one after midnight.
  const sameDay = until !== undefined && until < start ? endAfter(until, 86_400, false, site) : until
  const end = (recurrence === undefined ? textOf(event.endDate) : undefined) ?? sameDay
  return present({
    start_date: start,
    end_date: end ?? (seconds === undefined ? start : endAfter(start, seconds, !hasTime(start), site)),
    all_day: !hasTime(start),
    recurrence,
  })
}

function objectOf(event: JsonObject, site: Site, isUnique: (url: string) => boolean): JsonObject {
  const places = listOf(event.location)
  const url = textOf(event.url)
  const online = textOf(places.find(isVirtual))
  const status = statusNamed(textOf(event.eventStatus))
  const keywords = listOf(event.keywords).flatMap((one) => textOf(one)?.split(',') ?? [])
  const costs = costsOf(event.offers)
  const free = event.isAccessibleForFree === true ? '0' : undefined
  const description = textOf(event.description)
  return present({
    external_id: textOf(event['@id']) ?? (url !== undefined && isUnique(url) ? url : undefined),
    title: textOf(event.name),
    description: description && htmlWithEntities(description),
    ...timesOf(event, site),
    website: url ?? online,
    image: textOf(event.image),
    event_status: status ?? (places.length > 0 && places.every(isVirtual) ? 'moved-online' : undefined),
    // Services like this one name a place also where none is known, because search engines require it.
    venue: places
      .filter((place) => !isVirtual(place))
      .map(venueOf)
      .filter(({ venue }) => !isUnknownPlace(venue)),
    organizer: listOf(event.organizer).map(organizerOf),
    tags: keywords.map((one) => one.trim()).filter((one) => one !== ''),
    cost: costs.length === 0 ? free : costs,
    language: textOf(event.inLanguage),
  })
}

/** The events in documents, one at a time, because that gives way to other requests; what is not linked data stays as it is. */
export function* withoutLinkedData(values: readonly unknown[], site: Site): Generator<unknown> {
  if (!values.some(isLinkedData)) return yield* values
  const named = new Map<unknown, JsonObject>()
  collectNamed(values, named)
  const whole = (value: unknown) =>
    listOf(value).map((one) => (isReference(one) ? (named.get(one['@id']) ?? one) : one))
  const found = values.flatMap((value) => (isLinkedData(value) ? [...eventsIn(value)] : [value]))
  const byUrl = groupBy(found, (one) => (isLinkedData(one) ? textOf(one.url) : undefined))
  const isUnique = (url: string) => byUrl.get(url)?.length === 1
  for (const one of found)
    yield isLinkedData(one)
      ? objectOf({ ...one, location: whole(one.location), organizer: whole(one.organizer) }, site, isUnique)
      : one
}
