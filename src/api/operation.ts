import type { Instant } from '../time/index.ts'
import type { Asker } from '../identity/roles.ts'
import type { Parameters, Site } from '../resources/parameter.ts'
import type { Links } from '../resources/resource.ts'
import type { Mount } from './mounts.ts'
import type { Message } from '../locales/fr.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an operation is asked: everything that a request says, once it is read. */
export interface Asked {
  /** Parameters of body and query, the body first; never those of the path (contract §1). */
  readonly sent: Readonly<Record<string, unknown>>
  readonly path: Readonly<Record<string, string>>
  readonly asker: Asker
  readonly mount: Mount
  readonly links: Links
  readonly site: Site
  readonly now: Instant
  readonly address: string
  /** Whether `If-Match` names the tag of a representation; undefined if the header was not sent (RFC 9110 13.1.1). */
  readonly isCurrent: ((shown: Representation) => boolean) | undefined
  /** Of a POST; what is sent again under it is done once. */
  readonly idempotencyKey: string | undefined
  /** Chooses the language of messages and of documentation, never that of data (contract §5). */
  readonly acceptLanguage: string | undefined
}

/** A resource as somebody is shown it. */
export interface Representation {
  readonly body: unknown
  /** The language of its text. */
  readonly language: string | undefined
  readonly asker: Asker
}

export interface Answer {
  readonly status?: number
  /** May be left out where `parts` have it. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The language of the content, where that has one. */
  readonly language?: string
  /** What the entity tag depends on beside the body. */
  readonly isMessage?: boolean
  /** For the one who asked alone, though they did not sign in. */
  readonly isPrivate?: boolean
  /** Until when the answer stays as it is while nobody writes; absent where the clock may change it at once. */
  readonly until?: Instant
  /** The body as JSON, where it is made already, in parts that stand one after the other. */
  readonly parts?: readonly string[]
}

/** One method of one route, declared once: discovery, documentation and the handler come from here. */
export interface Operation {
  readonly method: Method
  /** Its name in the OpenAPI document. */
  readonly name: string
  readonly summary: Message
  /** Parameters of body or query. */
  readonly parameters: Parameters
  readonly path?: Parameters
  /** Names in the path that discovery tells as the optional fields of the same name. */
  readonly optionalInPath?: readonly string[]
  /** Name of the schema of the answer among `components` of the OpenAPI document. */
  readonly answer: string
  readonly success?: 200 | 201 | 204
  readonly run: (asked: Asked) => Promise<Answer>
}

/** Operations under one pattern such as `/events/{id}`. */
export interface Route {
  readonly pattern: string
  readonly operations: readonly Operation[]
}
