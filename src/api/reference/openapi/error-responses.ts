import { problemCodes } from '../../../errors/problem-codes.ts'
import { entryKinds, kinds, resourceNames, termKinds } from '../../../resources/kinds.ts'
import type { Operation } from '../../operation.ts'
import type { Translate } from '../translated.ts'
import { isItem, isWrite } from './operation-kinds.ts'

/** The possible errors of an operation, for the OpenAPI document. */

const always = [
  'rest_invalid_param',
  'incorrect_credentials',
  'rest_too_many_requests',
  'internal_error',
  'rest_unavailable',
]
const onWrite = ['rest_invalid_json', 'rest_forbidden', 'rest_body_too_large', 'rest_unsupported_media_type']

/** This code occurs only in the details of another problem. */
const geoloc = 'geoloc-extension-not-active'

const entries: readonly string[] = entryKinds
const terms: readonly string[] = termKinds

const isById = ({ path = {} }: Operation) => Object.hasOwn(path, 'id')
const isOfExisting = ({ method, success, isAction }: Operation) =>
  method !== 'GET' && success !== 201 && !isAction

const others: Readonly<Record<string, readonly string[]>> = {
  userList: ['rest_forbidden'],
  storedImageList: ['rest_forbidden'],
  attachmentList: ['rest_forbidden'],
  discovery: ['rest_invalid_namespace'],
  session: ['rest_forbidden'],
  changeFeed: ['changes-expired'],
  importList: ['rest_forbidden'],
  importWithRows: ['rest_forbidden', 'rest-import-not-found'],
  webhookList: ['rest_forbidden'],
  issuedWebhook: ['rest_forbidden'],
  webhook: ['rest_forbidden', 'rest-webhook-not-found'],
  deliveryList: ['rest_forbidden', 'rest-webhook-not-found'],
  delivery: ['rest_forbidden', 'rest-webhook-not-found', 'rest-delivery-not-found'],
}

const listProblems = (kind: string, { parameters }: Operation): string[] => [
  ...(entries.includes(kind) ? [`${kind}-archive-page-not-found`] : []),
  ...('geoloc' in parameters ? [geoloc] : []),
  'rest_forbidden',
]

/** Entries have a status, so a caller may lack permission to see one. */
function entryProblems(kind: string, operation: Operation): string[] {
  const states = isById(operation) ? [`${kind}-no-longer-available`] : []
  if (operation.method === 'GET') return [`${kind}-not-accessible`, ...states]
  return operation.method === 'DELETE' && isById(operation) ? [`${kind}-is-in-trash`] : states
}

function itemProblems(kind: string, operation: Operation): string[] {
  const isTranslation = Object.hasOwn(operation.path ?? {}, 'lang')
  return [
    'rest_forbidden',
    `rest-${kind}-not-found`,
    ...(isById(operation) ? [`rest-invalid-${kind}-id`] : []),
    ...(entries.includes(kind) ? entryProblems(kind, operation) : []),
    ...(kind === 'event' && !isWrite(operation) ? ['event-password-protected'] : []),
    ...(operation.method === 'GET' || isTranslation ? ['translation-not-found'] : []),
    ...(isTranslation ? ['translation-is-original'] : []),
    ...(operation.method === 'GET' ? [] : ['rest_precondition_failed']),
    ...(isWrite(operation) ? ['slug-taken'] : []),
    // An update requires nothing itself, but a venue, an organizer or a ticket in it has a name.
    ...(kind === 'event' && isWrite(operation) ? ['rest_missing_callback_param'] : []),
  ]
}

function identityProblems(operation: Operation): string[] {
  const isPassword = Object.hasOwn(operation.path ?? {}, 'uuid')
  const isChange = operation.responseSchema === 'user' && isOfExisting(operation)
  return [
    'rest_forbidden',
    ...(isById(operation) ? ['rest-user-not-found'] : []),
    ...(isPassword ? ['rest-application-password-not-found', 'rest_precondition_failed'] : []),
    ...(isChange ? ['last-administrator', 'rest_precondition_failed'] : []),
    ...(isChange && operation.method === 'DELETE' ? ['user-owns-content'] : []),
  ]
}

const ofIdentity = [
  'user',
  'self',
  'applicationPassword',
  'applicationPasswordList',
  'issuedApplicationPassword',
]

