import type { EventTable, LinkKind } from '../../store/sql/schema.ts'

/** Fields that an occurrence takes from its series until they are set on the occurrence itself (interface: Series). */

/** Columns of the event itself, by field. */
const columns = {
  author: ['author'],
  date: ['date'],
  status: ['status'],
  image: ['image'],
  cost: ['is_free'],
  show_map: ['show_map'],
  show_map_link: ['show_map_link'],
  hide_from_listings: ['hide_from_listings'],
  sticky: ['sticky'],
  featured: ['featured'],
  tickets: ['tickets', 'ticketed', 'has_free_tickets'],
  event_status: ['event_status'],
  password: ['password'],
} as const satisfies Readonly<Record<string, readonly (keyof EventTable)[]>>

const texts = ['title', 'description', 'excerpt', 'website', 'cost'] as const

/** Searched fields: those that consist of words. */
export const searchedTexts: readonly string[] = ['title', 'description', 'excerpt']

const links: readonly LinkKind[] = ['categories', 'tags', 'venue', 'organizer']

/** Together these define when an occurrence takes place, so setting one of them makes all of them its own. */
export const timeFields: readonly string[] = ['start_date', 'end_date', 'timezone', 'all_day']

/** Fields stored under another name. */
const aliases: Readonly<Record<string, string>> = { date_utc: 'date' }

export const inheritedFields: readonly string[] = [
  ...new Set([...Object.keys(columns), ...texts, ...links, ...timeFields]),
]

/** Whether occurrences inherit a field, which may be named with a language, as in `title@fr`. */
export const isInherited = (name: string): boolean => inheritedFields.includes(name.split('@')[0]!)

/** A field as named in `overrides`. Texts belong to a language, which is omitted for that of the original. */
export interface InheritedField {
  readonly field: string
  /** Undefined for the original language, and for fields that are not texts. */
  readonly language: string | undefined
}

const isText = (field: string) => (texts as readonly string[]).includes(field)

/** Reads `title@fr`; undefined if there is no such field. */
export function readInherited(name: string, languages: readonly string[]): InheritedField | undefined {
  const [field = '', language, ...rest] = name.split('@')
  if (!inheritedFields.includes(field) || rest.length > 0) return undefined
  if (language !== undefined && !(isText(field) && languages.includes(language))) return undefined
  return { field, language }
}

/** The name in `overrides` of a field that was set in a language. */
export const overrideName = (field: string, language: string, original: string): string =>
  isText(field) && language !== original ? `${field}@${language}` : field

/** Those of the written fields that occurrences inherit from their series. */
export const inheritedAmong = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => aliases[name] ?? name).filter((name) => inheritedFields.includes(name))),
]

/** A set of names in the form of the column. */
export const overridesColumn = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` ${[...new Set(names)].toSorted().join(' ')} `

const namesIn = ({ overrides }: Pick<EventTable, 'overrides'>) => overrides.split(' ').filter(Boolean)

export const overridesOf = (event: Pick<EventTable, 'overrides'>): readonly string[] =>
  namesIn(event).map((name) => name.split(':')[0]!)

/** In the trash, the status override is stored as `status:draft`, because the status column then contains `trash`. */
export const overridesInTrash = (event: Pick<EventTable, 'overrides' | 'status'>): string =>
  overridesColumn(overridesOf(event).map((name) => (name === 'status' ? `status:${event.status}` : name)))

/** The status override that an event had before it was moved to the trash. */
export const statusBeforeTrash = (event: Pick<EventTable, 'overrides'>): string | undefined =>
  namesIn(event)
    .find((name) => name.startsWith('status:'))
    ?.slice('status:'.length)

export const hasOwnTime = (event: Pick<EventTable, 'overrides'>): boolean =>
  overridesOf(event).some((name) => timeFields.includes(name))

export const setsTime = (fields: readonly string[]): boolean =>
  fields.some((name) => timeFields.includes(name))

/** Whether a field is among the own ones of an occurrence, whose time is its own as a whole. */
export const isAmong = (own: readonly string[], name: string): boolean =>
  own.includes(name) || (setsTime([name]) && setsTime(own))

/** The columns of the event that contain these fields. */
export const columnsOf = (fields: readonly string[]): readonly (keyof EventTable)[] =>
  fields.flatMap((field) => columns[field as keyof typeof columns] ?? [])

export const textsAmong = (fields: readonly string[]): readonly string[] => fields.filter(isText)

export const linksAmong = (fields: readonly string[]): readonly LinkKind[] =>
  links.filter((kind) => fields.includes(kind))

export const isSearched = (field: string): boolean => searchedTexts.includes(field)
