import type { IncomingMessage } from 'node:http'
import type { Mount } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import type { Links } from '../../resources/resource.ts'

/** Headers of every response, declared once: the name of the request, safety, and what pages of other sites may read. */

export const requestIdHeader = 'x-request-id'

const exposedHeaders = [
  'X-Total',
  'X-Total-Pages',
  'X-Horizon',
  'X-Ignored',
  'X-TEC-Total',
  'X-TEC-TotalPages',
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
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'X-HTTP-Method-Override',
  'Idempotency-Key',
]

export type Headers = Readonly<Record<string, string>>

/** Any site may read responses, without the cookies of its visitors; browsers must not guess their type. */
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

/** Search engines list pages; data that they index instead would lead visitors to JSON. */
export const apiHeaders: Headers = { ...commonHeaders, 'x-robots-tag': 'noindex' }

/** Visitors read pages, and other sites may read them but not frame them: their policy says so. */
export const pageHeaders: Headers = { ...commonHeaders, 'referrer-policy': 'strict-origin-when-cross-origin' }

/** Clients of the incumbent send headers of its own, so aliases allow whatever is asked for (interface: Aliases). */
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

/** How clients of the incumbent find the REST root (interface: Aliases). */
export const rootLink = ({ site }: Pick<Links, 'site'>, { root }: Pick<Mount, 'root'>): string =>
  `<${site}${root}/>; rel="https://api.w.org/"`

/** Headers of the request that links are built from behind a proxy. */
const forwarding = [
  'Forwarded',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
]

/** The headers of the request that a response depends on. */
export const varyingBy = (
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
  by: readonly string[],
): string =>
  ['Accept-Encoding', ...by, ...(trustProxy && publicUrl === undefined ? forwarding : [])].join(', ')
