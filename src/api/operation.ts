import type { Instant } from '../time/index.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import type { Parameters, Site } from '../resources/parameter.ts'
import type { Links } from '../resources/resource.ts'
import type { Mount } from './mounts.ts'
import type { Message } from '../locales/fr.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Session cookies sent by a browser (interface: Sessions). */
export interface Browser {
  /** Whether the request was sent by one of our own pages, or by one of another site. */
  readonly page: 'own' | 'foreign' | 'unknown'
  /** The session token, if cookies are accepted for this request. */
  readonly session: string | undefined
  /** The token of a browser that was signed in before, if cookies are accepted for this request. */
  readonly known: string | undefined
  /** Whether one of our cookies was sent, accepted or not. */
  readonly hasCookies: boolean
}

/** A cookie that only our own pages can use; an empty value removes it. */
export interface Cookie {
  readonly name: 'session' | 'known'
  readonly value: string
  readonly maxAge: number
}

export interface OperationRequest {
  /**
   * The path as sent, and the query string including its question mark: each page has one canonical URL, to which other
   * spellings redirect.
   */
  readonly pathname: string
  readonly query: string
  /** Parameters of body and query, the body first; never those of the path (interface: Parameters). */
  readonly sent: Readonly<Record<string, unknown>>
  readonly path: Readonly<Record<string, string>>
  readonly caller: OptionalCaller
  /** Whose the credentials of the request are by now, which may have changed while it is held open. */
  readonly callerNow: () => Promise<OptionalCaller>
  readonly browser: Browser
  readonly mount: Mount
  readonly links: Links
  readonly site: Site
  readonly now: Instant
  readonly address: string
  /** Whether `If-Match` names the tag of a representation; undefined if the header was not sent (RFC 9110 13.1.1). */
  readonly matchesIfMatch: ((shown: Representation) => boolean) | undefined
  /** The `Idempotency-Key` of a POST. */
  readonly idempotencyKey: string | undefined
  /** Chooses the language of messages and of documentation, never that of data (interface: Language of messages). */
  readonly acceptLanguage: string | undefined
  /** `Last-Event-ID`, which `EventSource` sends when it reconnects. */
  readonly lastEventId: string | undefined
  /** The headers as sent, for protocols that define their own. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Whether the client has disconnected. */
  readonly isAbandoned: () => boolean
  /** Runs this when the response was sent or the client has disconnected, at once if it already has. */
  readonly whenClosed: (run: () => void) => void
  /** The requested form, chosen by the extension of the path or by `Accept`; undefined for JSON. */
  readonly form: string | undefined
}

/** A resource as shown to a caller. */
export interface Representation {
  readonly body: unknown
  /** The language of its text. */
  readonly language: string | undefined
  readonly caller: OptionalCaller
}

/** A body that is too long to be held in memory at once. */
export interface StreamedBody {
  /**
   * Everything that it depends on besides language, mount and caller; undefined if the version of the data is unknown.
   */
  readonly state: string | undefined
  /** Produces the pieces from the start, as fast as the client consumes them. */
  readonly pieces: () => AsyncIterable<string>
  /** Whether each piece must be sent immediately, so that the body is not compressed. */
  readonly isLive?: true
}

export interface OperationResult {
  readonly status?: number
  /** Optional if `bodyParts` is set. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The language of the content, if it has one. */
  readonly language?: string
  /** Whether the response depends on `Accept-Language`. */
  readonly variesByLanguage?: boolean
  /** Whether `Accept` chooses its form. */
  readonly variesByAccept?: boolean
  /** Whether the response must not be shared, even if the caller is anonymous. */
  readonly isPrivate?: boolean
  /** Whether caches must ask each time, whatever the settings allow them. */
  readonly isRevalidated?: boolean
  /** Expiry of the response if no data changes; absent if it may change at any time. */
  readonly validUntil?: Instant | undefined
  /** When the time alone last changed the response, if it did. */
  readonly validSince?: Instant | undefined
  /** The body as text, in parts to be concatenated: JSON, unless `headers` set another type. */
  readonly bodyParts?: readonly string[]
  readonly stream?: StreamedBody
  readonly cookies?: readonly Cookie[]
  /** The date of last modification; absent if only the ETag is reliable. */
  readonly modified?: Instant | undefined
}

/** The body as a value, also if it is text. */
export const bodyOf = ({ body, bodyParts }: Pick<OperationResult, 'body' | 'bodyParts'>): unknown =>
  body === undefined ? bodyParts && JSON.parse(bodyParts.join('')) : body

/** Another form of a response to GET besides JSON. */
export interface AlternativeForm {
  /** Without the dot. */
  readonly extension: string
  readonly mediaType: string
}

/** One method of one route, and its handler. */
export interface Endpoint {
  readonly method: Method
  /** Parameters of body or query. */
  readonly parameters: Parameters
  readonly forms?: readonly AlternativeForm[]
  /** Whether the body is multipart with a file, so that the limit of uploads applies; `bare` if it may be the file itself. */
  readonly acceptsFile?: true | 'bare'
  /** The limit of the body in bytes for callers without credentials, if it is lower than that of all bodies. */
  readonly maxAnonymousBody?: number
  /** Whether it may wait before it responds; its responses are then never shared between requests. */
  readonly mayWait?: true
  /** Whether it signs somebody in by what is sent, so that the session of the browser, if any, does not matter. */
  readonly signsIn?: true
  readonly run: (request: OperationRequest) => Promise<OperationResult>
}

/** An endpoint of the API, declared once: discovery, documentation and the handler are derived from it. */
export interface Operation extends Endpoint {
  /** Operation ID in the OpenAPI document. */
  readonly operationId: string
  readonly summary: Message
  readonly path?: Parameters
  /** Path parameters that discovery lists as the optional fields of the same name. */
  readonly optionalInPath?: readonly string[]
  /** Name of the schema of the response among `components` of the OpenAPI document. */
  readonly responseSchema: string
  readonly success?: 200 | 201 | 202 | 204
  /** Whether it performs an action instead of merging fields into a resource. */
  readonly isAction?: true
  /** Problem codes besides those that follow from its schema. */
  readonly problems?: readonly string[]
  /** Whether it can be called without credentials. */
  readonly isOpen?: true
}

/** Endpoints under one pattern such as `/events/{id}`; `{path*}` stands for all segments that follow. */
export interface EndpointRoute {
  readonly pattern: string
  /** The form selected by its extension. */
  readonly form?: string
  /** Whether the site offers the route; always if absent. */
  readonly isOffered?: (site: Site) => boolean
  readonly operations: readonly Endpoint[]
}

export interface Route extends EndpointRoute {
  readonly operations: readonly Operation[]
}

/** Routes of the API, and the mounts that share them. */
export interface ApiTree {
  readonly routes: readonly Route[]
  readonly mounts: readonly Mount[]
}

export const routeOf = (pattern: string, ...operations: readonly Operation[]): Route => ({
  pattern,
  operations,
})
