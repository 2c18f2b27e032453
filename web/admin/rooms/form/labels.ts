import type { Text, Words } from '../../locales/index.ts'
import { fieldNames, partsOf } from '../../parts/field-names.ts'
import { eventStatuses } from '../../parts/kind-names.ts'
import { languageName } from '../../parts/language-marks.tsx'
import type { FormField } from './schema.ts'

/** Labels of fields. Others use the description in the OpenAPI document. */

const helps: Readonly<Record<string, Text>> = {
  excerpt: 'One or two sentences for lists.',
  featured: 'Shown large on the start page',
  sticky: 'For other websites; this calendar shows it like any other event',
  hide_from_listings: 'Only people with the link can find it',
  show_map_link: 'Opens a map on another site',
  password: 'Leave empty if everybody may see the event.',
  cost: 'As you would say it: 20 · 30–75 CHF · Free · Donation',
}

/** The names of venues and organizers, which events link to by fields that are called the same. */
const isName = ({ name, isTranslated }: Pick<FormField, 'name' | 'isTranslated'>) =>
  isTranslated && (name === 'venue' || name === 'organizer')

export function labelOf(t: Words, field: FormField): string {
  const label = isName(field) ? 'Name' : fieldNames[field.name]
  return label === undefined ? field.schema.description : t(label)
}

/** The label of a field by its key, including nested ones: `tickets.0.price`. */
export function nameOfField(t: Words, fields: readonly FormField[], name: string): string {
  const [first = ''] = name.split('.')
  const field = fields.find((one) => one.name === first)
  if (field !== undefined) return labelOf(t, field)
  return fieldNames[first] === undefined ? name : t(fieldNames[first])
}

/** The same with the language of a translated field: `title@fr`. */
export function nameOfKey(t: Words, fields: readonly FormField[], key: string): string {
  const { name, language } = partsOf(key)
  const label = nameOfField(t, fields, name)
  return language === undefined ? label : `${label}, ${languageName(t, language)}`
}

export const helpOf = (t: Words, name: string): string | undefined =>
  helps[name] === undefined ? undefined : t(helps[name])

const choices: Readonly<Record<string, Text>> = eventStatuses

export const choiceOf = (t: Words, value: string): string =>
  choices[value] === undefined ? value : t(choices[value])
