import { say } from '../../locales/sentence.ts'
import { filled, forList, forUpdate, refuse, required } from '../../resources/parameter.ts'
import { atMost, choice, email, integer, kind, page, plain, readText } from '../../resources/vocabulary.ts'
import { momentToInstant, readMoment, type Instant } from '../../time/index.ts'
import { roles } from '../../identity/roles.ts'
import { withoutSpaces } from '../../identity/secrets.ts'
import { username } from '../../identity/usernames.ts'

/** Parameters of the routes about users and their passwords (contract §14). */

const longestPassword = 500

const password = kind(
  {
    type: 'string',
    description: 'Password to sign in with; blanks in it do not matter',
    maxLength: longestPassword,
  },
  (value) => {
    const text = atMost(longestPassword, readText(value))
    return withoutSpaces(text) === '' ? refuse('rest_empty', say('This must not be empty.')) : text
  },
  'refused',
)

export const userFields = {
  username: required(username),
  role: required(choice('What the user may do', roles)),
  name: plain('Name of the person or program'),
  email: email('E-mail address'),
  password,
}

const { username: newUsername, role: newRole, ...others } = forUpdate(userFields)

export const userUpdate = { username: filled(newUsername), role: filled(newRole), ...others }

export const userList = forList({
  ...page,
  search: plain('Text in user name, name or e-mail address'),
  role: choice('Users of that role', roles),
})

export const userRemoval = {
  reassign: filled(integer('Id of the user who takes over what this one wrote', { minimum: 1 })),
}

const expiry = kind<Instant>(
  { type: 'string', description: 'When the password and its token end; never, if not sent' },
  (value, site) => {
    const instant = momentToInstant(readMoment(value, site.now, site.timezone), site.timezone)
    return instant > site.now
      ? instant
      : refuse('rest_out_of_bounds', say('This must be a date in the future.'))
  },
)

export const passwordFields = { name: required(plain('What the password is for')), expires: expiry }

export const userPath = { id: integer('Unique identifier of the user', { minimum: 0 }) }

export const passwordPath = { uuid: plain('Unique identifier of the application password') }
