import { resources } from '../resources/index.ts'
import Type, { type TSchema } from '../resources/json-schema.ts'
import { context, fallback, language } from '../resources/common-parameters.ts'
import { flag } from '../resources/parameter-types.ts'
import { address, count, id, list, schemaOf, text } from '../resources/representation.ts'
import type { Resource } from '../resources/resource.ts'
import { createFieldsOf, handleCreate } from './create.ts'
import { findList } from './list.ts'
import { bodyOf, routeOf, type OperationRequest, type OperationResult, type Route } from './operation.ts'
import { arrayHeaders } from './pagination.ts'
import { handleRead } from './read.ts'
import type { ResourceServices } from './service.ts'
import { resourcePath } from './target-resource.ts'

/**
 * Categories and tags below `wp/v2` of an alias, as WordPress represents them: its clients look up and create the terms
 * of an event there (interface: Terms of WordPress).
 */

/** The fields of our representation that have a counterpart. */
interface Term {
  readonly id: number
  readonly count: number
  readonly description: string
  readonly name: string
  readonly slug: string
  readonly parent?: number
  readonly url: string
}

interface Place {
  readonly resource: Resource
  /** Of the collection. */
  readonly path: string
  readonly taxonomy: string
}

const places: readonly Place[] = [
  { resource: resources.tags, path: 'tags', taxonomy: 'post_tag' },
  { resource: resources.categories, path: 'tribe_events_cat', taxonomy: 'tribe_events_cat' },
]

const addressOf = ({ path }: Place, { links }: OperationRequest) => `${links.rest}/${path}`

function presentTerm(term: Term, place: Place, request: OperationRequest) {
  const collection = addressOf(place, request)
  const { id, count, description, url, name, slug, parent } = term
  return {
    id,
    count,
    description,
    link: url,
    name,
    slug,
    taxonomy: place.taxonomy,
    ...(parent === undefined ? {} : { parent }),
    meta: [],
    _links: { self: [{ href: `${collection}/${id}` }], collection: [{ href: collection }] },
  }
}

/** WordPress lists terms without posts too, unless they are to be hidden. */
const hidingNone = (request: OperationRequest): OperationRequest => ({
  ...request,
  sent: { hide_empty: false, ...request.sent },
})

async function listTerms(
  { store }: ResourceServices,
  place: Place,
  request: OperationRequest,
): Promise<OperationResult> {
  return store.reading(async (reads) => {
    const list = await findList(reads, place.resource, hidingNone(request))
    const terms = (await list.found.representations(request.links)).map((one) => JSON.parse(one) as Term)
    return {
      body: terms.map((term) => presentTerm(term, place, request)),
      headers: arrayHeaders(
        request,
        addressOf(place, request),
        list.paging,
        Object.fromEntries(list.inEffect),
      ),
      language: list.reader.language,
    }
  })
}

const withTerm = (
  { status, language, ...result }: OperationResult,
  place: Place,
  request: OperationRequest,
): OperationResult => ({
  ...(status === undefined ? {} : { status }),
  body: presentTerm(bodyOf(result) as Term, place, request),
  ...(language === undefined ? {} : { language }),
})

const readParameters = { ...context, ...language, ...fallback }

const names = { tags: 'Tag', categories: 'Category' } as const

function routesOf(place: Place, service: ResourceServices): Route[] {
  const { resource, path } = place
  const name = `WordPress${names[resource.name as keyof typeof names]}`
  const createFields = createFieldsOf(resource)
  const create = handleCreate(service, resource, createFields)
  return [
    routeOf(
      `/${path}`,
      {
        method: 'GET',
        operationId: `list${name}Terms`,
        summary: `List ${resource.name as 'tags' | 'categories'}`,
        parameters: {
          ...resource.listParameters,
          hide_empty: flag('Hide terms without visible events', { default: false }),
        },
        responseSchema: 'wordPressTermList',
        isOpen: true,
        run: (request) => listTerms(service, place, request),
      },
      {
        method: 'POST',
        operationId: `create${name}`,
        summary: `Create a ${resource.singular as 'tag' | 'category'}`,
        parameters: createFields,
        responseSchema: 'wordPressTerm',
        success: 201,
        problems: ['term_exists'],
        async run(request) {
          const result = withTerm(await create(request), place, request)
          const { id } = result.body as Term
          return { ...result, headers: { location: `${addressOf(place, request)}/${id}` } }
        },
      },
    ),
    routeOf(`/${path}/{id}`, {
      method: 'GET',
      operationId: `read${name}`,
      summary: `Read a ${resource.singular as 'tag' | 'category'}`,
      path: resourcePath,
      parameters: readParameters,
      responseSchema: 'wordPressTerm',
      isOpen: true,
      problems: [
        'rest_forbidden',
        'translation-not-found',
        `rest-${resource.singular}-not-found`,
        `rest-invalid-${resource.singular}-id`,
      ],
      run: (request) =>
        service.store.reading(async (reads) =>
          withTerm(await handleRead(service, reads, resource, readParameters, request), place, request),
        ),
    }),
  ]
}

export const wordPressTermRoutes = (service: ResourceServices): Route[] =>
  places.flatMap((place) => routesOf(place, service))

/** Only the documents of aliases have these. */
export const wordPressTermSchemas: Readonly<Record<string, TSchema>> = {
  wordPressTerm: Type.Object({
    id: id('ID of the term'),
    count: count('Number of published, visible events with this term'),
    description: text('Description, HTML'),
    link: address('URL of the term on the site'),
    name: text('Name, plain text'),
    slug: text('Slug in the returned language'),
    taxonomy: Type.String(),
    parent: Type.Optional(Type.Integer({ minimum: 0 })),
    meta: Type.Array(Type.Object({})),
    _links: Type.Object({}),
  }),
  wordPressTermList: list('One page of a list', schemaOf('wordPressTerm')),
}
