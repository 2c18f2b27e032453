import {
  bodyOf,
  type OperationResult,
  type OperationRequest,
  type Representation as Described,
} from '../../api/operation.ts'
import type { Mount } from '../../api/mounts.ts'
import { selectFields } from '../../api/field-selection.ts'
import type { Config } from '../../config.ts'
import { leastBytes, requireShort } from '../../response-limit.ts'
import { apiLocation } from './api-headers.ts'
import { json, rootLink, varyingBy, type Headers } from './headers.ts'
import type { Instant } from '../../time/index.ts'
import { entityTag } from './validators.ts'
import { withoutTrailing } from '../../text/trailing.ts'

/** A response before content coding and conditional requests are applied. */
export interface Representation {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** The ETag of the unencoded body; undefined if conditional requests are not supported. */
  readonly tag: string | undefined
  /**
   * Compared with `If-Modified-Since`. It may be ahead of the clock, which is then the `Last-Modified` (RFC 9110
   * 8.8.2.1), so that nobody who has that date is told that nothing has changed.
   */
  readonly modified?: Instant | undefined
}

/**
 * The ETag includes language, base path and permissions, because the same URL returns different responses for
 * different readers.
 */
export const tagOf = (
  text: string | Buffer,
  { language, caller }: Pick<Described, 'language' | 'caller'>,
  { mount }: { readonly mount: Pick<Mount, 'path'> },
): string =>
  entityTag(text, language ?? '', mount.path, caller === undefined ? '' : `${caller.id} ${caller.role}`)

/** Encodes the parts directly into one buffer, because joining them as strings first takes twice as long. */
function encodeParts(parts: readonly string[]): Buffer {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  requireShort(length)
  const bytes = Buffer.allocUnsafe(length)
  parts.reduce((at, part) => at + bytes.write(part, at), 0)
  return bytes
}

function encoded(result: OperationResult, fields: unknown): Buffer {
  const { bodyParts, headers, stream } = result
  if (stream !== undefined) return Buffer.alloc(0)
  requireShort(leastBytes(bodyParts ?? []))
  const isWhole = fields === undefined || headers?.['content-type'] !== undefined || bodyParts?.length === 0
  if (isWhole && bodyParts !== undefined) return encodeParts(bodyParts)
  return Buffer.from(JSON.stringify(selectFields(bodyOf(result), fields)))
}

/**
 * Anonymous reads may be cached by anyone unless the operation marks them as private or sets a cookie; writes are never
 * cached. The cache of the service follows the header too (`isShareableResponse`).
 */
function cacheControl(
  { caller, browser }: OperationRequest,
  { isPrivate, isRevalidated, headers = {}, cookies = [] }: OperationResult,
  maxAge: number | undefined,
) {
  if (maxAge === undefined) return 'no-store'
  const setsCookie = cookies.length > 0 || 'set-cookie' in headers
  return caller === undefined && !browser.hasCookies && !isPrivate && !setsCookie
    ? `public, max-age=${isRevalidated ? 0 : maxAge}, must-revalidate`
    : 'private, no-store'
}

const rootLinkOf = ({ mount, links }: Pick<OperationRequest, 'mount' | 'links'>): string[] =>
  mount.isAlias ? [rootLink(links, mount)] : []

/** Pages announce the API in headers (interface: Web pages). */
const apiOf = ({ mount, links }: OperationRequest, config: Config): Headers =>
  mount.isPages ? apiLocation(links, config) : {}

/** Pages vary by nothing but their URL, except the root, which returns JSON to API clients. */
const varying = (
  { mount, pathname }: OperationRequest,
  { variesByLanguage, variesByAccept }: OperationResult,
): string[] => {
  if (mount.isPages) return withoutTrailing(pathname, '/') === mount.root ? ['Accept'] : []
  return [
    ...(variesByAccept ? ['Accept'] : []),
    'Authorization',
    'Cookie',
    ...(variesByLanguage ? ['Accept-Language'] : []),
  ]
}

const httpDate = (instant: Instant) => new Date(instant * 1000).toUTCString()

/** Renders the result of an operation. Only reads have an ETag. */
export function represent(
  request: OperationRequest,
  result: OperationResult,
  config: Config,
  isRead: boolean,
): Representation {
  const body = encoded(result, request.sent._fields)
  const { status = 200, language, modified } = result
  const api = apiOf(request, config)
  const state = result.stream === undefined ? body : result.stream.state
  const links = [result.headers?.link ?? [], api.link ?? [], rootLinkOf(request)].flat()
  return {
    status,
    headers: {
      'content-type': json,
      ...api,
      ...result.headers,
      ...(links.length === 0 ? {} : { link: links.join(', ') }),
      ...(language === undefined ? {} : { 'content-language': language }),
      vary: varyingBy(config, varying(request, result)),
      ...(modified === undefined ? {} : { 'last-modified': httpDate(Math.min(modified, request.now)) }),
      'cache-control': cacheControl(request, result, isRead ? config.maxAge : undefined),
    },
    body,
    tag:
      isRead && state !== undefined ? tagOf(state, { language, caller: request.caller }, request) : undefined,
    modified,
  }
}
