import Type, { type TProperties, type TSchema } from '../../../resources/json-schema.ts'
import type { Resource } from '../../../resources/resource.ts'
import {
  address,
  flag,
  id,
  list,
  listOf,
  object,
  record,
  schemaOf,
  sharedRepresentations,
  text,
  union,
} from '../../../resources/representation.ts'
import { capitalized } from '../../../text/capitalized.ts'

/** The schemas of all responses, by the names that operations use. */

type Schemas = Readonly<Record<string, TSchema>>

/** Clients of The Events Calendar expect a string (interface: Aliases). */
function withTextAuthor(schema: TSchema): TSchema {
  const { properties } = schema as { properties: TProperties }
  return 'author' in properties
    ? { ...schema, properties: { ...properties, author: text('ID of the author') } }
    : schema
}

const schemasOf = (resource: Resource, hasTextAuthors: boolean): Schemas => ({
  [resource.singular]: hasTextAuthors ? withTextAuthor(resource.representation) : resource.representation,
  ...(resource.linkedRepresentation === undefined
    ? {}
    : { [`linked${capitalized(resource.singular)}`]: resource.linkedRepresentation }),
  ...resource.representationParts,
  [`${resource.name}List`]: listOf(resource.name, resource.singular),
})

const problem = object('An error response', {
  code: text('Error code; published codes never change'),
  message: text('Error message, in the language of the request'),
  data: object('Error details', {
    status: Type.Integer({ description: 'HTTP status of the response' }),
    params: Type.Optional(
      union('Names of the missing parameters, or a message for each invalid one', [
        Type.Array(Type.String()),
        Type.Record(Type.String(), Type.String()),
      ]),
    ),
    details: Type.Optional(record('Code and message for each invalid parameter', schemaOf('problemDetail'))),
    position: Type.Optional(Type.Integer({ description: 'Position of the error in the body' })),
    term_id: Type.Optional(id('ID of the existing term with this name')),
    count: Type.Optional(Type.Integer({ description: 'Number of entries that prevent the deletion' })),
    request_id: Type.Optional(text('Identifies the request in the service log')),
  }),
})

const problemDetail = object('An error in one parameter', {
  code: text('Error code for the value', ['rest_invalid_type']),
  message: text('What is wrong and what is allowed, in the language of the request'),
  data: object('The parameter concerned', { param: text('Name of the parameter') }),
})

const languageList = object('The languages of the site', {
  default: text('Code of the default language', ['en']),
  languages: list(
    'The languages of the content',
    Type.Object({
      code: text('Code of the language', ['fr']),
      name: text('Name in the language of the request'),
      native_name: text('Name in the language itself'),
      default: flag('Whether this is the default language'),
      url: address('URL of the pages in this language'),
      rest_url: address('URL of the API in this language'),
    }),
  ),
})

const route = object('A route of the namespace', {
  namespace: text('Namespace of the route'),
  methods: list('Methods supported by the route', Type.String()),
  endpoints: list(
    'Operations of the route',
    Type.Object({
      methods: list('Methods with the same arguments', Type.String()),
      args: record('Arguments by name', schemaOf('argument')),
    }),
  ),
  _links: object('URL of the route', {
    self: Type.Array(schemaOf('routeLink')),
    alternate: Type.Optional(Type.Array(schemaOf('form'))),
  }),
})

/** Not closed, because arguments may have further JSON Schema keywords. */
const argument = object(
  'An argument of an operation',
  {
    required: flag('Whether the argument is required'),
    type: Type.Optional(text('Type of the value')),
    description: text('Description of the argument'),
    default: Type.Optional(Type.Unknown({ description: 'Default value' })),
    enum: Type.Optional(list('Allowed values', Type.String())),
    items: Type.Optional(object('Schema of the items', {}, { additionalProperties: true })),
    format: Type.Optional(text('Format of the value')),
  },
  { additionalProperties: true },
)

const link = object('A link', { href: address('Target URL of the link') })

/** Without the format of a URL, because a template is none. */
const target = {
  href: text('Target URL of the link'),
  templated: Type.Optional(flag('Whether the URL is a template, with its variables in braces (RFC 6570)')),
}

const routeLink = object('A link to a route', target)

/** A form other than JSON. */
const form = object('Another form of the response', { ...target, type: text('Media type of the form') })

const discovery = object('Every route of the namespace', {
  namespace: text('Namespace of the API'),
  routes: record('Routes by pattern', schemaOf('route')),
  _links: object('Links to the level above', { up: Type.Array(schemaOf('link')) }),
})

const documentation = object(
  'An OpenAPI document',
  { openapi: text('Version of the OpenAPI specification') },
  { additionalProperties: true },
)

const health = object('Health of the service', {
  status: text('ok, or the reason why not', ['ok']),
  checks: Type.Optional(record('Components checked and their state', Type.String())),
})

interface ResponseSchemaOptions {
  readonly resources: readonly Resource[]
  readonly hasTextAuthors: boolean
}

export const responseSchemas = ({ resources, hasTextAuthors }: ResponseSchemaOptions): Schemas => ({
  ...Object.assign({}, ...resources.map((resource) => schemasOf(resource, hasTextAuthors))),
  ...sharedRepresentations,
  languageList,
  discovery,
  route,
  argument,
  link,
  routeLink,
  form,
  documentation,
  health,
  problem,
  problemDetail,
})
