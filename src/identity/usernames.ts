import { refuse } from '../resources/parameter.ts'
import { kind, readText } from '../resources/vocabulary.ts'
import { say } from '../locales/sentence.ts'

/** Two user names that differ in case alone are the same. */
export const usernameKey = (username: string): string => username.toLowerCase()

/** A name never holds a colon, for that ends it in HTTP Basic (RFC 7617). */
export const readUsername = (value: unknown): string => {
  const text = readText(value)
  return /^[\w.@-]{1,60}$/.test(text)
    ? text
    : refuse('rest_invalid_username', say('This must be 1 to 60 of the characters A-Z a-z 0-9 . _ @ -.'))
}

export const username = kind(
  { type: 'string', description: 'Name to sign in with; its case does not matter', maxLength: 60 },
  readUsername,
  'refused',
)