/** What the administration keeps, and who writes it may name a representation. */
const guarded = ['webhook', 'importWithRows']

const guardedProblems = ({ method, success, responseSchema }: Operation): string[] => [
  ...(others[responseSchema] ?? []),
  ...(method !== 'GET' && success !== 201 ? ['rest_precondition_failed'] : []),
]

const imageProblems = (operation: Operation): string[] => [
  'rest_forbidden',
  ...(isById(operation) ? ['rest-image-not-found', 'rest-invalid-image-id'] : []),
  ...(isOfExisting(operation) ? ['rest_precondition_failed'] : []),
  ...(operation.method === 'DELETE' ? ['image-in-use'] : []),
]

const ofImages = ['storedImage', 'attachment', 'deletedAttachment']

function ownProblems(operation: Operation): readonly string[] {
  const { responseSchema } = operation
  if (ofIdentity.includes(responseSchema)) return identityProblems(operation)
  if (ofImages.includes(responseSchema)) return imageProblems(operation)
  if (guarded.includes(responseSchema)) return guardedProblems(operation)
  const listed = kinds.find((kind) => responseSchema === `${resourceNames[kind]}List`)
  if (listed !== undefined) return listProblems(listed, operation)
  if (!entries.includes(responseSchema) && !terms.includes(responseSchema))
    return others[responseSchema] ?? []
  return [
    ...(isItem(operation) ? itemProblems(responseSchema, operation) : []),
    ...(terms.includes(responseSchema) && isWrite(operation) ? ['term_exists'] : []),
  ]
}

/** Whether `Idempotency-Key` is supported: by POST on the resources of the calendar, and for new users, passwords and webhooks. */
export const acceptsIdempotencyKey = ({ method, success, responseSchema }: Operation) =>
  method === 'POST' &&
  ([...entries, ...terms].includes(responseSchema) ||
    (success === 201 && ['user', 'issuedApplicationPassword', 'issuedWebhook'].includes(responseSchema)))

const requiresSome = ({ parameters }: Operation) => Object.values(parameters).some(({ required }) => required)

/** All problem codes of an operation, in their published order. */
function codesOf(operation: Operation): string[] {
  const possible = new Set([
    ...always,
    ...(operation.method === 'GET' ? [] : onWrite),
    ...(requiresSome(operation) ? ['rest_missing_callback_param'] : []),
    ...(acceptsIdempotencyKey(operation) ? ['rest_idempotency_key_reused'] : []),
    ...ownProblems(operation),
    ...(operation.problems ?? []),
  ])
  return problemCodes.map(({ code }) => code).filter((code) => possible.has(code))
}

export const acceptsIfMatch = (operation: Operation) =>
  codesOf(operation).includes('rest_precondition_failed')

const descriptionOf = (code: string) => problemCodes.find((problem) => problem.code === code)!.when

/** The problem codes of an operation, by status. */
export function errorsOf(operation: Operation): Map<number, string[]> {
  const codes = codesOf(operation)
  const statuses = problemCodes.filter(({ code }) => codes.includes(code)).flatMap(({ statuses }) => statuses)
  return new Map(
    [...new Set(statuses)]
      .sort((one, other) => one - other)
      .map((status) => [
        status,
        problemCodes
          .filter((problem) => codes.includes(problem.code) && problem.statuses.includes(status))
          .map(({ code }) => code),
      ]),
  )
}

/** Begins with a letter, because client generators derive type names from it. */
export const responseNameOf = (status: number, codes: readonly string[]) =>
  [`problem${status}`, ...codes].join('.')

const headersOf: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** A response that several operations share. */
export const errorResponse = (status: number, codes: readonly string[], t: Translate) => ({
  description: codes.map((code) => `\`${code}\`: ${t(descriptionOf(code))}`).join('\n\n'),
  headers: Object.fromEntries(
    ['X-Request-Id', ...(headersOf[status] ?? [])].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  ),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/problem' },
          {
            type: 'object',
            properties: { code: { enum: codes.filter((code) => code !== geoloc) } },
          },
        ],
      },
      examples: Object.fromEntries(
        codes
          .filter((code) => code !== geoloc)
          .map((code) => [code, { value: { code, message: t(descriptionOf(code)), data: { status } } }]),
      ),
    },
  },
})
