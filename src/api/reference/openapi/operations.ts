import type { Site } from '../../../resources/parameter.ts'
import type { Operation, Route } from '../../operation.ts'
import { bodyExamples } from './examples.ts'
import { pathParameters, queryParameters } from './parameters.ts'
import { answerName, isDoneOnce, problemsOf } from './problems.ts'
import type { Message } from '../../../locales/fr.ts'

type Tell = (text: Message) => string

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const header = (name: string) => [name, { $ref: `#/components/headers/${name}` }] as const

const media = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

const isWrite = ({ method }: Operation) => method !== 'GET' && method !== 'DELETE'
const isItem = ({ path }: Operation) => path !== undefined && Object.keys(path).length > 0
const isList = ({ answer }: Operation) => answer.endsWith('sList') || answer === 'userList'

/** By whose parameters a body is known, so that the methods of an update share one schema. */
export const bodyName = ({ name }: Operation) => `${name}Body`

function parametersOf(operation: Operation, site: Site, told: Tell) {
  const { method, path = {}, parameters } = operation
  return [
    ...pathParameters(path, site, told),
    ...(isWrite(operation) ? [] : queryParameters(parameters, site, told)),
    shared('fields'),
    shared('acceptLanguage'),
    ...(method === 'GET' ? [shared('ifNoneMatch')] : []),
    ...(method !== 'GET' && isItem(operation) ? [shared('ifMatch')] : []),
    ...(isDoneOnce(operation) ? [shared('idempotencyKey')] : []),
    ...(method === 'POST' && isItem(operation) ? [shared('methodOverride')] : []),
  ]
}

function requestBody(operation: Operation, schemaName: string) {
  const example = bodyExamples[operation.name]
  const content = { schema: { $ref: `#/components/schemas/${schemaName}` } }
  return {
    required: Object.values(operation.parameters).some(({ required }) => required),
    content: Object.fromEntries(
      media.map((type) => [
        type,
        type === media[0] && example !== undefined ? { ...content, example } : content,
      ]),
    ),
  }
}

const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id', 'Vary']

function successHeaders(operation: Operation) {
  return Object.fromEntries(
    [
      'Content-Language',
      'Cache-Control',
      ...(operation.method === 'GET' ? ['ETag'] : []),
      ...(isList(operation) ? ['X-Total', 'X-Total-Pages', 'Link'] : []),
      ...(operation.method === 'GET' && isItem(operation) ? ['Link'] : []),
      ...(operation.success === 201 ? ['Location'] : []),
      ...limits,
    ].map(header),
  )
}

const succeeded = (operation: Operation, told: Tell) => ({
  description: told(operation.success === 201 ? 'It was created' : 'It was done'),
  headers: successHeaders(operation),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${operation.answer}` } } },
})

const reuses = ({ parameters, success }: Operation) => success === 201 && Object.hasOwn(parameters, 'reuse')

function responsesOf(operation: Operation, told: Tell) {
  const success = succeeded(operation, told)
  const reused = {
    description: told('One of the same name was there and is answered'),
    content: success.content,
  }
  return {
    [operation.success ?? 200]: success,
    ...(reuses(operation) ? { 200: reused } : {}),
    ...(operation.method === 'GET' ? { 304: { $ref: '#/components/responses/304' } } : {}),
    ...Object.fromEntries(
      [...problemsOf(operation)].map(([status, codes]) => [
        status,
        { $ref: `#/components/responses/${answerName(status, codes)}` },
      ]),
    ),
  }
}

const signedIn = [{ basic: [] }, { bearer: [] }]

const merge = 'POST, PUT and PATCH do the same: what is not sent stays as it is.'

export interface Documented {
  readonly route: Route
  readonly tag: string
  /** Whether even reads need somebody who has signed in. */
  readonly isPrivate: boolean
  readonly schemaNames: ReadonlyMap<object, string>
}

/** The operations of a route, by their method. */
export const documentRoute = (
  { route, tag, isPrivate, schemaNames }: Documented,
  site: Site,
  told: Tell,
): Record<string, object> =>
  Object.fromEntries(
    route.operations.map((operation) => [
      operation.method.toLowerCase(),
      {
        operationId: operation.name,
        summary: told(operation.summary),
        ...(isWrite(operation) && isItem(operation) ? { description: told(merge) } : {}),
        tags: [tag],
        security: isPrivate || operation.method !== 'GET' ? signedIn : [{}, ...signedIn],
        parameters: parametersOf(operation, site, told),
        ...(isWrite(operation)
          ? { requestBody: requestBody(operation, schemaNames.get(operation.parameters)!) }
          : {}),
        responses: responsesOf(operation, told),
      },
    ]),
  )
