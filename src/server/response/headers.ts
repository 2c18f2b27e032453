import type { IncomingMessage } from 'node:http'
import { restRootPath, type Mount } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import type { Links } from '../../resources/resource.ts'

/** Headers that every response has: request ID, security headers and CORS. */

export const requestIdHeader = 'x-request-id'

const exposedHeaders = [
  'X-Total',
  'X-Total-Pages',
  'X-Horizon',
  'X-Ignored',
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-WP-Total',
  'X-WP-TotalPages',
  'Link',
  'ETag',
  'Content-Language',
  'Location',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
]
const allowedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'X-Message-Language',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'X-HTTP-Method-Override',
  'Idempotency-Key',
  'Last-Event-ID',
  'Range',
  'If-Range',
]

export type Headers = Readonly<Record<string, string>>

/** Any site may read responses, but without the cookies of its visitors; browsers must not guess the media type. */
const open: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

export const commonHeaders: Headers = {
  ...open,
  'access-control-expose-headers': exposedHeaders.join(', '),
}

/** Excludes the API from search engines, which should lead visitors to pages rather than to JSON. */
export const apiHeaders: Headers = { ...commonHeaders, 'x-robots-tag': 'noindex' }

/** Pages send a referrer to other sites. Whether they may be framed is defined by their own Content-Security-Policy. */
export const pageHeaders: Headers = { ...commonHeaders, 'referrer-policy': 'strict-origin-when-cross-origin' }

/**
 * Aliases allow every requested header, because clients of The Events Calendar send headers of their own (interface:
 * Aliases).
 */
export const preflightHeaders = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  mount?: Pick<Mount, 'isAlias'>,
): Headers => {
  const asked = mount?.isAlias ? headers['access-control-request-headers'] : undefined
  return {
    ...open,
    'access-control-allow-methods': allowedMethods.join(', '),
    'access-control-allow-headers': asked ?? allowedHeaders.join(', '),
    'access-control-max-age': '7200',
    ...(mount?.isAlias ? { vary: 'Access-Control-Request-Headers' } : {}),
  }
}

export const isPreflight = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

export const json = 'application/json; charset=utf-8'

/** The Link header by which clients of The Events Calendar find the REST root (interface: Aliases). */
export const rootLink = ({ site }: Pick<Links, 'site'>, alias: Pick<Mount, 'root' | 'home'>): string =>
  `<${site}${restRootPath(alias)}/>; rel="https://api.w.org/"`

/** Request headers that determine the links in a response behind a proxy. */
const forwarding = [
  'Forwarded',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
]

/** Builds the `Vary` header. */
export const varyingBy = (
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
  by: readonly string[],
): string =>
  ['Accept-Encoding', ...by, ...(trustProxy && publicUrl === undefined ? forwarding : [])].join(', ')
