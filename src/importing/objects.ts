import type { JsonObject } from '../is-object.ts'
import type { Sent } from './record.ts'

/** What was read of JSON, of which nothing is known yet. */

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value ? [value] : [])

/** What belongs to the service that something comes from. */
const foreign = [
  'id',
  'author',
  'date',
  'date_utc',
  'post_parent',
  'password',
  'image',
  'ml_language',
  'status',
]

/** The fields that are known here and may be taken over. */
export const among = (object: JsonObject, known: object): Sent =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => Object.hasOwn(known, name) && !foreign.includes(name)),
  )
