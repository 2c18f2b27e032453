import type { IncomingMessage } from 'node:http'
import type { Browser, Cookie } from '../../api/operation.ts'
import type { Config } from '../../config.ts'
import { isRead } from './is-read.ts'
import { requestOrigin } from './request-origin.ts'

/** Cookies of users who sign in with a browser (interface: Sessions). */

type RequestLike = Pick<IncomingMessage, 'method' | 'headers' | 'socket'>
type OriginSettings = Pick<Config, 'publicUrl' | 'trustProxy'>

const plainNames = { session: 'calends_session', known: 'calends_browser' } as const

/**
 * The `__Host-` prefix prevents other hosts of the domain from setting the cookie (RFC 6265bis 4.1.3); it requires
 * HTTPS.
 */
const nameOf = (name: Cookie['name'], isSecure: boolean) =>
  isSecure ? `__Host-${plainNames[name]}` : plainNames[name]

const isSecure = (origin: string) => origin.startsWith('https:')

/**
 * Determines which site a request comes from: by `Sec-Fetch-Site`, or by `Origin` for older browsers, which send it
 * with writes.
 */
function pageOf(request: RequestLike, settings: OriginSettings): Browser['page'] {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign'
  if (origin === undefined) return 'unknown'
  return origin === requestOrigin(request, settings).origin ? 'own' : 'foreign'
}

function valueOf(header: string, name: string): string | undefined {
  const pair = header.split(';').find((one) => one.trimStart().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined
}

/** Used for pages, which are the same for everybody and ignore cookies. */
export const noBrowser: Browser = {
  page: 'unknown',
  session: undefined,
  known: undefined,
  hasCookies: false,
}

/**
 * Reads the cookies. Session cookies of requests from other sites are ignored, because such a page must not act on
 * behalf of its visitor.
 */
export function readBrowser(request: RequestLike, settings: OriginSettings): Browser {
  const page = pageOf(request, settings)
  const header = request.headers.cookie
  if (!header?.includes('calends_')) return { ...noBrowser, page }
  const secure = isSecure(requestOrigin(request, settings).origin)
  const isByCookie = request.headers.authorization === undefined
  const counts = isByCookie && (page === 'own' || (page === 'unknown' && isRead(request)))
  const read = (name: Cookie['name']) => valueOf(header, nameOf(name, secure))
  return {
    page,
    session: counts ? read('session') : undefined,
    // Accepted from an unknown page too, because this cookie is only used together with a password.
    known: page === 'foreign' ? undefined : read('known'),
    hasCookies: true,
  }
}

/** Returns header names and values alternately, as `writeHead` takes them. */
export function cookieHeaders(
  cookies: readonly Cookie[],
  request: RequestLike,
  settings: OriginSettings,
): string[] {
  if (cookies.length === 0) return []
  const secure = isSecure(requestOrigin(request, settings).origin)
  return cookies.flatMap(({ name, value, maxAge }) => [
    'set-cookie',
    `${nameOf(name, secure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ])
}
