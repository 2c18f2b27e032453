import type { OperationRequest, OperationResult } from '../api/operation.ts'
import type { PageContext } from './context.ts'
import { framedDocument } from './embed/frame.ts'
import { toText } from './parts/html.ts'
import { documentOf } from './parts/layout.ts'
import type { Page, Redirect } from './page.ts'

/** Pages as responses: their policy, what they say of the API, and where else a request belongs. */

/** Nothing but our own style, scripts, fonts and images; nothing inline, nobody else (interface: Web pages). */
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
    bodyParts: [toText(document)],
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

/** What addresses cannot contain is percent-encoded; the brackets of IPv6 hosts and what is encoded already stay. */
const encoded = (address: string) => address.replace(/[^!#-;=?-[\]_a-z~]+/gu, encodeURIComponent)

export const redirectResult = ({ location, isDone, validUntil = Infinity }: Redirect): OperationResult => ({
  status: isDone ? 303 : 301,
  bodyParts: [''],
  headers: { 'content-type': htmlType, location: encoded(location) },
  validUntil,
})

/** Every page has one address: in the case that it was given, ending in a slash, and without the site's own language. */
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
  const page = lowerCased(path.slice(mount.path.length))
  const right = `${base}${page.endsWith('/') ? page : `${page}/`}`
  return right === pathname ? undefined : { location: `${links.site}${right}${query}` }
}

/** Escapes of letters stay as they were, in their usual case; the W of a week is a capital letter (ISO 8601). */
const lowerCased = (path: string) =>
  path
    .replace(/%[\da-f]{2}|[^%]+/gi, (part) =>
      part.startsWith('%') ? part.toUpperCase() : part.toLowerCase(),
    )
    .replace(/\/week\/(\d{4})-w(?=\d)/, '/week/$1-W')
