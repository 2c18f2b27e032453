import { changeSchemas } from '../../changes/schemas.ts'
import { importSchemas } from '../../imports/schemas.ts'
import { webhookSchemas } from '../../webhooks/schemas.ts'
import { attachmentSchemas, mediaSchemas } from '../../media/schemas.ts'
import { wordPressTermSchemas } from '../../wordpress-terms.ts'
import { auditSchemas } from '../../audit/schemas.ts'
import { seriesSchemas } from '../../series/schemas.ts'
import { translationSchemas } from '../../translations/schemas.ts'
import { systemSchemas } from '../../system/schemas.ts'
import { historySchemas, suggestionSchemas } from '../../history/schemas.ts'
import { mailSchemas, sessionSchemas } from '../../session/schemas.ts'
import { identitySchemas } from '../../users/schemas.ts'
import type { Message } from '../../../locales/fr.ts'
import { translate } from '../../../locales/index.ts'
import type { TSchema } from '../../../resources/json-schema.ts'
import type { Site } from '../../../resources/parameter.ts'
import type { Resource } from '../../../resources/resource.ts'
import { version } from '../../../version.ts'
import type { Operation, Route } from '../../operation.ts'
import { translated, type Translate } from '../translated.ts'
import { responseSchemas } from './response-schemas.ts'
import { healthPaths } from './health-and-metrics.ts'
import { isWrite } from './operation-kinds.ts'
import { bodyName, documentForms, documentRoute } from './operations.ts'
import { bodySchema } from './parameters.ts'
import { responseNameOf, errorResponse, errorsOf } from './error-responses.ts'
import { headers, parameters, securitySchemes, tags } from './shared.ts'

/** The routes under one path. */
interface DocumentedTree {
  readonly routes: readonly Route[]
  /** `/fr/api/cal/events/v1` */
  readonly path: string
  readonly isPrivate: boolean
}

export interface DocumentParts {
  readonly trees: readonly DocumentedTree[]
  /** `https://host`: the base of all paths. */
  readonly server: string
  readonly resources: readonly Resource[]
  readonly hasTextAuthors: boolean
  readonly site: Site
  readonly language: string
}

export type Json = Readonly<Record<string, unknown>>

const about: readonly Message[] = [
  'A calendar service: events, venues, organizers, categories and tags, in several languages.',
  'Parameters are sent in the query string or in a body: JSON, form or multipart. The body takes precedence over the query string, and nothing overrides the path.',
  'Every route supports OPTIONS, which returns its description, and supports HEAD where it supports GET.',
]

const operationsOf = (trees: readonly DocumentedTree[]): Operation[] =>
  trees.flatMap(({ routes }) => routes).flatMap(({ operations }) => operations)

/** The schema of a body is named after the first operation that accepts these fields. */
function bodiesOf(operations: readonly Operation[]): Operation[] {
  const bodies = new Map<object, Operation>()
  for (const operation of operations.filter(isWrite))
    if (!bodies.has(operation.parameters)) bodies.set(operation.parameters, operation)
  return [...bodies.values()]
}

/** Besides the fields that a resource declares, its slug has a text per language too. */
function textsPerLanguage({ responseSchema }: Operation, resources: readonly Resource[]): readonly string[] {
  const resource = resources.find(({ singular }) => singular === responseSchema)
  return resource === undefined ? [] : [...resource.translated, 'slug']
}

const sharedAnswers = (operations: readonly Operation[], t: Translate) =>
  Object.fromEntries([
    ['notModified', { description: t('Not modified; the cached representation is still current') }],
    ...operations
      .flatMap((operation) => [...errorsOf(operation)])
      .map(([status, codes]) => [responseNameOf(status, codes), errorResponse(status, codes, t)] as const),
  ])

const knownTags: readonly string[] = tags.map(({ name }) => name)
const tagOf = ({ pattern }: Route) => {
  const first = pattern.split('/')[1] ?? ''
  return knownTags.includes(first) ? first : 'interface'
}

/** Paths are complete, because client generators support only one server. */
const pathsOf = ({ trees, site, language }: DocumentParts, schemaNames: ReadonlyMap<object, string>) =>
  Object.fromEntries(
    trees.flatMap(({ routes, path, isPrivate }) =>
      routes.flatMap((route) => {
        const documented = { route, tag: tagOf(route), isPrivate, schemaNames }
        const address = `${path}${route.pattern === '/' ? '' : route.pattern}`
        const forms = documentForms(documented, site, language)
        return [
          [address, documentRoute(documented, site, language)],
          ...forms.map(([extension, form]) => [`${address}.${extension}`, form]),
        ]
      }),
    ),
  )

/** Drops the schemas of routes that are disabled or on aliases only, because nothing refers to them. */
const answeredWith = (operations: readonly Operation[], schemas: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(
    Object.entries(schemas).filter(([name]) => operations.some((one) => one.responseSchema === name)),
  )

/** Generates the OpenAPI document of all routes. */
export function makeDocument(parts: DocumentParts): Json {
  const { trees, server, resources, site, language } = parts
  const t: Translate = (text) => translate(text, language)
  const operations = operationsOf(trees)
  const written = bodiesOf(operations)
  const names = new Map<object, string>(
    written.map((operation) => [operation.parameters, bodyName(operation)]),
  )
  const bodies = written.map((operation) => [
    bodyName(operation),
    bodySchema(operation.parameters, site, language, textsPerLanguage(operation, resources)),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Calends',
      version,
      description: about.map(t).join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    tags: translated(tags, language),
    paths: { ...pathsOf(parts, names), ...translated(healthPaths, language) },
    components: {
      schemas: {
        ...translated(
          {
            ...responseSchemas(parts),
            ...changeSchemas,
            ...webhookSchemas,
            ...importSchemas,
            ...identitySchemas,
            ...mediaSchemas,
            ...sessionSchemas,
            ...historySchemas,
            ...answeredWith(operations, {
              ...suggestionSchemas,
              ...mailSchemas,
              ...attachmentSchemas,
              ...wordPressTermSchemas,
            }),
            ...auditSchemas,
            ...seriesSchemas,
            ...systemSchemas,
            ...translationSchemas,
          },
          language,
        ),
        ...Object.fromEntries(bodies),
      },
      responses: sharedAnswers(operations, t),
      parameters: translated(parameters, language),
      headers: translated(headers, language),
      securitySchemes: translated(securitySchemes, language),
    },
  }
}
