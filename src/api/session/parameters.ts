import { required } from '../../resources/parameter.ts'
import { atMost, kind, readText } from '../../resources/parameter-types.ts'
import type { Message } from '../../locales/fr.ts'

/** Parameters of the routes for sessions and personal passwords (interface: Sessions). */

const maxLength = 500

/** Not normalized or validated further: unknown usernames get the same response as wrong passwords. */
const secret = (description: Message) =>
  required(
    kind(
      { type: 'string', description, maxLength },
      (value) => atMost(maxLength, readText(value, maxLength)),
      'refused',
    ),
  )

export const signInFields = {
  username: secret('Username for signing in; not case-sensitive'),
  password: secret('Password of the person'),
}

export const linkFields = { username: secret('Username or e-mail address of the person') }

export const newPasswordFields = {
  token: secret('Token of the link, from its URL'),
  password: secret('New password, of at least 12 characters'),
}

export const changePasswordFields = {
  current_password: secret('Password that is to be replaced'),
  password: secret('New password, of at least 12 characters'),
}
