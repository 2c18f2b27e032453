/** The body of an error (interface: Errors). */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly data?: {
    /** What is wrong with each parameter, or the names of those that are missing. */
    readonly params?: Readonly<Record<string, string>> | readonly string[]
    readonly details?: Readonly<Record<string, { readonly code: string; readonly message: string }>>
  }
}

/** The service refused. `message` is its sentence, in the language of the interface. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  /** What is wrong with each field, by its name in the API. */
  readonly fields: Readonly<Record<string, string>>
  /** The fields that were not sent; the sentence of the service names all of them together. */
  readonly missing: readonly string[]

  constructor(
    readonly status: number,
    { code, message, data }: Problem,
    /** Seconds after which to try again. */
    readonly retryAfter: number | undefined,
  ) {
    super(message)
    this.code = code
    const details = Object.entries(data?.details ?? {}).map(([name, { message }]) => [name, message])
    const { params = {} } = data ?? {}
    this.missing = Array.isArray(params) ? (params as string[]) : []
    const named = Array.isArray(params) ? this.missing.map((name) => [name, message]) : Object.entries(params)
    this.fields = Object.fromEntries([...named, ...details]) as Record<string, string>
  }

  get isSessionOver(): boolean {
    return this.status === 401
  }

  /** Somebody else has changed the resource since it was read. */
  get isConflict(): boolean {
    return this.status === 412
  }
}

/** No answer came. What was to be sent is still to be sent. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}
