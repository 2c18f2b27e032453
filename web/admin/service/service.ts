import { ConnectionLost, ServiceError, type Problem } from './errors.ts'

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
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Service {
  /** `path` comes from `calendar()` or `admin()`. */
  read<T>(path: string, asking?: Asking): Promise<Answer<T>>
  write<T>(method: Method, path: string, body?: unknown, asking?: Asking): Promise<Answer<T>>
  /** Uploads a file with its fields and reports progress from 0 to 1. */
  upload<T>(path: string, form: FormData, progress: (part: number) => void): Promise<Answer<T>>
  /** CSRF token of the session for writes; undefined while nobody is signed in. */
  useToken(token: string | undefined): void
}

export const calendar = (path: string): string => `/cal/events/v1${path}`
export const admin = (path: string): string => `/cal/admin/v1${path}`

interface ServiceOptions {
  readonly root: string
  /** Called when a request fails because the session has expired; resolves when the user has signed in again. */
  readonly signInAgain: () => Promise<void>
  /** Called after every request with whether a response was received. */
  readonly onConnection: (isConnected: boolean) => void
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

function answerOf<T>(status: number, headers: Headers, text: string): Answer<T> {
  return {
    status,
    body: (text === '' ? undefined : JSON.parse(text)) as T,
    etag: headers.get('etag') ?? undefined,
    total: numberIn(headers, 'x-total'),
    pages: numberIn(headers, 'x-total-pages'),
  }
}

/** A proxy may respond with something other than JSON. */
function problemIn(status: number, headers: Headers, text: string): ServiceError {
  const retryAfter = numberIn(headers, 'retry-after')
  try {
    return new ServiceError(status, JSON.parse(text) as Problem, retryAfter)
  } catch {
    return new ServiceError(status, { code: 'unreadable', message: String(status) }, retryAfter)
  }
}

/** Parses the headers of an upload, which uses XMLHttpRequest because `fetch` does not report progress. */
const headersOf = (text: string): Headers =>
  new Headers(
    text
      .trim()
      .split(/\r\n/)
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
  )

export function createService({ root, signInAgain, onConnection }: ServiceOptions): Service {
  let token: string | undefined

  async function ask<T>(path: string, request: () => RequestInit, isAgain = false): Promise<Answer<T>> {
    let response: Response
    let text: string
    try {
      response = await fetch(root + path, request())
      text = await response.text()
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error
      onConnection(false)
      throw new ConnectionLost()
    }
    onConnection(true)
    if (response.ok) return answerOf(response.status, response.headers, text)
    const problem = problemIn(response.status, response.headers, text)
    // Signing in and the initial session check return 401 in normal operation.
    if (!problem.isSessionOver || isAgain || token === undefined) throw problem
    await signInAgain()
    return ask(path, request, true)
  }

  const writing = (): Record<string, string> => (token === undefined ? {} : { 'x-csrf-token': token })

  return {
    read: (path, { query, signal } = {}) =>
      ask(path + queryText(query), () => ({ signal: signal ?? null, cache: 'no-cache' })),
    write: (method, path, body, { query, ifMatch, idempotencyKey, signal } = {}) =>
      ask(path + queryText(query), () => ({
        method,
        signal: signal ?? null,
        headers: {
          ...writing(),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })),
    upload: <T>(path: string, form: FormData, progress: (part: number) => void) =>
      new Promise<Answer<T>>((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', root + path)
        for (const [name, value] of Object.entries(writing())) request.setRequestHeader(name, value)
        request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total)
        request.onerror = () => {
          onConnection(false)
          reject(new ConnectionLost())
        }
        request.onload = () => {
          onConnection(true)
          const { status, responseText } = request
          const headers = headersOf(request.getAllResponseHeaders())
          if (status < 400) resolve(answerOf(status, headers, responseText))
          else reject(problemIn(status, headers, responseText))
        }
        request.send(form)
      }),
    useToken(next) {
      token = next
    },
  }
}
