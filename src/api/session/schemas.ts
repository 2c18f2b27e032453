import type { TSchema } from '../../resources/json-schema.ts'
import { address, choice, moment, object, schemaOf, text } from '../../resources/representation.ts'

/** Representations of sessions and links (interface: Sessions). */
export const sessionSchemas: Readonly<Record<string, TSchema>> = {
  session: object('The session of a person in a browser', {
    csrf_token: text('Token that writes send as X-CSRF-Token'),
    user: schemaOf('self'),
  }),
  passwordLink: object('A link to set a password', {
    url: address('URL where the user sets a password; it works once'),
    expires_utc: moment('Expiry date, in UTC'),
  }),
}

/** For the routes that are available only if e-mail is configured. */
export const mailSchemas: Readonly<Record<string, TSchema>> = {
  sentMail: object('An e-mail to be sent', { status: choice('It waits to be sent', ['queued']) }),
}
