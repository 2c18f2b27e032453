/** The five kinds: what one is called in codes and messages, and all of them in paths and tables. */

const entries = { event: 'events', venue: 'venues', organizer: 'organizers' } as const
const terms = { category: 'categories', tag: 'tags' } as const

export const resourceNames = { ...entries, ...terms }

export type Kind = keyof typeof resourceNames
export type ResourceName = (typeof resourceNames)[Kind]

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>) => Object.keys(names) as Key[]

export const kinds = keysOf(resourceNames)
export const entryKinds = keysOf(entries)
export const termKinds = keysOf(terms)

/** Tables of what has an author and a status. */
export const entryTables = Object.values(entries)
