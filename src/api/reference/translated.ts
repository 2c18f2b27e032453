import { translate } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'

export type Translate = (text: Message) => string

const isProse = (name: string) => name === 'description' || name === 'summary'

/** Translates all prose in a description of the API. */
export function translated<T>(value: T, language: string): T
export function translated(value: unknown, language: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => translated(item, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      isProse(name) && typeof part === 'string' ? translate(part, language) : translated(part, language),
    ]),
  )
}
