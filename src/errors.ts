import { formatMessage } from './locales/index.ts'
import type { Message } from './locales/fr.ts'
import { message, pluralMessage, type LocalizableMessage, type SentenceValues } from './locales/sentence.ts'
import type { Kind } from './resources/kinds.ts'

/** A validation error for one value; `code` is returned in `data.details` (interface: Errors). */
export class ValidationError extends Error {
  constructor(
    readonly code: string,
    readonly sentence: LocalizableMessage,
  ) {
    super(formatMessage(sentence, 'en'))
  }

  static of(code: string, text: Message, values?: SentenceValues): ValidationError {
    return new ValidationError(code, message(text, values))
  }
}

/** Additional properties of `data` in the error body; messages in it are translated when the response is sent. */
type ProblemDetails = Readonly<Record<string, unknown>>

/** An error response. The code is published and never changes; its message may. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: LocalizableMessage,
    readonly details: ProblemDetails = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(formatMessage(sentence, 'en'))
  }
}

const problem = (status: number, code: string, text: Message, values?: SentenceValues) =>
  new HttpProblem(status, code, message(text, values))

export const missingParameters = (names: readonly string[]) =>
  new HttpProblem(
    400,
    'rest_missing_callback_param',
    message('Missing parameter(s): {names}', { names: names.join(', ') }),
    { params: names },
  )

/** All invalid parameters at once: a message for each, and its code (interface: Errors). */
export const invalidParameters = (errors: ReadonlyMap<string, ValidationError>) =>
  new HttpProblem(
    400,
    'rest_invalid_param',
    message('Invalid parameter(s): {names}', { names: [...errors.keys()].join(', ') }),
    {
      params: Object.fromEntries([...errors].map(([name, { sentence }]) => [name, sentence])),
      details: Object.fromEntries(
        [...errors].map(([name, { code, sentence }]) => [
          name,
          { code, message: sentence, data: { param: name } },
        ]),
      ),
    },
  )

export const invalidParameter = (name: string, error: ValidationError) =>
  invalidParameters(new Map([[name, error]]))

export const invalidBody = (sentence: LocalizableMessage, position?: number) =>
  new HttpProblem(400, 'rest_invalid_json', sentence, position === undefined ? {} : { position })

export const unsupportedMediaType = (sentence: LocalizableMessage) =>
  new HttpProblem(415, 'rest_unsupported_media_type', sentence)

export const bodyTooLarge = (sentence: LocalizableMessage) =>
  new HttpProblem(413, 'rest_body_too_large', sentence)

export const responseTooLarge = (mebibytes: number) =>
  problem(
    413,
    'rest_body_too_large',
    'The response would be larger than {maximum} MiB; request fewer items with per_page.',
    { maximum: mebibytes },
  )

/** The request is not valid HTTP. */
export const protocolError = (status: number, sentence: LocalizableMessage) =>
  new HttpProblem(status, 'rest_bad_request', sentence)

export const noRoute = () =>
  problem(404, 'rest_no_route', 'No route was found matching the URL and request method.')

export const wrongMethod = (allowed: readonly string[]) =>
  new HttpProblem(
    405,
    'rest_no_route',
    message('This method is not supported; supported methods: {methods}.', { methods: allowed.join(', ') }),
    {},
    { allow: allowed.join(', ') },
  )

export const credentialsNeeded = () =>
  new HttpProblem(401, 'rest_forbidden', message('Authentication is required.'), {}, challenge)

const challenge = { 'www-authenticate': 'Basic realm="calends", charset="UTF-8"' }

/**
 * Lists the parameters that require a missing permission in `data.params`, if the permission depends on parameters.
 */
export const forbidden = (params: Readonly<Record<string, LocalizableMessage>> = {}) =>
  new HttpProblem(
    403,
    'rest_forbidden',
    message('You do not have permission to do this.'),
    Object.keys(params).length > 0 ? { params } : {},
  )

/** For a caller who has signed in, because a form that disregards rights would otherwise ask for credentials again. */
export const formOfPublished = () =>
  problem(
    403,
    'rest_forbidden',
    'This format contains only what is published, whoever asks; JSON and CSV contain what you may read.',
  )

export const incorrectCredentials = () =>
  new HttpProblem(
    401,
    'incorrect_credentials',
    message('The username, password or token is incorrect.'),
    {},
    challenge,
  )

/** A challenge for which browsers show no login dialog of their own. */
export const sessionChallenge = { 'www-authenticate': 'Session realm="calends"' }

export const sessionNeeded = () =>
  new HttpProblem(401, 'rest_forbidden', message('Authentication is required.'), {}, sessionChallenge)

/** Writes with a session cookie require a token, because a page of another site could have sent them. */
export const csrfTokenNeeded = () =>
  problem(403, 'rest_forbidden', 'The header X-CSRF-Token is missing or wrong.')

export const foreignPage = () =>
  problem(403, 'rest_forbidden', 'Pages of other sites cannot sign anybody in.')

/** Protects against DNS rebinding, where a page of another site makes its own name resolve to this service. */
export const foreignHost = () =>
  problem(
    403,
    'rest_forbidden',
    'Requests of browsers must come from, and go to, the URL in CALENDS_PUBLIC_URL.',
  )

export const notFound = (kind: Kind) => problem(404, `rest-${kind}-not-found`, `This ${kind} does not exist.`)

export const wrongResourceType = (kind: Kind) =>
  problem(404, `rest-invalid-${kind}-id`, 'This ID belongs to a different kind of resource.')

export const notAccessible = (kind: Kind) =>
  problem(
    403,
    `${kind}-not-accessible`,
    'This resource is not published, and you do not have permission to read it.',
  )

