import { ConnectionLost, ServiceError, type Problem } from './errors.ts'
import { sendForm, sendRequest, type Received } from './transport.ts'
import type { Session } from './types.ts'

/** A client of the published API, like any other: uses only `cal/events/v1` and `cal/admin/v1`. */

export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>

/** A response of the service. */
export interface Answer<T> {
  readonly status: number
  readonly body: T
  /** For `If-Match` in the next write. */
  readonly etag: string | undefined
  /** Number of items in the whole list; undefined for other responses. */
  readonly total: number | undefined
  readonly pages: number | undefined
}

export interface Asking {
  readonly query?: Query
  readonly signal?: AbortSignal
  readonly ifMatch?: string | undefined
  /** Allows a create to be repeated without duplicates (interface: Idempotency). */
  readonly idempotencyKey?: string | undefined
  /** Whether this request ends the session: if that is over, nobody is asked to sign in again for it. */
  readonly isLast?: boolean
}

interface Sending {
  readonly isWrite?: boolean
  readonly isLast?: boolean
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Service {
  /** `path` comes from `calendar()` or `admin()`. */
  read<T>(path: string, asking?: Asking): Promise<Answer<T>>
  write<T>(method: Method, path: string, body?: unknown, asking?: Asking): Promise<Answer<T>>
  /** Uploads a file with its fields and reports progress from 0 to 1. */
  upload<T>(path: string, form: FormData, progress: (part: number) => void): Promise<Answer<T>>
  /** The session whose CSRF token writes send; undefined while nobody is signed in. */
  useSession(session: Session | undefined): void
}

/** A window of all dates, for lists of past events and of drafts. */
export const everyDate: Query = { start_date: '1970-01-01', end_date: '2999-12-31' }

export const calendar = (path: string): string => `/cal/events/v1${path}`
export const admin = (path: string): string => `/cal/admin/v1${path}`

/** Reads all pages of a list, which is under the name at the end of its address. */
export async function readAll<T>(
  service: Service,
  address: string,
  query: Query,
  signal?: AbortSignal,
): Promise<T[]> {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const items: T[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const asking = { query: { ...query, page, per_page: 100 }, ...(signal && { signal }) }
    const answer = await service.read<Record<string, T[]>>(address, asking)
    items.push(...answer.body[name]!)
    pages = answer.pages ?? 1
  }
  return items
}

interface ServiceOptions {
  readonly root: string
  /** Of messages and descriptions, whatever the browser prefers and whatever language is written. */
  readonly language: string
  /** Called when a request fails because the session has expired; resolves when the user has signed in again. */
  readonly signInAgain: () => Promise<void>
  /** Called when the user has signed in again in another tab, or may do something else than before. */
  readonly onRenewed: (session: Session) => void
  /** The sentence for an error response that is not from the service. */
  readonly sentenceOf: (status: number) => string
  /** Called after every request with whether a response of the service was received. */
  readonly onConnection: (isConnected: boolean) => void
}

/** A form with nothing but a file. */
export function formWith(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

function queryText(query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.append(name, Array.isArray(value) ? value.join(',') : String(value))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

const numberIn = (headers: Headers, name: string) =>
  headers.has(name) ? Number(headers.get(name)) : undefined

/** A response of the service; `body` is undefined if it has none, or is an error of a proxy. */
interface Heard {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** A network that asks its visitors to sign in answers every request with a page: then the service was not reached. */
function heardIn({ status, headers, text }: Received): Heard {
  if (text === '') return { status, headers, body: undefined }
  try {
    return { status, headers, body: JSON.parse(text) }
  } catch {
    if (status < 400) throw new ConnectionLost()
    return { status, headers, body: undefined }
  }
}

/**
 * The service makes strong tags only. A proxy that compresses a response itself marks its tag as weak, which never matches
 * `If-Match` (RFC 9110 13.1.1), so nothing could be saved. Compression changes nothing of the data.
 */
const etagIn = (headers: Headers): string | undefined => headers.get('etag')?.replace(/^W\//, '')

function answerOf<T>({ status, headers, body }: Heard): Answer<T> {
  return {
    status,
    body: body as T,
    etag: etagIn(headers),
    total: numberIn(headers, 'x-total'),
    pages: numberIn(headers, 'x-total-pages'),
  }
}

export function createService({
  root,
  language,
  signInAgain,
  onRenewed,
  sentenceOf,
  onConnection,
}: ServiceOptions): Service {
  let session: Session | undefined

  const problemIn = ({ status, headers, body }: Heard): ServiceError => {
    const unreadable = { code: 'unreadable', message: sentenceOf(status) }
    const problem = (body as Problem | undefined)?.message === undefined ? unreadable : (body as Problem)
    return new ServiceError(status, problem, numberIn(headers, 'retry-after'))
  }

  const spoken = { 'accept-language': language, 'x-message-language': language }

  const writing = (): Record<string, string> =>
    session === undefined ? spoken : { ...spoken, 'x-csrf-token': session.csrf_token }

  /** `send` is called again after the session has been renewed, with the token of that session. */
  async function ask<T>(
    send: () => Promise<Received>,
    sending: Sending,
    isAgain = false,
  ): Promise<Answer<T>> {
    const sentBy = session
    const response = await heard(send)
    if (response.status < 400) return answerOf(response)
    const problem = problemIn(response)
    // Signing in and the initial session check return 401 in normal operation.
    if (isAgain || sentBy === undefined || !(await isRenewed(problem, sentBy, sending))) throw problem
    return ask(send, sending, true)
  }

  async function heard(send: () => Promise<Received>): Promise<Heard> {
    try {
      const response = heardIn(await send())
      onConnection(true)
      return response
    } catch (error) {
      if (error instanceof ConnectionLost) onConnection(false)
      throw error
    }
  }

  /** Whether the session was the reason, and there is one again. */
  async function isRenewed(problem: ServiceError, sentBy: Session, sending: Sending): Promise<boolean> {
    const { isWrite = false, isLast = false } = sending
    if (problem.isSessionOver) return !isLast && signInAgain().then(() => true)
    return isWrite && problem.status === 403 && isFollowed(sentBy, isLast)
  }

  /**
   * Another tab may have signed out and in again: then the cookie, which all tabs share, belongs to a session with
   * another token. A missing permission has the same status and code, but the token is still the right one.
   */
  async function isFollowed(sentBy: Session, isLast: boolean): Promise<boolean> {
    const response = await heard(() => sendRequest(root + admin('/session'), reading()))
    const { status } = response
    if (status >= 400 && (status !== 401 || isLast)) throw problemIn(response)
    const current = status === 401 ? undefined : answerOf<Session>(response).body
    if (current?.csrf_token === sentBy.csrf_token) {
      // The role may have changed since the page was loaded.
      onRenewed(current)
      return false
    }
    if (current === undefined || (current.user.id !== sentBy.user.id && !isLast)) await signInAgain()
    else {
      session = current
      onRenewed(current)
    }
    return true
  }

  const reading = (signal?: AbortSignal): RequestInit => ({
    signal: signal ?? null,
    cache: 'no-cache',
    headers: spoken,
  })

  return {
    read: (path, { query, signal } = {}) =>
      ask(() => sendRequest(root + path + queryText(query), reading(signal)), {}),
    write: (method, path, body, { query, ifMatch, idempotencyKey, signal, isLast = false } = {}) => {
      const send = () =>
        sendRequest(root + path + queryText(query), {
          method,
          signal: signal ?? null,
          headers: {
            ...writing(),
            ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
        })
      return ask(send, { isWrite: true, isLast })
    },
    upload: (path, form, progress) =>
      ask(() => sendForm(root + path, form, writing(), progress), { isWrite: true }),
    useSession(next) {
      session = next
    },
  }
}
