import type { Parameters, Site } from '../../../resources/parameter.ts'
import { feedDaysBack } from '../../formats/form.ts'
import type { Operation, Route } from '../../operation.ts'
import { capitalized } from '../../../text/capitalized.ts'
import type { Translate } from '../translated.ts'
import { bodyExamples } from './examples.ts'
import { bodyDefaults, parametersIn } from './parameters.ts'
import { isItem, isWrite } from './operation-kinds.ts'
import { acceptsIdempotencyKey, acceptsIfMatch, responseNameOf, errorsOf } from './error-responses.ts'
import { translate } from '../../../locales/index.ts'

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const header = (name: string) => [name, { $ref: `#/components/headers/${name}` }] as const

const multipart = 'multipart/form-data'
const media = ['application/json', 'application/x-www-form-urlencoded', multipart]

/** Only multipart if a file may be sent, because generated clients would choose JSON, which cannot contain files. */
const mediaOf = ({ parameters }: Operation) => (parameters.file === undefined ? media : [multipart])

const isPaged = ({ parameters }: Operation) => 'page' in parameters && 'per_page' in parameters

/** Name of the schema of a body, which the methods of an update share. */
export const bodyName = ({ operationId }: Operation) => `${operationId}Body`

/** A write accepts every field of its body in the query string too, but only the language is documented there. */
const inQuery = (operation: Operation): Parameters =>
  isWrite(operation)
    ? Object.fromEntries(Object.entries(operation.parameters).filter(([name]) => name === 'ml_language'))
    : operation.parameters

/** Only JSON is reduced to the fields that are named. */
const fields = shared('fields')

type DocumentedParameter = ReturnType<typeof parametersIn>[number] | ReturnType<typeof shared>

function parametersOf(
  { form }: Route,
  operation: Operation,
  site: Site,
  language: string,
): DocumentedParameter[] {
  const { method, path = {} } = operation
  return [
    ...parametersIn('path', path, site, language),
    ...parametersIn('query', inQuery(operation), site, language),
    ...(Object.hasOwn(operation.parameters, 'ml_language') ? [] : [shared('messageLanguage')]),
    ...(form === undefined ? [fields] : []),
    shared('acceptLanguage'),
    shared('errorLanguage'),
    ...(method === 'GET' ? [shared('ifNoneMatch')] : []),
    ...(acceptsIfMatch(operation) ? [shared('ifMatch')] : []),
    ...(acceptsIdempotencyKey(operation) ? [shared('idempotencyKey')] : []),
    ...(method === 'POST' && operation.success !== 201 ? [shared('methodOverride')] : []),
  ]
}

function requestBody(operation: Operation, schemaName: string, site: Site) {
  const example = bodyExamples[schemaName.replace(/(?:BySlug|Self)?Body$/, '')]
  const defaults = bodyDefaults(operation.parameters, site)
  const content = {
    schema: {
      $ref: `#/components/schemas/${schemaName}`,
      ...(Object.keys(defaults).length > 0 ? { properties: defaults } : {}),
    },
  }
  return {
    required: Object.values(operation.parameters).some(({ required }) => required),
    content: Object.fromEntries(
      mediaOf(operation).map((type) => [
        type,
        type === media[0] && example !== undefined ? { ...content, example } : content,
      ]),
    ),
  }
}

const limits = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Ignored',
  'Vary',
]

function successHeaders(operation: Operation) {
  return Object.fromEntries(
    [
      'Content-Language',
      'Cache-Control',
      ...(operation.method === 'GET' ? ['ETag'] : []),
      ...(isPaged(operation) ? ['X-Total', 'X-Total-Pages', 'Link'] : []),
      ...(listsSeries(operation) ? ['X-Horizon'] : []),
      ...(operation.method === 'GET' && isItem(operation) ? ['Link'] : []),
      ...(operation.success === 201 ? ['Location'] : []),
      ...limits,
    ].map(header),
  )
}

type Content = Readonly<Record<string, { readonly schema: object }>>

