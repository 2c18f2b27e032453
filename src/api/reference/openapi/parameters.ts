import type { Parameter, Parameters, ParameterSchema, Site } from '../../../resources/parameter.ts'
import type { Message } from '../../../locales/fr.ts'

/** Parameters as the document tells them: in the path, the query or a body. */

type Translate = (text: Message) => string

/** Null stands for not sent, so where it is the default the value may be null. */
function withNull({ type, enum: words, ...schema }: Omit<ParameterSchema, 'description' | 'accepted'>) {
  return {
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(words === undefined ? {} : { enum: [...words, null] }),
    ...schema,
  }
}

const withoutDescription = (schema: ParameterSchema): Omit<ParameterSchema, 'description'> =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'description'))

function valueSchema(parameter: Parameter<unknown>, site: Site) {
  const { accepted, ...schema } = parameter.describe(site)
  const declared = withoutDescription(schema)
  if (accepted === undefined) return declared.default === null ? withNull(declared) : declared
  return { ...accepted, ...('default' in declared ? { default: declared.default } : {}) }
}

const describe = (parameter: Parameter<unknown>, site: Site, t: Translate) =>
  t(parameter.describe(site).description)

const isList = ({ describe }: Parameter<unknown>, site: Site) => describe(site).type === 'array'

const placed = (place: 'path' | 'query', parameters: Parameters, site: Site, t: Translate) =>
  Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || parameter.required,
    description: describe(parameter, site, t),
    ...(isList(parameter, site) ? { style: 'form', explode: false } : {}),
    schema: valueSchema(parameter, site),
  }))

export const pathParameters = (parameters: Parameters, site: Site, t: Translate) =>
  placed('path', parameters, site, t)

export const queryParameters = (parameters: Parameters, site: Site, t: Translate) =>
  placed('query', parameters, site, t)

/** The fields of a body, as a schema. */
export function bodySchema(parameters: Parameters, site: Site, t: Translate) {
  const required = Object.keys(parameters).filter((name) => parameters[name]!.required)
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [
        name,
        { ...valueSchema(parameter, site), description: describe(parameter, site, t) },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
}
