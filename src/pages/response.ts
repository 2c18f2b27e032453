import type { OperationRequest, OperationResult } from '../api/operation.ts'
import type { PageContext } from './context.ts'
import { decoded } from './addresses/resource-address.ts'
import { framedDocument } from './embed/frame.ts'
import { toPieces } from './parts/html.ts'
import { documentOf } from './parts/layout.ts'
import type { Page, Redirect } from './page.ts'

/** Responses with pages: their content security policy, links to the API, and redirects to the canonical URL. */

/**
 * Allows only our own styles, scripts, fonts and images, nothing inline, and no other origins except those that the
 * operator has configured for images (interface: Web pages).
 */
const pagePolicy = ({ config, assets }: Pick<PageContext, 'config' | 'assets'>, frame = "'none'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${[
      assets.imageOrigin,
      config.mapTiles && new URL(config.mapTiles.replace(/\{\w+\}/g, 'a')).origin,
    ]
      .filter((origin) => origin !== undefined)
      .map((origin) => ` ${origin}`)
      .join('')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frame}`,
  ].join('; ')

const htmlType = 'text/html; charset=utf-8'

export function representPage(context: PageContext, page: Page): OperationResult {
  const { status = 200, validUntil, isPrivate = false, isFramed = false } = page
  const document = isFramed ? framedDocument(context, page) : documentOf(context, page)
  return {
    status,
    bodyParts: toPieces(document),
    headers: {
      'content-type': htmlType,
      'content-security-policy': pagePolicy(context, isFramed ? '*' : undefined),
      ...(page.data === undefined
        ? {}
        : { link: `<${page.data}>; rel="alternate"; type="application/json"` }),
      ...page.headers,
    },
    language: context.language,
    isPrivate,
    ...(validUntil === undefined || isPrivate ? {} : { validUntil }),
  }
}

/** Percent-encodes characters that are not allowed in URLs, but not the brackets of IPv6 hosts or existing escapes. */
const encoded = (address: string) => address.replace(/[^!#-;=?-[\]_a-z~]+/gu, encodeURIComponent)

/** The redirect of a request with a password is not shared, because caches would store the URL that contains it. */
export const redirectResult = (
  { location, isDone, validUntil = Infinity }: Redirect,
  { query, sent }: Pick<OperationRequest, 'query' | 'sent'>,
): OperationResult => ({
  status: isDone ? 303 : 301,
  bodyParts: [''],
  headers: { 'content-type': htmlType, location: encoded(location) },
  ...(sent.password !== undefined || withoutPassword(query) !== query ? { isPrivate: true } : { validUntil }),
})

/** Also recognizes a password within a value, because a URL may have been put together wrongly. */
const hasPassword = (pair: string) => /password\]?(?:=|%3d)/i.test(decoded(pair))

/** A query without the password of an event, which is part of no URL that we build. */
function withoutPassword(query: string): string {
  const pairs = query.slice(1).split('&')
  const shown = pairs.filter((pair) => !hasPassword(pair))
  if (shown.length === pairs.length) return query
  return shown.length === 0 ? '' : `?${shown.join('&')}`
}

/** Redirects to the canonical URL of a page: in lower case, ending in a slash, and without the default language. */
export function rightAddress({
  pathname,
  mount,
  site,
  links,
  query,
}: OperationRequest): Redirect | undefined {
  const path = pathname.replace(/\/{2,}/g, '/')
  const isOwn = mount.language === site.languages[0]
  const base = isOwn ? mount.path.slice(1 + mount.language!.length) : mount.path
  // By segments, because those of the mount may be sent in another spelling: %66r is fr.
  const page = lowerCased(`/${path.split('/').slice(mount.path.split('/').length).join('/')}`)
  const right = `${base}${page.endsWith('/') ? page : `${page}/`}`
  return right === pathname ? undefined : { location: `${links.site}${right}${withoutPassword(query)}` }
}

/** Lower-cases a path except percent escapes, which are usually in upper case, and the W of a week (ISO 8601). */
const lowerCased = (path: string) =>
  path
    .replace(/%[\da-f]{2}|[^%]+/gi, (part) =>
      part.startsWith('%') ? part.toUpperCase() : part.toLowerCase(),
    )
    .replace(/\/week\/(\d{4})-w(?=\d)/, '/week/$1-W')
