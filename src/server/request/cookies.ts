import type { IncomingMessage } from 'node:http'
import type { Browser, Cookie } from '../../api/operation.ts'
import type { Config } from '../../config.ts'
import { requestOrigin } from './request-origin.ts'

/** Cookies of people who sign in with a browser (interface: Sessions). */

type Asking = Pick<IncomingMessage, 'method' | 'headers' | 'socket'>
type OriginSettings = Pick<Config, 'publicUrl' | 'trustProxy'>

const plainNames = { session: 'calends_session', known: 'calends_browser' } as const

/** The prefix keeps other hosts of the domain from setting the cookie (RFC 6265bis 4.1.3); it needs https. */
const nameOf = (name: Cookie['name'], isSecure: boolean) =>
  isSecure ? `__Host-${plainNames[name]}` : plainNames[name]

const ownOrigin = ({ headers, socket }: Asking, { publicUrl, trustProxy }: OriginSettings): string =>
  requestOrigin(headers, { trustProxy, publicUrl, encrypted: false, socket }).origin

const isSecure = (origin: string) => origin.startsWith('https:')

/** Browsers state where a request comes from; older ones name the origin of pages that write. */
function pageOf(request: Asking, settings: OriginSettings): Browser['page'] {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign'
  if (origin === undefined) return 'unknown'
  return origin === ownOrigin(request, settings) ? 'own' : 'foreign'
}

function valueOf(header: string, name: string): string | undefined {
  const pair = header.split(';').find((one) => one.trimStart().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined
}

const isRead = ({ method }: Asking) => method === 'GET' || method === 'HEAD'

/** Pages are the same for everybody, whatever the browser sends. */
export const noBrowser: Browser = {
  page: 'unknown',
  session: undefined,
  known: undefined,
  hasCookies: false,
}

/** Reads what the browser sent along. A page of another site must not act for whoever looks at it, so cookies do not count for it. */
export function readBrowser(request: Asking, settings: OriginSettings): Browser {
  const page = pageOf(request, settings)
  const header = request.headers.cookie
  if (!header?.includes('calends_')) return { ...noBrowser, page }
  const secure = isSecure(ownOrigin(request, settings))
  const isByCookie = request.headers.authorization === undefined
  const counts = isByCookie && (page === 'own' || (page === 'unknown' && isRead(request)))
  const read = (name: Cookie['name']) => valueOf(header, nameOf(name, secure))
  return {
    page,
    session: counts ? read('session') : undefined,
    // It counts with a password alone, so a browser that does not say where it comes from may show it.
    known: page === 'foreign' ? undefined : read('known'),
    hasCookies: true,
  }
}

/** As header lines. */
export function cookieHeaders(
  cookies: readonly Cookie[],
  request: Asking,
  settings: OriginSettings,
): string[] {
  if (cookies.length === 0) return []
  const secure = isSecure(ownOrigin(request, settings))
  return cookies.flatMap(({ name, value, maxAge }) => [
    'set-cookie',
    `${nameOf(name, secure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ])
}
