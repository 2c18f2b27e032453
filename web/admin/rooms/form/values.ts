import { partsOf } from '../../parts/field-names.ts'
import type { Resource } from '../../service/types.ts'
import type { FormField } from './schema.ts'

/**
 * The values of a form, by key: `title` in the original language, `title@fr` in a translation, as in the history
 * (interface: History).
 */

export type Values = Readonly<Record<string, unknown>>

export const keyOf = (name: string, language: string | undefined): string =>
  language === undefined ? name : `${name}@${language}`

/** The same in a form, whose original language stands without its name. */
export const keyIn = (name: string, language: string | undefined, original: string): string =>
  keyOf(name, language === original ? undefined : language)

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** A cleared field is the same as a missing one. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || value === null || (Array.isArray(value) && value.length === 0)

const isAlike = (one: unknown, other: unknown): boolean =>
  isSame(one, other) || (isEmpty(one) && isEmpty(other))

export const changedKeys = (base: Values, values: Values): string[] =>
  Object.keys(values).filter((key) => !isAlike(values[key], base[key]))

export const pick = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, values[key]]))

export const without = (values: Values, key: string | undefined): Values =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== key))

/** Values that the service may change, for example names to IDs; the stored ones are displayed. */
const madeByService = ['slug', 'categories', 'tags', 'venue', 'organizer', 'tickets', 'password']

export const isMade = (key: string): boolean => madeByService.includes(partsOf(key).name)

/** What is stored now, in place of values of which some may be in a language that is gone from it. */
export const replaced = (values: Values, stored: Values): Values => ({
  ...Object.fromEntries(Object.keys(values).map((key) => [key, ''])),
  ...stored,
})

interface Merged {
  readonly values: Values
  /** Fields changed by both to different values. */
  readonly conflicts: readonly string[]
}

/**
 * A three-way merge: my changes where only I changed something, otherwise theirs; on a conflict mine, until the user
 * chooses.
 */
export function merge(base: Values, theirs: Values, mine: Values): Merged {
  const changed = changedKeys(base, mine)
  return {
    values: { ...replaced(mine, theirs), ...pick(mine, changed) },
    conflicts: changed.filter((key) => !isAlike(theirs[key], base[key]) && !isAlike(theirs[key], mine[key])),
  }
}

/** Request bodies for the changed values: one for the original and all shared fields, one for each translation. */
export function bodiesOf(changes: Values): {
  original: Record<string, unknown>
  translations: Record<string, Record<string, unknown>>
} {
  const original: Record<string, unknown> = {}
  const translations: Record<string, Record<string, unknown>> = {}
  for (const [key, value] of Object.entries(changes)) {
    const { name, language } = partsOf(key)
    if (language === undefined) original[name] = value
    else (translations[language] ??= {})[name] = value
  }
  return { original, translations }
}

/** The same bodies with their languages, in the order in which they are sent; undefined is the original. */
export function writesOf(changes: Values): (readonly [string | undefined, Values])[] {
  const { original, translations } = bodiesOf(changes)
  const first = Object.keys(original).length === 0 ? [] : [[undefined, original] as const]
  return [...first, ...Object.entries(translations)]
}

/** The values of a request body, by the keys of the form. */
export const inLanguage = (body: Values, language: string | undefined): Values =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [keyOf(name, language), value]))

export type Represented = Resource & Readonly<Record<string, unknown>>

const idsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : value == null ? [] : [value]).map(({ id }: { id: number }) => id)

/** Converts fields whose displayed form differs from the one sent. */
const sentForms: Readonly<Record<string, (value: unknown) => unknown>> = {
  categories: idsIn,
  tags: idsIn,
  image: (value) => (value === false || value == null ? '' : (value as { id: number }).id),
  recurrence: (value) => (Array.isArray(value) ? value.join('\n') : ''),
}

/** In venues and organizers the fields of these names contain text, not links. */
const linksIn = (value: unknown) => (typeof value === 'object' ? idsIn(value) : value)

const initial = ({ name }: FormField, resource: Represented): unknown => {
  const form = name === 'venue' || name === 'organizer' ? linksIn : sentForms[name]
  return (form === undefined ? resource[name] : form(resource[name])) ?? ''
}

/** How the service has stored what was sent, such as trimmed text; what was cleared may show a fallback. */
export function storedFormsOf(
  fields: readonly FormField[],
  body: Values,
  language: string | undefined,
  stored: Represented,
): Values {
  const filled = fields.filter(({ name }) => !isEmpty(body[name]))
  return inLanguage(Object.fromEntries(filled.map((field) => [field.name, initial(field, stored)])), language)
}

/** A text of the translation itself, which may be equal to the original; without it the original is shown. */
const ownText = (name: string, { own_fields, ...translated }: Represented) =>
  own_fields?.includes(name) === false ? '' : (translated[name] ?? '')

/** `resources` contains the resource in each of its languages. */
export function valuesOf(
  fields: readonly FormField[],
  original: string,
  resources: Readonly<Record<string, Represented>>,
): Values {
  const first = resources[original]!
  const translations = Object.entries(resources).filter(([language]) => language !== original)
  return Object.fromEntries([
    ...fields.map((field) => [field.name, initial(field, first)]),
    ...translations.flatMap(([language, resource]) =>
      fields
        .filter(({ isTranslated }) => isTranslated)
        .map(({ name }) => [keyOf(name, language), ownText(name, resource)]),
    ),
  ]) as Values
}
