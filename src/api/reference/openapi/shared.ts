import type { Message } from '../../../locales/fr.ts'

/** What many operations have in common: parameters, headers, ways to sign in. */

const header = (description: Message, schema: object = { type: 'string' }) => ({ description, schema })

export const headers = {
  'X-Total': header('How many items match', { type: 'integer' }),
  'X-Total-Pages': header('How many pages they fill', { type: 'integer' }),
  Link: header('Addresses of other pages, or of the other languages (RFC 8288)'),
  ETag: header('Strong entity tag of the representation'),
  'Cache-Control': header('Who may keep the answer, and for how long'),
  'Content-Language': header('Language of the content'),
  Vary: header('Headers of the request that the answer depends on'),
  Location: header('Address of what was created', { type: 'string', format: 'uri' }),
  'Retry-After': header('Seconds after which to try again', { type: 'integer' }),
  'WWW-Authenticate': header('How to sign in'),
  'RateLimit-Limit': header('Requests that are allowed in a burst', { type: 'integer' }),
  'RateLimit-Remaining': header('Requests that are left', { type: 'integer' }),
  'RateLimit-Reset': header('Seconds until all are there again', { type: 'integer' }),
  'X-Request-Id': header('Names the request in the log of the service'),
}

const sent = (name: string, description: Message, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

export const parameters = {
  fields: {
    name: '_fields',
    in: 'query',
    required: false,
    description:
      'Trims the answer to the paths given, such as id,title,venue.venue; on lists they start at the envelope',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  ifNoneMatch: sent(
    'If-None-Match',
    'Entity tags that are there already; answered with 304 if one still holds',
  ),
  ifMatch: sent(
    'If-Match',
    'Entity tag of the representation that the write is meant for; 412 if it has changed',
  ),
  idempotencyKey: sent(
    'Idempotency-Key',
    'Names the request: sent again within a day, it is not done again and gets the same answer',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  acceptLanguage: sent('Accept-Language', 'Language of messages where no other is named; never that of data'),
  methodOverride: sent(
    'X-HTTP-Method-Override',
    'The method that is meant, where a client can only send POST',
    {
      type: 'string',
      enum: ['PUT', 'PATCH', 'DELETE'],
    },
  ),
}

export const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'User name and application password' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of an application password' },
}

export const tags = [
  { name: 'events', description: 'Events of the calendar' },
  { name: 'venues', description: 'Where events take place' },
  { name: 'organizers', description: 'Who holds events' },
  { name: 'categories', description: 'Categories of events, in a tree' },
  { name: 'tags', description: 'Tags of events' },
  { name: 'interface', description: 'What the interface says of itself' },
  { name: 'users', description: 'Users and their application passwords' },
  { name: 'operation', description: 'How the service does' },
]
