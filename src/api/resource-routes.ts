import { forUpdate, type Parameters, type Parameter } from '../resources/parameter.ts'
import type { Resource } from '../resources/resource.ts'
import { context, fallback, flag, integer, kind, language, plain } from '../resources/parameter-types.ts'
import { handleCreate } from './create.ts'
import { readLanguage } from './language.ts'
import { handleList } from './list.ts'
import { listFormats } from './formats/index.ts'
import type { Operation, Route } from './operation.ts'
import { handleDelete, handleDeleteTranslation } from './remove.ts'
import type { ResourceServices } from './service.ts'
import { handleRead } from './read.ts'
import { handleUpdate } from './update.ts'

const id = { id: integer('Unique identifier of the resource', { minimum: 0 }) }
const bySlug = { slug: plain('Slug of the resource') }

const translationLanguage: Parameter<string> = kind(
  ({ languages }) => ({ type: 'string', enum: languages, description: 'Language of the translation' }),
  readLanguage,
)

const operationIdFor = (resource: Resource, verb: string, suffix = '') =>
  `${verb}${resource.singular[0]!.toUpperCase()}${resource.singular.slice(1)}${suffix}`

const pluralOperationIdFor = (resource: Resource, verb: string) =>
  `${verb}${resource.name[0]!.toUpperCase()}${resource.name.slice(1)}`

const force = {
  force: flag('Whether to delete permanently instead of moving to the trash', { default: false }),
}

const summaries = {
  list: {
    events: 'List events',
    venues: 'List venues',
    organizers: 'List organizers',
    categories: 'List categories',
    tags: 'List tags',
  },
  create: {
    event: 'Create an event',
    venue: 'Create a venue',
    organizer: 'Create an organizer',
    category: 'Create a category',
    tag: 'Create a tag',
  },
  read: {
    event: 'Read an event',
    venue: 'Read a venue',
    organizer: 'Read an organizer',
    category: 'Read a category',
    tag: 'Read a tag',
  },
  update: {
    event: 'Update an event',
    venue: 'Update a venue',
    organizer: 'Update an organizer',
    category: 'Update a category',
    tag: 'Update a tag',
  },
  remove: {
    event: 'Delete an event',
    venue: 'Delete a venue',
    organizer: 'Delete an organizer',
    category: 'Delete a category',
    tag: 'Delete a tag',
  },
  removeTranslation: {
    event: 'Delete a translation of an event',
    venue: 'Delete a translation of a venue',
    organizer: 'Delete a translation of an organizer',
    category: 'Delete a translation of a category',
    tag: 'Delete a translation of a tag',
  },
} as const

const without = (parameters: Parameters, names: readonly string[]): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)))

function collectionRoute(resource: Resource, service: ResourceServices): Route {
  const list: Operation = {
    method: 'GET',
    operationId: pluralOperationIdFor(resource, 'list'),
    summary: summaries.list[resource.name],
    parameters: resource.listParameters,
    responseSchema: `${resource.name}List`,
    run: (request) =>
      service.store.reading((reads) => handleList(reads, resource, listFormats.json, request)),
  }
  const create: Operation = {
    method: 'POST',
    operationId: operationIdFor(resource, 'create'),
    summary: summaries.create[resource.singular],
    parameters: resource.fields,
    responseSchema: resource.singular,
    success: 201,
    run: handleCreate(service, resource),
  }
  return { pattern: `/${resource.name}`, operations: [list, create] }
}

/** Read, update by any of three methods, delete: the same by id and by slug. */
function itemOperations(
  resource: Resource,
  service: ResourceServices,
  path: Parameters,
  suffix: string,
): Operation[] {
  const isById = suffix === ''
  const readable = isById ? (resource.readParameters ?? {}) : {}
  const shared = { ...language, ...fallback }
  const { onlyOnCreate = [], notBySlug = [] } = resource
  const updateFields = forUpdate(
    without(resource.fields, isById ? onlyOnCreate : [...onlyOnCreate, ...notBySlug]),
  )
  const update = (method: 'POST' | 'PUT' | 'PATCH', verb: string): Operation => ({
    method,
    operationId: operationIdFor(resource, verb, suffix),
    summary: summaries.update[resource.singular],
    path,
    ...(!isById && resource.isSlugOptional ? { optionalInPath: ['slug'] } : {}),
    parameters: updateFields,
    responseSchema: resource.singular,
    run: (request) => handleUpdate(service, resource, updateFields, request),
  })
  const read = { ...readable, ...context, ...shared }
  const deleteParameters = { ...readable, ...(resource.family === 'entries' ? force : {}), ...language }
  return [
    {
      method: 'GET',
      operationId: operationIdFor(resource, 'read', suffix),
      summary: summaries.read[resource.singular],
      path,
      parameters: read,
      responseSchema: resource.singular,
      run: (request) => service.store.reading((reads) => handleRead(service, reads, resource, read, request)),
    },
    update('POST', 'update'),
    update('PUT', 'replace'),
    update('PATCH', 'patch'),
    {
      method: 'DELETE',
      operationId: operationIdFor(resource, 'delete', suffix),
      summary: summaries.remove[resource.singular],
      path,
      parameters: deleteParameters,
      responseSchema: resource.singular,
      run: (request) => handleDelete(service, resource, deleteParameters, request),
    },
  ]
}

const translationRoute = (resource: Resource, service: ResourceServices): Route => ({
  pattern: `/${resource.name}/{id}/translations/{lang}`,
  operations: [
    {
      method: 'DELETE',
      operationId: operationIdFor(resource, 'delete', 'Translation'),
      summary: summaries.removeTranslation[resource.singular],
      path: { ...id, lang: translationLanguage },
      parameters: language,
      responseSchema: resource.singular,
      run: (request) => handleDeleteTranslation(service, resource, translationLanguage, request),
    },
  ],
})

/** Every route of a resource, derived from its declaration. */
export const resourceRoutes = (resource: Resource, service: ResourceServices): Route[] => [
  collectionRoute(resource, service),
  { pattern: `/${resource.name}/{id}`, operations: itemOperations(resource, service, id, '') },
  ...(resource.identifiedBy.includes('slug')
    ? [
        {
          pattern: `/${resource.name}/by-slug/{slug}`,
          operations: itemOperations(resource, service, bySlug, 'BySlug'),
        },
      ]
    : []),
  translationRoute(resource, service),
]