const jsonOf = ({ responseSchema }: Operation): Content => ({
  'application/json': { schema: { $ref: `#/components/schemas/${responseSchema}` } },
})

const succeeded = (operation: Operation, t: Translate, content: Content) => ({
  description: t(operation.success === 201 ? 'The resource was created' : 'The request succeeded'),
  headers: successHeaders(operation),
  content,
})

const listsSeries = ({ parameters }: Operation) => Object.hasOwn(parameters, 'series')

const reuses = ({ parameters, success }: Operation) => success === 201 && Object.hasOwn(parameters, 'reuse')

function responsesOf(operation: Operation, t: Translate, content: Content) {
  const success = succeeded(operation, t, content)
  const reused = {
    description: t('A resource of the same name already exists and is returned'),
    content: success.content,
  }
  return {
    [operation.success ?? 200]: success,
    ...(reuses(operation) ? { 200: reused } : {}),
    ...(operation.method === 'GET' ? { 304: { $ref: '#/components/responses/notModified' } } : {}),
    ...Object.fromEntries(
      [...errorsOf(operation)].map(([status, codes]) => [
        status,
        { $ref: `#/components/responses/${responseNameOf(status, codes)}` },
      ]),
    ),
  }
}

const signedIn = [{ basic: [] }, { bearer: [] }, { session: [] }]
const nobody = [{}]

const merge = 'POST, PUT and PATCH are equivalent: fields that are not sent remain unchanged.'

const dryRun =
  'With dry_run=true nothing changes, and the response is 200 with series.changed alone (seriesChanges).'

const otherForms = 'Other forms than JSON, by an extension of the path or by Accept: {extensions}.'

const whole = 'Contains everything that matches, unless page or per_page is sent.'

const startOfForms =
  'Events that start on or after the given date; by default {days} days ago, and today in CSV'

interface Documented {
  readonly route: Route
  readonly tag: string
  /** Whether reads require credentials too. */
  readonly isPrivate: boolean
  readonly schemaNames: ReadonlyMap<object, string>
}

/** Also names the forms in prose, because a reader of the operation does not look for other paths. */
function formsInWords({ forms = [] }: Operation, { form }: Route, t: Translate): string[] {
  if (forms.length === 0 || form !== undefined) return []
  const extensions = forms.map(({ extension }) => `.${extension}`).join(', ')
  return [t(otherForms).replace('{extensions}', extensions)]
}

/**
 * Describes a dry run in prose, which names its schema, because with a second response schema every client would have to
 * check which one it received.
 */
function descriptionOf(operation: Operation, route: Route, t: Translate): { description?: string } {
  const sentences = [
    ...(isWrite(operation) && operation.success !== 201 && !operation.isAction ? [t(merge)] : []),
    ...(Object.hasOwn(operation.parameters, 'dry_run') ? [t(dryRun)] : []),
    ...formsInWords(operation, route, t),
  ]
  return sentences.length === 0 ? {} : { description: sentences.join('\n\n') }
}

function securityOf({ method, isOpen }: Operation, isPrivate: boolean) {
  if (isOpen) return nobody
  return isPrivate || method !== 'GET' ? signedIn : [...nobody, ...signedIn]
}

const described = (
  operation: Operation,
  { route, tag, isPrivate, schemaNames }: Documented,
  site: Site,
  language: string,
) => {
  const t: Translate = (text) => translate(text, language)
  return {
    operationId: operation.operationId,
    summary: t(operation.summary),
    ...descriptionOf(operation, route, t),
    tags: [tag],
    security: securityOf(operation, isPrivate),
    parameters: parametersOf(route, operation, site, language),
    ...(isWrite(operation)
      ? { requestBody: requestBody(operation, schemaNames.get(operation.parameters)!, site) }
      : {}),
    responses: responsesOf(operation, t, contentAt(route, operation)),
  }
}

