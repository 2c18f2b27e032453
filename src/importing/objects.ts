import type { JsonObject } from '../is-object.ts'
import type { Sent } from './record.ts'

/** Helpers for parsed JSON of unknown structure. */

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value ? [value] : [])

/** The lines of a recurrence, as one text. */
export const linesIn = ({ recurrence = '' }: Sent): string =>
  Array.isArray(recurrence) ? recurrence.join('\n') : String(recurrence)

/** Far deeper than any event; what reads values recursively would run out of stack somewhere in the thousands. */
export const maxLevels = 100

export const isTooDeep = (value: unknown, levels = maxLevels): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1)))

/** Fields whose values are only valid in the source. */
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

/** Selects the fields that exist here and may be imported. */
export const among = (object: JsonObject, known: object): Sent =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => Object.hasOwn(known, name) && !foreign.includes(name)),
  )
