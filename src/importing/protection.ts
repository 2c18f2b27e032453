import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { JsonObject } from '../is-object.ts'
import type { Sent } from './record.ts'

/** What is not public at the source, or not yet, and must not become public here. */

const notPublic = ['draft', 'pending', 'private', 'trash']

/** Of events that have a password at the source, which does not tell it. */
const isProtected = (object: JsonObject) => object.protected === true

/** The status of an event, which is private if only its password kept it from the public. */
export const statusOf = (object: JsonObject): unknown =>
  isProtected(object) && !notPublic.includes(String(object.status)) ? 'private' : object.status

/** What WordPress writes for a draft, whose date it sets when it is published. */
const isUnset = (date: unknown) => typeof date === 'string' && date.startsWith('0000-')

/** When the source publishes an event; a site writes both, and people who write a file themselves often one. */
export const dateOf = ({ date, date_utc }: JsonObject): Sent =>
  isUnset(date_utc) ? {} : date_utc ? { date_utc } : date ? { date } : {}

/** Whether the source publishes an event later without saying when. */
const isUndated = (object: JsonObject) =>
  statusOf(object) === 'future' && Object.keys(dateOf(object)).length === 0

/** Status and date of publication. What waits for a date that the source does not tell waits for an editor here. */
export function publicationOf(object: JsonObject): Sent {
  const status = isUndated(object) ? 'pending' : statusOf(object)
  return { ...(typeof status === 'string' ? { status } : {}), ...dateOf(object) }
}

/** Of a resource that is embedded in another one, which only tells its publication if it is not public. */
export const publicationOfLinked = (object: JsonObject): Sent =>
  object.status === undefined || object.status === 'publish' ? {} : publicationOf(object)

export const notesOn = (object: JsonObject): LocalizableMessage[] => [
  ...(isProtected(object)
    ? [message('This event has a password at the source, which is not imported, so it is not public here.')]
    : []),
  ...(isUndated(object)
    ? [message('The source does not say when this event is to be published, so it awaits a review here.')]
    : []),
]

const isNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What lists hide of protected events. */
const hidden = ['description', 'excerpt', 'cost', 'categories', 'tags', 'venue', 'organizer']

/** Whether a list shows little more of an event than its title and times, as of those whose text it withholds. */
export const isBare = (object: JsonObject): boolean => hidden.every((name) => isNothing(object[name]))
