/** The body of an error (interface: Errors). */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly data?: {
    /** Messages by parameter, or the names of missing parameters. */
    readonly params?: Readonly<Record<string, string>> | readonly string[]
    readonly details?: Readonly<Record<string, { readonly code: string; readonly message: string }>>
  }
}

/** An error response. `message` is in the language of the interface. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  private readonly details: NonNullable<NonNullable<Problem['data']>['details']>
  /** Messages by field, as named in the API. */
  readonly fields: Readonly<Record<string, string>>
  /** Missing fields; the message names all of them. */
  readonly missing: readonly string[]

  constructor(
    readonly status: number,
    { code, message, data }: Problem,
    /** Seconds to wait before trying again. */
    readonly retryAfter: number | undefined,
  ) {
    super(message)
    this.code = code
    this.details = data?.details ?? {}
    const details = Object.entries(this.details).map(([name, { message }]) => [name, message])
    const { params = {} } = data ?? {}
    this.missing = Array.isArray(params) ? (params as string[]) : []
    const named = Array.isArray(params) ? this.missing.map((name) => [name, message]) : Object.entries(params)
    this.fields = Object.fromEntries([...named, ...details]) as Record<string, string>
  }

  /** The sentences about fields, if there are any, because the message only names these. */
  get reason(): string {
    const sentences = this.missing.length > 0 ? [] : Object.values(this.fields)
    return sentences.length === 0 ? this.message : [...new Set(sentences)].join(' ')
  }

  /** The dates of a series cannot follow its start; the message says what a program has to send instead. */
  get isImmovable(): boolean {
    return this.details.start_date?.code === 'rest_invalid_recurrence'
  }

  /** A wrong password, which has the same status, is no reason to ask for it in another dialog. */
  get isSessionOver(): boolean {
    return this.status === 401 && this.code !== 'incorrect_credentials'
  }

  /** The resource was changed by someone else since it was read. */
  get isConflict(): boolean {
    return this.status === 412
  }
}

/** The resource was changed by someone else since it was read, as was found out before anything was sent. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

export const isGone = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && [404, 410].includes(error.status)

/** An answer that was lost may have been that it is done. */
export function passIfGone(error: unknown): void {
  if (!isGone(error)) throw error
}

/**
 * Whether the ETag became outdated between reading and writing. That of an event also changes with the number of events in its
 * categories and tags, and with its venues and organizers.
 */
export const isOvertaken = (error: unknown): boolean => error instanceof ServiceError && error.isConflict

/** Whether a write was given up because somebody else has changed the resource. */
export const isConflict = (error: Error): boolean => error instanceof ChangedMeanwhile || isOvertaken(error)

/** Whether somebody else has already decided about an event, or its author has withdrawn it. */
export const isDecidedAlready = (error: Error): boolean =>
  error instanceof ServiceError && error.code === 'event-not-pending'

/** No response was received; the request has to be sent again. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

const repetitions = 3

/** Repeats what reads, compares and writes; it is up to `work` to refuse what somebody else has changed. */
export async function whileOvertaken<T>(work: () => Promise<T>, left = repetitions): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOvertaken(error) || left === 0) throw error
    return whileOvertaken(work, left - 1)
  }
}
