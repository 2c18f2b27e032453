import { toWall, type Instant } from '../../time/index.ts'
import type { ApplicationPassword } from '../../identity/application-passwords.ts'
import {
  isAdministrator,
  mayCreate,
  mayEditOthers,
  mayGiveImages,
  mayPublish,
  type Caller,
} from '../../identity/roles.ts'
import type { User } from '../../identity/users.ts'

const utc = (instant: Instant) => toWall(instant, 'UTC')

export const presentUser = ({ id, username, name, email, role, registered }: User) => ({
  id,
  username,
  name,
  email,
  role,
  registered_utc: utc(registered),
})

export const presentSelf = (user: User, caller: Caller) => ({
  ...presentUser(user),
  capabilities: {
    create_events: mayCreate(caller, 'events'),
    publish: mayPublish(caller),
    edit_others: mayEditOthers(caller),
    manage_categories: mayCreate(caller, 'categories'),
    manage_tags: mayCreate(caller, 'tags'),
    upload_media: mayGiveImages(caller),
    manage_users: isAdministrator(caller),
  },
})

const times = ({ created, expires }: ApplicationPassword) => ({
  created_utc: utc(created),
  ...(expires === null ? {} : { expires_utc: utc(expires) }),
})

export const presentPassword = (password: ApplicationPassword) => ({
  uuid: password.uuid,
  name: password.name,
  ...times(password),
})

/** Password and token are shown this once. */
export const presentIssued = (kept: ApplicationPassword, secrets: { password: string; token: string }) => ({
  uuid: kept.uuid,
  name: kept.name,
  password: secrets.password,
  token: secrets.token,
  ...times(kept),
})
