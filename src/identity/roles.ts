import { declaredKinds, type ResourceName } from '../resources/kinds.ts'

/** Permissions of the roles (interface: Roles). */

export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

/** The caller after authentication; undefined for anonymous requests. */
export interface Caller {
  readonly id: number
  readonly username: string
  readonly role: Role
}

export type OptionalCaller = Caller | undefined

/** Makes the caller of a stored user. Unknown roles, stored by another version, get the permissions of a subscriber. */
export const callerOf = ({ id, username, role }: { id: number; username: string; role: string }): Caller => ({
  id,
  username,
  role: roles.find((known) => known === role) ?? 'subscriber',
})

/** Entries have an author and a status; terms have neither. */
export type ResourceFamily = 'entries' | 'terms'

/** The properties of an entry that permissions depend on. */
export interface OwnedEntry {
  readonly author: number
  readonly status: string
}

const roleRank = (caller: OptionalCaller) =>
  caller === undefined ? -1 : roles.length - 1 - roles.indexOf(caller.role)
const hasRole = (caller: OptionalCaller, role: Role) =>
  roleRank(caller) >= roles.length - 1 - roles.indexOf(role)

const isOwn = (caller: OptionalCaller, entry: OwnedEntry) =>
  caller !== undefined && caller.id === entry.author
export const isPublished = ({ status }: Pick<OwnedEntry, 'status'>) =>
  status === 'publish' || status === 'future'

export const isAdministrator = (caller: OptionalCaller) => hasRole(caller, 'administrator')

export const mayCreate = (caller: OptionalCaller, name: ResourceName) =>
  hasRole(caller, declaredKinds[name].createdBy)

export const mayPublish = (caller: OptionalCaller) => hasRole(caller, 'author')

export const mayEditOthers = (caller: OptionalCaller) => hasRole(caller, 'editor')

export const mayImport = mayEditOthers

/** Whether the caller may edit any entry at all, as `context=edit` and similar parameters require. */
export const mayEditAny = (caller: OptionalCaller) => hasRole(caller, 'contributor')

export const maySetImages = (caller: OptionalCaller) => hasRole(caller, 'author')

/** Images belong to an author; everybody who may set images can see all of them. */
export const mayEditImage = (caller: OptionalCaller, { author }: { readonly author: number }) =>
  mayEditOthers(caller) || (maySetImages(caller) && caller?.id === author)

/** Editing and deleting require the same permission on the entry. */
export const mayEdit = (caller: OptionalCaller, entry: OwnedEntry) =>
  mayEditOthers(caller) ||
  (isOwn(caller, entry) &&
    (hasRole(caller, 'author') || (hasRole(caller, 'contributor') && !isPublished(entry))))

/** Unpublished entries are readable by their author and by editors. */
export const mayRead = (caller: OptionalCaller, entry: OwnedEntry) =>
  entry.status === 'publish' || mayEditOthers(caller) || isOwn(caller, entry)

/** Like `mayRead`, but also covers trashed entries, which are readable by those who may edit them. */
export const mayReadAnywhere = (caller: OptionalCaller, entry: OwnedEntry) =>
  entry.status === 'trash' ? mayEdit(caller, entry) : mayRead(caller, entry)