export const passwordProtected = () =>
  problem(403, 'event-password-protected', 'This event is password-protected.')

export const noLongerAvailable = (kind: Kind) =>
  problem(410, `${kind}-no-longer-available`, 'This resource is in the trash and no longer available.')

export const inTrash = (kind: Kind) =>
  problem(410, `${kind}-is-in-trash`, 'This resource is already in the trash.')

export const noTranslation = (language: string) =>
  problem(404, 'translation-not-found', 'No translation exists for the language "{language}".', { language })

export const cannotDeleteOriginal = (language: string) =>
  problem(
    409,
    'translation-is-original',
    '"{language}" is the original language; the original cannot be deleted on its own.',
    { language },
  )

export const pageNotFound = (kind: Kind) =>
  problem(404, `${kind}-archive-page-not-found`, 'This page does not exist; the list has fewer pages.')

export const termExists = (id: number) =>
  new HttpProblem(
    400,
    'term_exists',
    message('A term with this name already exists under the same parent.'),
    { term_id: id },
  )

export const slugTaken = (slug: string) =>
  problem(409, 'slug-taken', 'The slug "{slug}" is already in use; choose another one.', { slug })

export const idempotencyKeyReused = () =>
  problem(
    422,
    'rest_idempotency_key_reused',
    'This Idempotency-Key was already used for a different request; use a new key for each request.',
  )

export const unknownNamespace = () => problem(404, 'rest_invalid_namespace', 'This namespace does not exist.')

export const preconditionFailed = () =>
  problem(
    412,
    'rest_precondition_failed',
    'This resource has changed since you read it: the ETag in If-Match is no longer current.',
  )

const afterSeconds = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) })

export const tooManyRequests = (seconds: number) =>
  new HttpProblem(
    429,
    'rest_too_many_requests',
    message('Too many requests; try again later.'),
    {},
    afterSeconds(seconds),
  )

export const unavailable = (seconds = 1) =>
  new HttpProblem(
    503,
    'rest_unavailable',
    message('The service is temporarily unavailable; try again later.'),
    {},
    afterSeconds(seconds),
  )

export const userNotFound = () => problem(404, 'rest-user-not-found', 'This user does not exist.')

export const userOwns = (count: number) =>
  new HttpProblem(
    409,
    'user-owns-content',
    pluralMessage(
      count,
      'This user owns {count} entry; use reassign to transfer it to another user.',
      'This user owns {count} entries; use reassign to transfer them to another user.',
    ),
    { count },
  )

export const lastAdministrator = () =>
  problem(
    409,
    'last-administrator',
    'The last administrator cannot be deleted or lose this role; make another user an administrator first.',
  )

export const applicationPasswordNotFound = () =>
  problem(404, 'rest-application-password-not-found', 'This application password does not exist.')

export const versionNotFound = () =>
  problem(404, 'rest-version-not-found', 'This version does not exist, or is no longer stored.')

export const notPending = () => problem(409, 'event-not-pending', 'This event is not waiting for a review.')

export const notJoinable = () =>
  problem(
    409,
    'series-not-joinable',
    'This series cannot be joined: it was not split from another, or their dates were changed since.',
  )

export const internalError = (requestId: string) =>
  new HttpProblem(500, 'internal_error', message('An internal error occurred.'), { request_id: requestId })

export const imageNotFound = () => problem(404, 'rest-image-not-found', 'This image does not exist.')

export const notAnImage = () =>
  problem(404, 'rest-invalid-image-id', 'This ID belongs to a different kind of resource.')

export const imageInUse = () =>
  problem(
    409,
    'image-in-use',
    'This image is in use; send force=true to remove it from everything that shows it.',
  )

const mebibyte = 2 ** 20

/** Names the limit in MiB, rounded down, because editors who upload a picture do not count in bytes. */
export const fileTooLarge = (limit: number) =>
  bodyTooLarge(
    limit < mebibyte
      ? message('The file is too large; at most {limit} bytes are allowed.', { limit })
      : message('The file is too large; it may have at most {mebibytes} MiB.', {
          mebibytes: Math.floor(limit / mebibyte),
        }),
  )

export const webhookNotFound = () => problem(404, 'rest-webhook-not-found', 'This webhook does not exist.')

export const deliveryNotFound = () => problem(404, 'rest-delivery-not-found', 'This delivery does not exist.')

export const importNotFound = () => problem(404, 'rest-import-not-found', 'This import does not exist.')

/** The operation is not possible in the current state of the import. */
export const importInOtherState = (state: string) =>
  new HttpProblem(
    409,
    'import-in-other-state',
    message('This is not possible for an import in the state "{state}".', { state }),
    { state },
  )

/** Two imports that read the same source at once would create everything twice. */
export const sourceBusy = () =>
  problem(
    409,
    'import-source-busy',
    'This source is already being read; wait until that import has been read.',
  )

export const outgoingOff = () =>
  problem(
    400,
    'outgoing-requests-off',
    'This service makes no requests of its own; upload the file, or set CALENDS_OUTGOING=on.',
  )

const unreachable = (sentence: LocalizableMessage) =>
  new HttpProblem(400, 'import-source-unreachable', sentence)

export const sourceUnreachable = (reason: string) =>
  unreachable(message('The URL could not be read: {reason}.', { reason }))

export const sourceTooSlow = () =>
  unreachable(message('Reading the site takes too long. Another import continues where this one stopped.'))

export const fileTooSlow = () =>
  unreachable(message('Reading the file takes too long; import it in several parts.'))

export const changesExpired = () =>
  problem(
    410,
    'changes-expired',
    'Changes that old are no longer stored; read the lists again and follow from the present.',
  )
