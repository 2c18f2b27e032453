import { forUpdate, type Parameters, type Parameter } from '../resources/parameter.ts'
import type { Resource } from '../resources/resource.ts'
import { context, fallback, flag, integer, kind, language, plain } from '../resources/vocabulary.ts'
import { createItem } from './create.ts'
import { readLanguage } from './language.ts'
import { listItems } from './list.ts'
import { listFormats } from './formats/index.ts'
import type { Operation, Route } from './operation.ts'
import { removeItem, removeTranslationOf } from './remove.ts'
import type { Service } from './service.ts'
import { readItem } from './read.ts'
import { updateItem } from './update.ts'

const id = { id: integer('Unique identifier of the resource', { minimum: 0 }) }
const bySlug = { slug: plain('Slug of the resource') }

const translationLanguage: Parameter<string> = kind(
  ({ languages }) => ({ type: 'string', enum: languages, description: 'Language of the translation' }),
  readLanguage,
)

const named = (resource: Resource, verb: string, suffix = '') =>
  `${verb}${resource.singular[0]!.toUpperCase()}${resource.singular.slice(1)}${suffix}`

const pluralNamed = (resource: Resource, verb: string) =>
  `${verb}${resource.name[0]!.toUpperCase()}${resource.name.slice(1)}`

const force = { force: flag('Whether to remove for good instead of moving to the trash', { default: false }) }

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

function collectionRoute(resource: Resource, service: Service): Route {
  const list: Operation = {
    method: 'GET',
    name: pluralNamed(resource, 'list'),
    summary: summaries.list[resource.name],
    parameters: resource.listParameters,
    answer: `${resource.name}List`,
    run: (asked) => service.store.reading((reads) => listItems(reads, resource, listFormats.json, asked)),
  }
  const create: Operation = {
    method: 'POST',
    name: named(resource, 'create'),
    summary: summaries.create[resource.singular],
    parameters: resource.fields,
    answer: resource.singular,
    success: 201,
    run: createItem(service, resource),
  }
  return { pattern: `/${resource.name}`, operations: [list, create] }
}

/** Read, update by any of three methods, delete: the same by id and by slug. */
function itemOperations(resource: Resource, service: Service, path: Parameters, suffix: string): Operation[] {
  const isById = suffix === ''
  const readable = isById ? (resource.readParameters ?? {}) : {}
  const shared = { ...language, ...fallback }
  const { onlyOnCreate = [], notBySlug = [] } = resource
  const updated = forUpdate(without(resource.fields, isById ? onlyOnCreate : [...onlyOnCreate, ...notBySlug]))
  const update = (method: 'POST' | 'PUT' | 'PATCH', verb: string): Operation => ({
    method,
    name: named(resource, verb, suffix),
    summary: summaries.update[resource.singular],
    path,
    ...(!isById && resource.isSlugOptional ? { optionalInPath: ['slug'] } : {}),
    parameters: updated,
    answer: resource.singular,
    run: (asked) => updateItem(service, resource, updated, asked),
  })
  const read = { ...readable, ...context, ...shared }
  const removed = { ...readable, ...(resource.family === 'entries' ? force : {}), ...language }
  return [
    {
      method: 'GET',
      name: named(resource, 'read', suffix),
      summary: summaries.read[resource.singular],
      path,
      parameters: read,
      answer: resource.singular,
      run: (asked) => service.store.reading((reads) => readItem(service, reads, resource, read, asked)),
    },
    update('POST', 'update'),
    update('PUT', 'replace'),
    update('PATCH', 'patch'),
    {
      method: 'DELETE',
      name: named(resource, 'delete', suffix),
      summary: summaries.remove[resource.singular],
      path,
      parameters: removed,
      answer: resource.singular,
      run: (asked) => removeItem(service, resource, removed, asked),
    },
  ]
}

const translationRoute = (resource: Resource, service: Service): Route => ({
  pattern: `/${resource.name}/{id}/translations/{lang}`,
  operations: [
    {
      method: 'DELETE',
      name: named(resource, 'delete', 'Translation'),
      summary: summaries.removeTranslation[resource.singular],
      path: { ...id, lang: translationLanguage },
      parameters: language,
      answer: resource.singular,
      run: (asked) => removeTranslationOf(service, resource, translationLanguage, asked),
    },
  ],
})

/** Every route of a resource, derived from its declaration. */
export const resourceRoutes = (resource: Resource, service: Service): Route[] => [
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
