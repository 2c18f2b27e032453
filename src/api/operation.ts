import type { Instant } from '../time/index.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import type { Parameters, Site } from '../resources/parameter.ts'
import type { Links } from '../resources/resource.ts'
import type { Mount } from './mounts.ts'
import type { Message } from '../locales/fr.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the browser of a person sent along (interface: Sessions). */
export interface Browser {
  /** The page that sent the request: ours, one of another site, or nobody knows. */
  readonly page: 'own' | 'foreign' | 'unknown'
  /** The token of the session, where that counts. */
  readonly session: string | undefined
  /** The token of a browser that was let in before, where that counts. */
  readonly known: string | undefined
  /** Whether there was a cookie of ours, counting or not. */
  readonly hasCookies: boolean
}

/** A cookie for our own pages alone; an empty value removes it. */
export interface Cookie {
  readonly name: 'session' | 'known'
  readonly value: string
  readonly maxAge: number
}

/** The parsed request of an operation. */
export interface OperationRequest {
  /** The path as it was sent, and the query with its question mark: pages have one right address each. */
  readonly pathname: string
  readonly query: string
  /** Parameters of body and query, the body first; never those of the path (interface: Parameters). */
  readonly sent: Readonly<Record<string, unknown>>
  readonly path: Readonly<Record<string, string>>
  readonly caller: OptionalCaller
  readonly browser: Browser
  readonly mount: Mount
  readonly links: Links
  readonly site: Site
  readonly now: Instant
  readonly address: string
  /** Whether `If-Match` names the tag of a representation; undefined if the header was not sent (RFC 9110 13.1.1). */
  readonly matchesIfMatch: ((shown: Representation) => boolean) | undefined
  /** The Idempotency-Key of a POST. */
  readonly idempotencyKey: string | undefined
  /** Chooses the language of messages and of documentation, never that of data (interface: Language of messages). */
  readonly acceptLanguage: string | undefined
  /** Where a client that was cut off goes on; `EventSource` sends it by itself. */
  readonly lastEventId: string | undefined
  /** The headers as they were sent, for protocols that have their own. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Whether the client has gone away. */
  readonly isAbandoned: () => boolean
  /** The form that is asked for, by the extension of the path or by `Accept`; undefined for JSON. */
  readonly form: string | undefined
}

/** A resource as somebody is shown it. */
export interface Representation {
  readonly body: unknown
  /** The language of its text. */
  readonly language: string | undefined
  readonly caller: OptionalCaller
}

/** A body that is too long to be held at once. */
export interface StreamedBody {
  /** All that it depends on besides language, mount and caller; undefined if the version of the data is not known. */
  readonly state: string | undefined
  /** Its pieces from the beginning, made as fast as the client takes them. */
  readonly pieces: () => AsyncIterable<string>
  /** Whether each piece is to arrive when it is made, so that it is not compressed. */
  readonly isLive?: true
}

export interface OperationResult {
  readonly status?: number
  /** May be left out where `bodyParts` have it. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The language of the content, where that has one. */
  readonly language?: string
  /** What the entity tag depends on besides the body. */
  readonly variesByLanguage?: boolean
  /** Whether `Accept` chooses its form. */
  readonly variesByAccept?: boolean
  /** For the one who asked alone, though they did not sign in. */
  readonly isPrivate?: boolean
  /** Expiry of the response if no data changes; absent if it may change at any time. */
  readonly validUntil?: Instant
  /** The body where it is text already, in parts that stand one after the other: JSON, unless `headers` say another type. */
  readonly bodyParts?: readonly string[]
  readonly stream?: StreamedBody
  readonly cookies?: readonly Cookie[]
  /** When it last changed; absent if only the entity tag tells that. */
  readonly modified?: Instant
}

/** Another form of what a GET answers in JSON. */
export interface FormOfAnswer {
  /** Without its dot. */
  readonly extension: string
  readonly mediaType: string
}

/** What answers one method of one route. */
export interface Endpoint {
  readonly method: Method
  /** Parameters of body or query. */
  readonly parameters: Parameters
  readonly forms?: readonly FormOfAnswer[]
  /** Whether the body is multipart with a file, and may be as large as files may. */
  readonly acceptsFile?: true
  /** Whether it may wait before it answers, so that its response is shared with nobody. */
  readonly mayWait?: true
  readonly run: (request: OperationRequest) => Promise<OperationResult>
}

/** An endpoint of the API, declared once: discovery, documentation and the handler come from here. */
export interface Operation extends Endpoint {
  /** Operation ID in the OpenAPI document. */
  readonly operationId: string
  readonly summary: Message
  readonly path?: Parameters
  /** Names in the path that discovery tells as the optional fields of the same name. */
  readonly optionalInPath?: readonly string[]
  /** Name of the schema of the response among `components` of the OpenAPI document. */
  readonly responseSchema: string
  readonly success?: 200 | 201 | 202 | 204
  /** Whether it does something, rather than merging fields into a resource. */
  readonly isAction?: true
  /** Codes of its problems besides those that follow from its schema. */
  readonly problems?: readonly string[]
  /** Whether it is for those who have no credentials, or not yet. */
  readonly isOpen?: true
}

/** Endpoints under one pattern such as `/events/{id}`; `{path*}` stands for all segments that follow. */
export interface EndpointRoute {
  readonly pattern: string
  /** The form that its extension names. */
  readonly form?: string
  /** Whether it is there; always if absent. */
  readonly isOffered?: (site: Site) => boolean
  readonly operations: readonly Endpoint[]
}

export interface Route extends EndpointRoute {
  readonly operations: readonly Operation[]
}
