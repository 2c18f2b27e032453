import { messageLanguages } from '../../../locales/index.ts'
import type { Message } from '../../../locales/fr.ts'
import { declaredKinds } from '../../../resources/kinds.ts'

/** Shared parameters, headers and authentication schemes. */

const header = (description: Message, schema: object = { type: 'string' }) => ({ description, schema })

export const headers = {
  'X-Total': header('Number of matching items', { type: 'integer' }),
  'X-Total-Pages': header('Number of pages', { type: 'integer' }),
  'X-Horizon': header('The day up to which occurrences exist, if the list ends later', {
    type: 'string',
    format: 'date',
  }),
  'X-Ignored': header('Names of parameters that were sent but do not exist'),
  Link: header('URLs of other pages, or of the other languages (RFC 8288)'),
  ETag: header('Strong ETag of the representation'),
  'Last-Modified': header('Last change of a feed; absent from JSON'),
  'Cache-Control': header('Who may cache the response, and for how long'),
  'Content-Language': header('Language of the content'),
  Vary: header('Request headers that the response depends on'),
  Location: header('URL of the created resource', { type: 'string', format: 'uri' }),
  'Retry-After': header('Seconds to wait before trying again', { type: 'integer' }),
  'WWW-Authenticate': header('Supported authentication schemes'),
  'RateLimit-Limit': header('Requests allowed in a burst', { type: 'integer' }),
  'RateLimit-Remaining': header('Remaining requests', { type: 'integer' }),
  'RateLimit-Reset': header('Seconds until the full limit is available again', { type: 'integer' }),
  'X-Request-Id': header('Identifies the request in the service log'),
}

const headerParameter = (name: string, description: Message, schema: object = { type: 'string' }) => ({
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
      'Limits the response to the given paths, such as id,title,venue.venue; in lists, paths start at the envelope',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  messageLanguage: {
    name: 'ml_language',
    in: 'query',
    required: false,
    description: 'Language of messages: a language of the site',
    schema: { type: 'string' },
  },
  ifNoneMatch: headerParameter(
    'If-None-Match',
    'ETags of cached representations; the response is 304 if one of them is still current',
  ),
  ifModifiedSince: headerParameter(
    'If-Modified-Since',
    'Last-Modified of a cached feed; the response is 304 if nothing has changed since',
  ),
  ifMatch: headerParameter(
    'If-Match',
    'ETag of the representation to change; the response is 412 if it has changed since',
  ),
  idempotencyKey: headerParameter(
    'Idempotency-Key',
    'Identifies the request; if it is sent again within a day, it is not executed again and the original response is returned',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  acceptLanguage: headerParameter(
    'Accept-Language',
    'Language of messages if no other is specified; has no effect on data',
  ),
  errorLanguage: headerParameter(
    'X-Message-Language',
    'Language of error messages alone; takes precedence over any other',
    { type: 'string', enum: messageLanguages },
  ),
  methodOverride: headerParameter(
    'X-HTTP-Method-Override',
    'The intended method, for clients that can only send POST',
    {
      type: 'string',
      enum: ['PUT', 'PATCH', 'DELETE'],
    },
  ),
}

export const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'Username and application password' },
  bearer: { type: 'http', scheme: 'bearer', description: 'Token of an application password' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-calends_session',
    description: 'The cookie of a session; writes also need X-CSRF-Token',
  },
}

export const tags = [
  ...Object.values(declaredKinds).map(({ name, about }) => ({ name, description: about })),
  { name: 'interface', description: 'Discovery and documentation of the API' },
  { name: 'users', description: 'Users and their application passwords' },
  { name: 'session', description: 'Signing in with a browser' },
  {
    name: 'audit',
    description: 'Log of sign-ins, account and settings changes, permanent deletions and reviews',
  },
  { name: 'media', description: 'Images that the site stores' },
  { name: 'webhooks', description: 'Webhooks to which changes are sent' },
  { name: 'imports', description: 'Imports of events' },
  { name: 'operation', description: 'Health and metrics of the service' },
]