/** The operations of a route, by method. */
export const documentRoute = (documented: Documented, site: Site, language: string): Record<string, object> =>
  Object.fromEntries(
    documented.route.operations.map((operation) => [
      operation.method.toLowerCase(),
      described(operation, documented, site, language),
    ]),
  )

type Form = NonNullable<Operation['forms']>[number]

const isJson = ({ mediaType }: Form) => mediaType.endsWith('json')

/** Forms besides JSON are described by their own standards. */
const contentOf = (forms: readonly Form[]): Content =>
  Object.fromEntries(
    forms.map((form) => [form.mediaType, { schema: { type: isJson(form) ? 'object' : 'string' } }]),
  )

/** The content at a path, which may name another form than JSON by its extension. */
const contentAt = ({ form }: Route, operation: Operation): Content =>
  form === undefined
    ? jsonOf(operation)
    : contentOf((operation.forms ?? []).filter(({ extension }) => extension === form))

/**
 * Text forms of a list share one path; each JSON form has its own, because generated clients support one type per path.
 * So has each form of a single read, because `{id}.{form}` could not be told from `{id}`.
 */
function formsByAddress(forms: readonly Form[], pattern: string, t: Translate) {
  const texts = pattern.endsWith('}') ? [] : forms.filter((form) => !isJson(form))
  const form = {
    name: 'form',
    in: 'path',
    required: true,
    description: t('The form, as an extension'),
    schema: { type: 'string', enum: texts.map(({ extension }) => extension) },
  }
  const together = { address: '{form}', suffix: 'InForm', parameters: [form], forms: texts }
  return [
    ...(texts.length > 0 ? [together] : []),
    ...forms
      .filter((one) => !texts.includes(one))
      .map((one) => ({
        address: one.extension,
        suffix: `As${capitalized(one.extension)}`,
        parameters: [],
        forms: [one],
      })),
  ]
}

/**
 * A parameter of a list in another form, which is whole and begins earlier than the JSON list. A default of `page` or
 * `per_page` would cut it off, because generated clients send defaults.
 */
function inForms(parameter: DocumentedParameter, t: Translate): DocumentedParameter {
  if (!('schema' in parameter)) return parameter
  if (['page', 'per_page'].includes(parameter.name))
    return { ...parameter, schema: { ...parameter.schema, default: undefined } }
  if (parameter.name !== 'start_date') return parameter
  return { ...parameter, description: t(startOfForms).replace('{days}', String(feedDaysBack)) }
}

/** A slug may contain a dot, so that only lists and IDs take an extension. */
const takesExtension = (pattern: string) => !pattern.includes('{') || pattern.endsWith('/{id}')

/**
 * The other forms of a list or a single read, by extension. They are documented under paths of their own, although
 * `Accept` selects them as well, because generated clients could not tell which type they receive. Live streams are omitted,
 * because generated clients cannot use them.
 */
export function documentForms(
  documented: Documented,
  site: Site,
  language: string,
): readonly (readonly [extension: string, pathItem: object])[] {
  const { pattern, operations } = documented.route
  const operation = operations.find(({ forms = [], mayWait }) => forms.length > 0 && !mayWait)
  if (operation === undefined || !takesExtension(pattern)) return []
  const t: Translate = (text) => translate(text, language)
  const asJson = described(operation, documented, site, language)
  const others = asJson.parameters
    .filter((parameter) => parameter !== fields)
    .map((parameter) => inForms(parameter, t))
  const description = Object.hasOwn(operation.parameters, 'per_page') ? { description: t(whole) } : {}
  const headers = { ...successHeaders(operation), ...Object.fromEntries([header('Last-Modified')]) }
  return formsByAddress(operation.forms!, pattern, t).map(({ address, suffix, parameters, forms }) => [
    address,
    {
      get: {
        ...asJson,
        operationId: `${operation.operationId}${suffix}`,
        ...description,
        parameters: [...parameters, ...others, shared('ifModifiedSince')],
        responses: { ...asJson.responses, 200: { ...succeeded(operation, t, contentOf(forms)), headers } },
      },
    },
  ])
}
