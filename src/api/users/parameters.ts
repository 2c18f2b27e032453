import { filled, forList, forUpdate, refuse, required } from '../../resources/parameter.ts'
import { atMost, choice, email, integer, kind, plain, readText } from '../../resources/parameter-types.ts'
import { page } from '../../resources/common-parameters.ts'
import { momentToInstant, readMoment, type Instant } from '../../time/index.ts'
import { roles } from '../../identity/roles.ts'
import { withoutSpaces } from '../../identity/secrets.ts'
import { username } from '../../identity/usernames.ts'

/** Parameters of the routes for users and their passwords (interface: Users). */

const maxPasswordLength = 500

const password = kind(
  {
    type: 'string',
    description: 'Password for signing in; spaces are ignored',
    maxLength: maxPasswordLength,
  },
  (value) => {
    const text = atMost(maxPasswordLength, readText(value, maxPasswordLength))
    return withoutSpaces(text) === '' ? refuse('rest_empty', 'Must not be empty.') : text
  },
  'refused',
)

export const userFields = {
  username: required(username),
  role: required(choice('Role of the user', roles)),
  name: plain('Name of the person or program'),
  email: email('E-mail address'),
  password,
}

const { username: newUsername, role: newRole, ...others } = forUpdate(userFields)

export const updateUserFields = { username: filled(newUsername), role: filled(newRole), ...others }

export const listUsersParameters = forList({
  ...page,
  search: plain('Text contained in the username, name or e-mail address'),
  role: choice('Users with the given role', roles),
})

export const listUserNamesParameters = forList(page)

export const deleteUserParameters = {
  reassign: filled(integer('ID of the user who receives the entries of the deleted user', { minimum: 1 })),
}

const expiry = kind<Instant>(
  { type: 'string', description: 'Expiry date of the password and its token; they never expire if omitted' },
  (value, site) => {
    const instant = momentToInstant(readMoment(value, site.now, site.timezone), site.timezone)
    return instant > site.now ? instant : refuse('rest_out_of_bounds', 'Must be a date in the future.')
  },
)

export const passwordFields = { name: required(plain('Purpose of the password')), expires: expiry }

export const userPath = { id: integer('Unique identifier of the user', { minimum: 0 }) }

export const passwordPath = { uuid: plain('Unique identifier of the application password') }
