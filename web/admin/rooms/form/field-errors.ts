import type { ServiceError } from '../../service/errors.ts'
import { keyOf, type Values } from './values.ts'

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
