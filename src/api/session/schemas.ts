import Type, { type TSchema } from '../../resources/json-schema.ts'
import { address, moment, schemaOf, text } from '../../resources/representation.ts'

/** Representations of sessions and links (interface: Sessions). */
export const sessionSchemas: Readonly<Record<string, TSchema>> = {
  session: Type.Object(
    {
      csrf_token: text('Token that writes send as X-CSRF-Token'),
      user: schemaOf('self'),
    },
    { description: 'The session of a person in a browser' },
  ),
  passwordLink: Type.Object(
    {
      url: address('URL where the user sets a password; it works once'),
      expires_utc: moment('Expiry date, in UTC'),
    },
    { description: 'A link to set a password' },
  ),
}

/** For the routes that are available only if e-mail is configured. */
export const mailSchemas: Readonly<Record<string, TSchema>> = {
  sentMail: Type.Object(
    { status: Type.Enum(['queued'], { description: 'It waits to be sent' }) },
    { description: 'An e-mail to be sent' },
  ),
}
