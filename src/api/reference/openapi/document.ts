import { identitySchemas } from '../../users/schemas.ts'
import { translate } from '../../../locales/index.ts'
import type { Site } from '../../../resources/parameter.ts'
import type { Resource } from '../../../resources/resource.ts'
import { version } from '../../../version.ts'
import type { Operation, Route } from '../../operation.ts'
import { responseSchemas } from './response-schemas.ts'
import { healthPaths } from './health-and-metrics.ts'
import { bodyName, documentRoute } from './operations.ts'
import { bodySchema } from './parameters.ts'
import { cacheKeyOf, errorResponse, errorsOf } from './error-responses.ts'
import { headers, parameters, securitySchemes, tags } from './shared.ts'

type Translate = (text: string) => string

/** The routes below one address. */
export interface DocumentedTree {
  readonly routes: readonly Route[]
  /** `https://host/fr/api/cal/events/v1` */
  readonly server: string
  readonly isPrivate: boolean
}

export interface DocumentParts {
  /** The first is the calendar itself, to which paths are relative. */
  readonly trees: readonly DocumentedTree[]
  /** Where the server itself is: health and metrics live there. */
  readonly root: string
  readonly resources: readonly Resource[]
  readonly hasTextAuthors: boolean
  readonly site: Site
  readonly language: string
}

export type Json = Readonly<Record<string, unknown>>

const about = [
  'A calendar service: events, venues, organizers, categories and tags, in several languages.',
  'Parameters are sent in the query string or in a body: JSON, form or multipart. The body takes precedence over the query string, and nothing overrides the path.',
  'Every route supports OPTIONS, which returns its description, and supports HEAD where it supports GET.',
]

const isProse = (name: string) => name === 'description' || name === 'summary'

/** Tells every description inside a schema in the language. */
function translated(value: unknown, t: Translate): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, t))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isProse(name) && typeof part === 'string' ? t(part) : translated(part, t),
    ]),
  )
}

const operationsOf = (trees: readonly DocumentedTree[]): Operation[] =>
  trees.flatMap(({ routes }) => routes).flatMap(({ operations }) => operations)

const isWrite = ({ method }: Operation) => method !== 'GET' && method !== 'DELETE'

/** The first operation that takes certain fields gives its name to their schema. */
function bodyNames(operations: readonly Operation[]): Map<object, string> {
  const names = new Map<object, string>()
  for (const operation of operations.filter(isWrite))
    if (!names.has(operation.parameters)) names.set(operation.parameters, bodyName(operation))
  return names
}

const sharedAnswers = (operations: readonly Operation[], t: Translate) =>
  Object.fromEntries([
    ['304', { description: t('Not modified; the cached representation is still current') }],
    ...operations
      .flatMap((operation) => [...errorsOf(operation)])
      .map(([status, codes]) => [cacheKeyOf(status, codes), errorResponse(status, codes, t)] as const),
  ])

const knownTags: readonly string[] = tags.map(({ name }) => name)
const tagOf = ({ pattern }: Route) => {
  const first = pattern.split('/')[1] ?? ''
  return knownTags.includes(first) ? first : 'interface'
}

/** Routes outside the calendar say where they are; a pattern belongs to the first tree that has it. */
function pathsOf(
  { trees, site }: DocumentParts,
  schemaNames: ReadonlyMap<object, string>,
  t: Translate,
): Json {
  const paths: Record<string, unknown> = {}
  for (const [place, { routes, server, isPrivate }] of trees.entries())
    for (const route of routes)
      paths[route.pattern] ??= {
        ...(place === 0 ? {} : { servers: [{ url: server }] }),
        ...documentRoute({ route, tag: tagOf(route), isPrivate, schemaNames }, site, t),
      }
  return paths
}

/** The OpenAPI document of everything that the service answers. */
export function makeDocument(parts: DocumentParts): Json {
  const { trees, root, site, language } = parts
  const t: Translate = (text) => translate(text, language)
  const operations = operationsOf(trees)
  const names = bodyNames(operations)
  const bodies = [...names].map(([fields, name]) => [
    name,
    bodySchema(fields as Operation['parameters'], site, t),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Calends',
      version,
      description: about.map(t).join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: trees[0]!.server }],
    tags: translated(tags, t),
    paths: { ...pathsOf(parts, names, t), ...(translated(healthPaths(root), t) as Json) },
    components: {
      schemas: {
        ...(translated({ ...responseSchemas(parts), ...identitySchemas }, t) as Json),
        ...Object.fromEntries(bodies),
      },
      responses: sharedAnswers(operations, t),
      parameters: translated(parameters, t),
      headers: translated(headers, t),
      securitySchemes: translated(securitySchemes, t),
    },
  }
}
