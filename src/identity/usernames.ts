import { refuse } from '../resources/parameter.ts'
import { kind, readText } from '../resources/parameter-types.ts'

/** Usernames are case-insensitive. */
export const usernameKey = (username: string): string => username.toLowerCase()

/** A username must not contain a colon, because HTTP Basic uses it as the separator (RFC 7617). */
export const readUsername = (value: unknown): string => {
  const text = readText(value)
  return /^[\w.@-]{1,60}$/.test(text)
    ? text
    : refuse(
        'rest_invalid_username',
        'Must be 1 to 60 characters long; allowed characters are A-Z a-z 0-9 . _ @ -.',
      )
}

export const username = kind(
  { type: 'string', description: 'Username for signing in; not case-sensitive', maxLength: 60 },
  readUsername,
  'refused',
)
