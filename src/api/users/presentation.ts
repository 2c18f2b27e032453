import { toWall, type Instant } from '../../time/index.ts'
import type { ApplicationPassword } from '../../identity/application-passwords.ts'
import {
  isAdministrator,
  mayCreate,
  mayEditOthers,
  maySetImages,
  mayPublish,
  type Caller,
} from '../../identity/roles.ts'
import { displayName, type User } from '../../identity/user-store.ts'

const utc = (instant: Instant) => toWall(instant, 'UTC')

export const presentUser = ({ id, username, name, email, role, registered }: User) => ({
  id,
  username,
  name,
  email,
  role,
  registered_utc: utc(registered),
})

export const presentUserName = (user: User) => ({ id: user.id, name: displayName(user) })

export const presentSelf = (user: User, caller: Caller) => ({
  ...presentUser(user),
  capabilities: {
    create_events: mayCreate(caller, 'events'),
    publish: mayPublish(caller),
    edit_others: mayEditOthers(caller),
    manage_categories: mayCreate(caller, 'categories'),
    manage_tags: mayCreate(caller, 'tags'),
    upload_media: maySetImages(caller),
    manage_users: isAdministrator(caller),
  },
})

const presentDates = ({ created, expires }: Pick<ApplicationPassword, 'created' | 'expires'>) => ({
  created_utc: utc(created),
  ...(expires === null ? {} : { expires_utc: utc(expires) }),
})

export const presentPassword = (password: ApplicationPassword) => ({
  uuid: password.uuid,
  name: password.name,
  ...presentDates(password),
  ...(password.last_used === null ? {} : { last_used_utc: utc(password.last_used) }),
})

/** Password and token are shown only once. */
export const presentIssued = (row: ApplicationPassword, secrets: { password: string; token: string }) => ({
  uuid: row.uuid,
  name: row.name,
  password: secrets.password,
  token: secrets.token,
  ...presentDates(row),
})
