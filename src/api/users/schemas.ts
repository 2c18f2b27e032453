import Type, { type TSchema } from '../../resources/json-schema.ts'
import {
  choice,
  flag,
  id,
  list,
  listOf,
  moment,
  object,
  schemaOf,
  text,
} from '../../resources/representation.ts'
import { roles } from '../../identity/roles.ts'

/** Representations of users and application passwords (interface: Users). */

const userFields = {
  id: id('ID of the user'),
  username: text('Username for signing in'),
  name: text('Name of the person or program'),
  email: text('E-mail address; empty if not specified'),
  role: choice('Role of the user', roles),
  registered_utc: moment('Date the user was created, in UTC'),
}

const capabilities = object('The permissions of the user', {
  create_events: flag('May create events, venues and organizers'),
  publish: flag('May publish'),
  edit_others: flag('May edit entries by other users'),
  manage_categories: flag('May create, update and delete categories'),
  manage_tags: flag('May create, update and delete tags'),
  upload_media: flag('May set images'),
  manage_users: flag('May create, update and delete users'),
})

const passwordNames = {
  uuid: text('Unique identifier of the application password'),
  name: text('Purpose of the password'),
}

const passwordDates = {
  created_utc: moment('Date created, in UTC'),
  expires_utc: Type.Optional(moment('Expiry date, in UTC; absent if it never expires')),
  last_used_utc: Type.Optional(moment('Date of the last use, in UTC; absent if there was none')),
}

export const identitySchemas: Readonly<Record<string, TSchema>> = {
  user: object('A user', userFields),
  self: object('The authenticated user', { ...userFields, capabilities }),
  userList: listOf('users', 'user'),
  userName: object('The name of a user', {
    id: userFields.id,
    name: text('Name of the user, or the username if there is none'),
  }),
  userNameList: listOf('names', 'userName'),
  applicationPassword: object('An application password, without the secrets', {
    ...passwordNames,
    ...passwordDates,
  }),
  issuedApplicationPassword: object('A newly created application password', {
    ...passwordNames,
    password: text('The password, shown only once'),
    token: text('The bearer token, shown only once'),
    ...passwordDates,
  }),
  applicationPasswordList: object('The application passwords of a user', {
    application_passwords: list('All application passwords', schemaOf('applicationPassword')),
  }),
}
