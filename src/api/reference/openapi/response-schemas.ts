import Type, { type TProperties, type TSchema } from '../../../resources/json-schema.ts'
import type { Resource } from '../../../resources/resource.ts'
import {
  address,
  flag,
  id,
  listOf,
  schemaOf,
  sharedRepresentations,
  text,
} from '../../../resources/representation.ts'
import { capitalized } from '../../../text/capitalized.ts'

/** The schemas of all responses, by the names that operations use. */

type Schemas = Readonly<Record<string, TSchema>>

const list = ({ name, singular }: Resource): TSchema => listOf(name, singular)

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
  [`${resource.name}List`]: list(resource),
})

const problem = Type.Object(
  {
    code: text('Error code; published codes never change'),
    message: text('Error message, in the language of the request'),
    data: Type.Object(
      {
        status: Type.Integer({ description: 'HTTP status of the response' }),
        params: Type.Optional(
          Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), Type.String())], {
            description: 'Names of the missing parameters, or a message for each invalid one',
          }),
        ),
        details: Type.Optional(
          Type.Record(Type.String(), schemaOf('problemDetail'), {
            description: 'Code and message for each invalid parameter',
          }),
        ),
        position: Type.Optional(Type.Integer({ description: 'Position of the error in the body' })),
        term_id: Type.Optional(id('ID of the existing term with this name')),
        count: Type.Optional(Type.Integer({ description: 'Number of entries that prevent the deletion' })),
        request_id: Type.Optional(text('Identifies the request in the service log')),
      },
      { description: 'Error details' },
    ),
  },
  { description: 'An error response' },
)

const problemDetail = Type.Object(
  {
    code: text('Error code for the value', ['rest_invalid_type']),
    message: text('What is wrong and what is allowed, in the language of the request'),
    data: Type.Object({ param: text('Name of the parameter') }, { description: 'The parameter concerned' }),
  },
  { description: 'An error in one parameter' },
)

const languageList = Type.Object(
  {
    default: text('Code of the default language', ['en']),
    languages: Type.Array(
      Type.Object({
        code: text('Code of the language', ['fr']),
        name: text('Name in the language of the request'),
        native_name: text('Name in the language itself'),
        default: flag('Whether this is the default language'),
        url: address('URL of the pages in this language'),
        rest_url: address('URL of the API in this language'),
      }),
      { description: 'The languages of the content' },
    ),
  },
  { description: 'The languages of the site' },
)

const route = Type.Object(
  {
    namespace: text('Namespace of the route'),
    methods: Type.Array(Type.String(), { description: 'Methods supported by the route' }),
    endpoints: Type.Array(
      Type.Object({
        methods: Type.Array(Type.String(), { description: 'Methods with the same arguments' }),
        args: Type.Record(Type.String(), schemaOf('argument'), { description: 'Arguments by name' }),
      }),
      { description: 'Operations of the route' },
    ),
    _links: Type.Object(
      { self: Type.Array(schemaOf('routeLink')), alternate: Type.Optional(Type.Array(schemaOf('form'))) },
      { description: 'URL of the route' },
    ),
  },
  { description: 'A route of the namespace' },
)

/** Not closed, because arguments may have further JSON Schema keywords. */
const argument = Type.Object(
  {
    required: flag('Whether the argument is required'),
    type: Type.Optional(text('Type of the value')),
    description: text('Description of the argument'),
    default: Type.Optional(Type.Unknown({ description: 'Default value' })),
    enum: Type.Optional(Type.Array(Type.String(), { description: 'Allowed values' })),
    items: Type.Optional(Type.Object({}, { description: 'Schema of the items', additionalProperties: true })),
    format: Type.Optional(text('Format of the value')),
  },
  { description: 'An argument of an operation', additionalProperties: true },
)

const link = Type.Object({ href: address('Target URL of the link') }, { description: 'A link' })

/** Without the format of a URL, because a template is none. */
const target = {
  href: text('Target URL of the link'),
  templated: Type.Optional(flag('Whether the URL is a template, with its variables in braces (RFC 6570)')),
}

const routeLink = Type.Object(target, { description: 'A link to a route' })

/** A form other than JSON. */
const form = Type.Object(
  { ...target, type: text('Media type of the form') },
  { description: 'Another form of the response' },
)

const discovery = Type.Object(
  {
    namespace: text('Namespace of the API'),
    routes: Type.Record(Type.String(), schemaOf('route'), { description: 'Routes by pattern' }),
    _links: Type.Object({ up: Type.Array(schemaOf('link')) }, { description: 'Links to the level above' }),
  },
  { description: 'Every route of the namespace' },
)

const documentation = Type.Object(
  { openapi: text('Version of the OpenAPI specification') },
  { description: 'An OpenAPI document', additionalProperties: true },
)

const health = Type.Object(
  {
    status: text('ok, or the reason why not', ['ok']),
    checks: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Components checked and their state' }),
    ),
  },
  { description: 'Health of the service' },
)

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
