import { say, sayCounted, type Sentence } from './locales/sentence.ts'
import type { Message } from './locales/fr.ts'

/** What is wrong with one value; `code` stands in `data.details` of the answer (contract §1). */
export class Invalid extends Error {
  constructor(
    readonly code: string,
    readonly sentence: Sentence,
  ) {
    super(sentence.text)
  }
}

/** What stands in `data` of an error body beside `status`; sentences in it are translated when told. */
export type ProblemDetails = Readonly<Record<string, unknown>>

/** An answer other than success. The code is published and never changes; its wording may. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: Sentence,
    readonly details: ProblemDetails = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(sentence.text)
  }
}

/** The kinds of resource whose names stand in codes. */
export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'

const kinds: readonly Kind[] = ['event', 'venue', 'organizer', 'category', 'tag']
const entryKinds = ['event', 'venue', 'organizer'] as const

const missing: Record<Kind, Message> = {
  event: 'There is no such event.',
  venue: 'There is no such venue.',
  organizer: 'There is no such organizer.',
  category: 'There is no such category.',
  tag: 'There is no such tag.',
}

export const missingParameters = (names: readonly string[]) =>
  new Problem(
    400,
    'rest_missing_callback_param',
    say('Missing parameter(s): {names}', { names: names.join(', ') }),
    {
      params: names,
    },
  )

/** All invalid parameters at once: a sentence for each, and its code (contract §1). */
export const invalidParameters = (faults: ReadonlyMap<string, Invalid>) =>
  new Problem(
    400,
    'rest_invalid_param',
    say('Invalid parameter(s): {names}', { names: [...faults.keys()].join(', ') }),
    {
      params: Object.fromEntries([...faults].map(([name, { sentence }]) => [name, sentence])),
      details: Object.fromEntries(
        [...faults].map(([name, { code, sentence }]) => [
          name,
          { code, message: sentence, data: { param: name } },
        ]),
      ),
    },
  )

export const invalidBody = (sentence: Sentence, position?: number) =>
  new Problem(400, 'rest_invalid_json', sentence, position === undefined ? {} : { position })

export const unsupportedMediaType = (sentence: Sentence) =>
  new Problem(415, 'rest_unsupported_media_type', sentence)

export const bodyTooLarge = (sentence: Sentence) => new Problem(413, 'rest_body_too_large', sentence)

/** What cannot be read as a request at all. */
export const badRequest = (status: number, sentence: Sentence) =>
  new Problem(status, 'rest_bad_request', sentence)

export const noRoute = () =>
  new Problem(404, 'rest_no_route', say('No route was found matching the URL and request method.'))

export const wrongMethod = (allowed: readonly string[]) =>
  new Problem(
    405,
    'rest_no_route',
    say('This route does not answer that method; it answers {methods}.', { methods: allowed.join(', ') }),
    {},
    { allow: allowed.join(', ') },
  )

export const credentialsNeeded = () =>
  new Problem(401, 'rest_forbidden', say('You must sign in to do this.'), {}, challenge)

const challenge = { 'www-authenticate': 'Basic realm="calends", charset="UTF-8"' }

/** Names what breaks the right in `data.params`, where it is a parameter that does. */
export const forbidden = (params: Readonly<Record<string, Sentence>> = {}) =>
  new Problem(
    403,
    'rest_forbidden',
    say('You are not allowed to do this.'),
    Object.keys(params).length > 0 ? { params } : {},
  )

export const incorrectCredentials = () =>
  new Problem(
    401,
    'incorrect_credentials',
    say('The user name, the password or the token is not correct.'),
    {},
    challenge,
  )

export const notFound = (kind: Kind) => new Problem(404, `rest-${kind}-not-found`, say(missing[kind]))

export const otherKind = (kind: Kind) =>
  new Problem(404, `rest-invalid-${kind}-id`, say('This id belongs to something of another kind.'))

export const notAccessible = (kind: Kind) =>
  new Problem(403, `${kind}-not-accessible`, say('This is not published, and you may not read it.'))

export const passwordProtected = () =>
  new Problem(403, 'event-password-protected', say('This event is protected by a password.'))

export const noLongerAvailable = (kind: Kind) =>
  new Problem(410, `${kind}-no-longer-available`, say('This is in the trash and no longer available.'))

export const inTrash = (kind: Kind) =>
  new Problem(410, `${kind}-is-in-trash`, say('This is in the trash already.'))

export const noTranslation = (language: string) =>
  new Problem(404, 'translation-not-found', say('There is no translation into "{language}".', { language }))

export const originalStays = (language: string) =>
  new Problem(
    409,
    'translation-is-original',
    say('"{language}" is the language of the original, which cannot be removed alone.', { language }),
  )

export const noSuchPage = (kind: Kind) =>
  new Problem(404, `${kind}-archive-page-not-found`, say('This page lies beyond the end of the list.'))

export const termExists = (id: number) =>
  new Problem(400, 'term_exists', say('A term with that name exists already under the same parent.'), {
    term_id: id,
  })

export const slugTaken = (slug: string) =>
  new Problem(409, 'slug-taken', say('The slug "{slug}" is in use already; choose another one.', { slug }))

export const idempotencyKeyReused = () =>
  new Problem(
    422,
    'rest_idempotency_key_reused',
    say('This Idempotency-Key was used for another request; use a new key for each request.'),
  )

export const otherNamespace = () =>
  new Problem(404, 'rest_invalid_namespace', say('There is no such namespace here.'))

