import type { ServiceError } from '../../service/errors.ts'
import { isSame, keyOf, type Values } from './values.ts'

/** What the service refuses, by the key of the field; `lacking` is the message for a missing one. */
export function errorsOf(error: ServiceError, values: Values, lacking: string): Record<string, string> {
  const { language } = error as ServiceError & { language?: string }
  const named = error.code === 'slug-taken' ? { slug: error.message } : error.fields
  return Object.fromEntries(
    Object.entries(named).map(([name, sentence]) => [
      keyOf(name, keyOf(name, language) in values ? language : undefined),
      error.missing.includes(name) ? lacking : sentence,
    ]),
  )
}

/** The value that an error is about: `tickets.0.price` is that of the first ticket. */
const valueAt = (values: Values, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (value as Values | undefined)?.[part], values)

/** What was said about values that have changed since does not count any more. */
export function errorsLeft(
  errors: Readonly<Record<string, string>>,
  values: Values,
  changes: Values,
): Record<string, string> {
  const isAnswered = (key: string) =>
    key in changes || (key.split('.')[0]! in changes && !isSame(valueAt(values, key), valueAt(changes, key)))
  return Object.fromEntries(Object.entries(errors).filter(([key]) => !isAnswered(key)))
}
