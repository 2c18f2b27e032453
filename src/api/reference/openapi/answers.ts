import Type, { type TSchema } from '../../../resources/json-schema.ts'
import type { Resource } from '../../../resources/resource.ts'
import {
  address,
  flag,
  id,
  schemaOf,
  sharedRepresentations,
  text,
} from '../../../resources/representation.ts'

/** Schemas of everything that is answered, by the names that operations give. */

type Schemas = Readonly<Record<string, TSchema>>

const capitalized = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`

const list = ({ name, singular }: Resource): TSchema =>
  Type.Object(
    {
      [name]: Type.Array(schemaOf(singular), { description: 'The items of the page' }),
      rest_url: address('Address of this page, with every parameter in effect'),
      next_rest_url: Type.Optional(address('Address of the next page; absent on the last')),
      previous_rest_url: Type.Optional(address('Address of the page before; absent on the first')),
      total: Type.Integer({ description: 'How many items match', minimum: 0 }),
      total_pages: Type.Integer({ description: 'How many pages they fill', minimum: 0 }),
    },
    { description: 'One page of a list' },
  )

const schemasOf = (resource: Resource): Schemas => ({
  [resource.singular]: resource.representation,
  ...(resource.linkedRepresentation === undefined
    ? {}
    : { [`linked${capitalized(resource.singular)}`]: resource.linkedRepresentation }),
  ...resource.representationParts,
  [`${resource.name}List`]: list(resource),
})

const problem = Type.Object(
  {
    code: text('What went wrong; codes are published and never change'),
    message: text('What went wrong, in the language of the request'),
    data: Type.Object(
      {
        status: Type.Integer({ description: 'The status of the answer' }),
        params: Type.Optional(
          Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), Type.String())], {
            description: 'Names of the parameters that are missing, or a sentence for each that is wrong',
          }),
        ),
        details: Type.Optional(
          Type.Record(Type.String(), schemaOf('problemDetail'), {
            description: 'Code and sentence for each parameter that is wrong',
          }),
        ),
        position: Type.Optional(Type.Integer({ description: 'Where in the body the fault lies' })),
        term_id: Type.Optional(id('Id of the term that has the name')),
        count: Type.Optional(Type.Integer({ description: 'How many entries stand in the way' })),
        request_id: Type.Optional(text('Names the request in the log of the service')),
      },
      { description: 'More about it' },
    ),
  },
  { description: 'An answer other than success' },
)

const problemDetail = Type.Object(
  {
    code: text('What is wrong with the value', ['rest_invalid_type']),
    message: text('What is wrong and what is allowed, in the language of the request'),
    data: Type.Object({ param: text('Name of the parameter') }, { description: 'Which parameter it is' }),
  },
  { description: 'What is wrong with one parameter' },
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
        rest_url: address('Address of the interface in that language'),
      }),
      { description: 'The languages of the content' },
    ),
  },
  { description: 'The languages of the site' },
)

const route = Type.Object(
  {
    namespace: text('Namespace of the route'),
    methods: Type.Array(Type.String(), { description: 'Methods that the route answers' }),
    endpoints: Type.Array(
      Type.Object({
        methods: Type.Array(Type.String(), { description: 'Methods that take the same arguments' }),
        args: Type.Record(Type.String(), schemaOf('argument'), { description: 'Arguments by name' }),
      }),
      { description: 'What can be asked of the route' },
    ),
    _links: Type.Optional(
      Type.Object({ self: Type.Array(schemaOf('link')) }, { description: 'Where the route is' }),
    ),
  },
  { description: 'A route of the namespace' },
)

/** Arguments carry further keywords of JSON Schema, so this stays open. */
const argument = Type.Object(
  {
    required: flag('Whether it must be sent'),
    type: Type.Optional(text('Type of the value')),
    description: text('What it means'),
    default: Type.Optional(Type.Unknown({ description: 'What it is when it is not sent' })),
    enum: Type.Optional(Type.Array(Type.String(), { description: 'The values it may have' })),
    items: Type.Optional(Type.Object({}, { description: 'Schema of its items', additionalProperties: true })),
    format: Type.Optional(text('Format of the value')),
  },
  { description: 'An argument of an operation', additionalProperties: true },
)

const link = Type.Object({ href: address('Where it leads') }, { description: 'A link' })

const discovery = Type.Object(
  {
    namespace: text('Namespace of the interface'),
    routes: Type.Record(Type.String(), schemaOf('route'), { description: 'Routes by their pattern' }),
    _links: Type.Object({ up: Type.Array(schemaOf('link')) }, { description: 'Where this belongs' }),
  },
  { description: 'Every route of the namespace' },
)

const documentation = Type.Object(
  { openapi: text('Version of the OpenAPI specification') },
  { description: 'An OpenAPI document', additionalProperties: true },
)

const health = Type.Object(
  {
    status: text('ok, or why not', ['ok']),
    checks: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'What was checked, and how it is' }),
    ),
  },
  { description: 'Whether the service is well' },
)

export const answerSchemas = (resources: readonly Resource[]): Schemas => ({
  ...Object.assign({}, ...resources.map(schemasOf)),
  ...sharedRepresentations,
  languageList,
  discovery,
  route,
  argument,
  link,
  documentation,
  health,
  problem,
  problemDetail,
})