export const preconditionFailed = () =>
  new Problem(
    412,
    'rest_precondition_failed',
    say('This has changed since you read it: the entity tag in If-Match is no longer the current one.'),
  )

const afterSeconds = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) })

export const tooManyRequests = (seconds: number) =>
  new Problem(
    429,
    'rest_too_many_requests',
    say('Too many requests; try again later.'),
    {},
    afterSeconds(seconds),
  )

export const unavailable = (seconds = 1) =>
  new Problem(
    503,
    'rest_unavailable',
    say('The service cannot answer just now; try again later.'),
    {},
    afterSeconds(seconds),
  )

export const userNotFound = () => new Problem(404, 'rest-user-not-found', say('There is no such user.'))

export const userOwns = (count: number) =>
  new Problem(
    409,
    'user-owns-content',
    sayCounted(
      count,
      'This user owns {count} entry; hand it over with reassign.',
      'This user owns {count} entries; hand them over with reassign.',
    ),
    { count },
  )

export const lastAdministrator = () =>
  new Problem(
    409,
    'last-administrator',
    say('This is the last administrator; make another user an administrator first.'),
  )

export const applicationPasswordNotFound = () =>
  new Problem(404, 'rest-application-password-not-found', say('There is no such application password.'))

export const internalError = (requestId: string) =>
  new Problem(500, 'internal_error', say('Something went wrong on our side.'), { request_id: requestId })

interface ProblemCode {
  readonly code: string
  readonly statuses: readonly number[]
  readonly when: Message
}

/** Every code that an answer may carry, with its status and when it does: the reference is made from this. */
export const problemCodes: readonly ProblemCode[] = [
  { code: 'rest_missing_callback_param', statuses: [400], when: 'A required parameter is absent or null.' },
  { code: 'rest_invalid_param', statuses: [400], when: 'A parameter is not acceptable.' },
  { code: 'rest_invalid_json', statuses: [400], when: 'The body cannot be read.' },
  {
    code: 'rest_unsupported_media_type',
    statuses: [415],
    when: 'The body is of a kind that is not read here.',
  },
  { code: 'rest_body_too_large', statuses: [413], when: 'The body is larger than the limit.' },
  {
    code: 'rest_bad_request',
    statuses: [400, 408, 413, 414, 431],
    when: 'The request is not well-formed, too large in its head, or too slow.',
  },
  {
    code: 'rest_no_route',
    statuses: [404, 405],
    when: 'There is no such route, or it does not answer the method.',
  },
  { code: 'rest_forbidden', statuses: [401, 403], when: 'Nobody signed in, or the right is lacking.' },
  { code: 'incorrect_credentials', statuses: [401], when: 'The name, password or token presented is wrong.' },
  ...kinds.flatMap((kind): ProblemCode[] => [
    { code: `rest-${kind}-not-found`, statuses: [404], when: 'The id or slug is unknown.' },
    {
      code: `rest-invalid-${kind}-id`,
      statuses: [404],
      when: 'The id belongs to something of another kind.',
    },
  ]),
  ...entryKinds.flatMap((kind): ProblemCode[] => [
    {
      code: `${kind}-not-accessible`,
      statuses: [403],
      when: 'It is not published, and the caller may not read it.',
    },
    {
      code: `${kind}-no-longer-available`,
      statuses: [410],
      when: 'It is in the trash, read or updated by id.',
    },
    { code: `${kind}-is-in-trash`, statuses: [410], when: 'It is in the trash and deleted again by id.' },
    {
      code: `${kind}-archive-page-not-found`,
      statuses: [404],
      when: 'The page lies beyond the end of the list.',
    },
  ]),
  {
    code: 'event-password-protected',
    statuses: [403],
    when: 'The password of the event is lacking or wrong.',
  },
  { code: 'translation-not-found', statuses: [404], when: 'There is no translation into that language.' },
  {
    code: 'translation-is-original',
    statuses: [409],
    when: 'The original would be removed as if a translation.',
  },
  { code: 'geoloc-extension-not-active', statuses: [400], when: 'In details: geolocation is switched off.' },
  { code: 'term_exists', statuses: [400], when: 'A term of that name exists under the same parent.' },
  { code: 'slug-taken', statuses: [409], when: 'An update asks for a slug that is in use.' },
  {
    code: 'rest_idempotency_key_reused',
    statuses: [422],
    when: 'An Idempotency-Key comes with another request than before.',
  },
  { code: 'rest_invalid_namespace', statuses: [404], when: 'Discovery is asked for another namespace.' },
  {
    code: 'rest_precondition_failed',
    statuses: [412],
    when: 'If-Match names a representation that has changed.',
  },
  { code: 'rest_too_many_requests', statuses: [429], when: 'Too many requests or wrong passwords.' },
  { code: 'rest_unavailable', statuses: [503], when: 'The service stops or its database is out of reach.' },
  { code: 'rest-user-not-found', statuses: [404], when: 'The user is unknown.' },
  {
    code: 'user-owns-content',
    statuses: [409],
    when: 'A user who owns entries is deleted without reassign.',
  },
  {
    code: 'last-administrator',
    statuses: [409],
    when: 'The last administrator would be deleted or lose the role.',
  },
  {
    code: 'rest-application-password-not-found',
    statuses: [404],
    when: 'The application password is unknown.',
  },
  {
    code: 'internal_error',
    statuses: [500],
    when: 'A fault of the service; the request id helps to find it.',
  },
]
