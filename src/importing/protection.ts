import { message, type LocalizableMessage } from '../locales/sentence.ts'
import type { JsonObject } from '../is-object.ts'

/** Events that have a password at the source, which does not tell it; so they must not become public here. */

const notPublic = ['draft', 'pending', 'private', 'trash']

const isProtected = (object: JsonObject) => object.protected === true

/** The status of an event, which is private if only its password kept it from the public. */
export const statusOf = (object: JsonObject): unknown =>
  isProtected(object) && !notPublic.includes(String(object.status)) ? 'private' : object.status

export const notesOn = (object: JsonObject): LocalizableMessage[] =>
  isProtected(object)
    ? [message('This event has a password at the source, which is not imported, so it is not public here.')]
    : []

const isNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What lists hide of protected events. */
const hidden = ['description', 'excerpt', 'cost', 'categories', 'tags', 'venue', 'organizer']

/** Whether a list shows little more of an event than its title and times, as of those whose text it withholds. */
export const isBare = (object: JsonObject): boolean => hidden.every((name) => isNothing(object[name]))
