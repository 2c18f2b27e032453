/** Who may do what (contract §2). */

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

/** Who asks, once their credentials are verified; undefined stands for nobody. */
export interface Caller {
  readonly id: number
  readonly username: string
  readonly role: Role
}

export type Asker = Caller | undefined

/** Entries have an author and a state; terms have neither. */
export type Family = 'entries' | 'terms'

/** What rights depend on in an entry. */
export interface Owned {
  readonly author: number
  readonly status: string
}

const rank = (asker: Asker) => (asker === undefined ? -1 : roles.length - 1 - roles.indexOf(asker.role))
const atLeast = (asker: Asker, role: Role) => rank(asker) >= roles.length - 1 - roles.indexOf(role)

const isOwn = (asker: Asker, entry: Owned) => asker !== undefined && asker.id === entry.author
const isPublished = ({ status }: Owned) => status === 'publish' || status === 'future'

export const isAdministrator = (asker: Asker) => atLeast(asker, 'administrator')

/** The least role that makes one of a kind; those who make terms also edit and delete them. */
const creators = {
  events: 'contributor',
  venues: 'contributor',
  organizers: 'contributor',
  categories: 'author',
  tags: 'editor',
} as const satisfies Record<string, Role>

export const mayCreate = (asker: Asker, kind: keyof typeof creators) => atLeast(asker, creators[kind])

export const mayPublish = (asker: Asker) => atLeast(asker, 'author')

export const mayEditOthers = (asker: Asker) => atLeast(asker, 'editor')

/** Whether there may be anything that the asker edits: what `context=edit` and the like ask. */
export const mayEditSome = (asker: Asker) => atLeast(asker, 'contributor')

export const mayGiveImages = (asker: Asker) => atLeast(asker, 'author')

/** Edits and deletes ask the same of that one entry. */
export const mayEdit = (asker: Asker, entry: Owned) =>
  mayEditOthers(asker) ||
  (isOwn(asker, entry) &&
    (atLeast(asker, 'author') || (atLeast(asker, 'contributor') && !isPublished(entry))))

/** The trash is read by those who may edit; the rest by its author and by editors until it is published. */
export const mayRead = (asker: Asker, entry: Owned) =>
  entry.status === 'publish' || mayEditOthers(asker) || isOwn(asker, entry)
