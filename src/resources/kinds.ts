import type { Role } from '../identity/roles.ts'
import type { Message } from '../locales/fr.ts'

interface KindDeclaration {
  /** The plural, used in paths and table names. */
  readonly name: string
  readonly about: Message
  /** The lowest role that may create one; for terms it also permits editing and deleting. */
  readonly createdBy: Role
}

/**
 * The kinds by their singular, used in error codes and messages. Entries have an author, a status and an image; terms
 * do not.
 */
const entries = {
  event: { name: 'events', about: 'Events of the calendar', createdBy: 'contributor' },
  venue: { name: 'venues', about: 'Venues where events take place', createdBy: 'contributor' },
  organizer: { name: 'organizers', about: 'Organizers of events', createdBy: 'contributor' },
} as const satisfies Readonly<Record<string, KindDeclaration>>
const terms = {
  category: { name: 'categories', about: 'Categories of events, as a tree', createdBy: 'author' },
  tag: { name: 'tags', about: 'Tags of events', createdBy: 'editor' },
} as const satisfies Readonly<Record<string, KindDeclaration>>

const declared = { ...entries, ...terms }

export type Kind = keyof typeof declared
type NameOf<K extends Kind> = (typeof declared)[K]['name']
export type ResourceName = NameOf<Kind>
type EntryName = NameOf<keyof typeof entries>
export type TextTableName = `${Kind}_texts`

const keysOf = <Key extends string>(of: Readonly<Record<Key, KindDeclaration>>) => Object.keys(of) as Key[]
const namesOf = <Name extends string>(of: Readonly<Record<string, { readonly name: Name }>>) =>
  Object.values(of).map(({ name }) => name)

export const kinds = keysOf(declared)
export const entryKinds = keysOf(entries)
export const termKinds = keysOf(terms)

export const resourceNames = Object.fromEntries(kinds.map((kind) => [kind, declared[kind].name])) as {
  readonly [K in Kind]: NameOf<K>
}

/** Tables of entries, which have an author and a status. */
export const entryTables: readonly EntryName[] = namesOf(entries)

/** The declarations by plural name. */
export const declaredKinds = Object.fromEntries(
  Object.values(declared).map((one) => [one.name, one]),
) as Readonly<Record<ResourceName, KindDeclaration>>

/** Builds an object with a value for each kind's resource table and text table. */
export const forTables = <Row, Text>(row: (name: ResourceName) => Row, text: (name: ResourceName) => Text) =>
  Object.fromEntries(
    kinds.flatMap((kind) => [
      [resourceNames[kind], row(resourceNames[kind])],
      [`${kind}_texts`, text(resourceNames[kind])],
    ]),
  ) as Record<ResourceName, Row> & Record<TextTableName, Text>
