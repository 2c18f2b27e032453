import type { Parameter, Parameters, Site } from '../../../resources/parameter.ts'
import { translate } from '../../../locales/index.ts'
import { translated } from '../translated.ts'

/** Parameters in the OpenAPI document: in the path, the query string or a body. */

/**
 * Omits a default of null, which means that nothing was sent, and one that changes every day, because generated clients
 * would send it: for ever that of the day on which they were generated.
 */
function defaultOf(parameter: Parameter<unknown>, site: Site): { default?: unknown } {
  const { default: initial } = parameter.describe(site)
  return initial === undefined || initial === null || parameter.defaultChanges ? {} : { default: initial }
}

const besideSchema = ['description', 'default']

function valueSchema(parameter: Parameter<unknown>, site: Site, language: string): object {
  const { accepted, ...declared } = parameter.describe(site)
  const keywords = Object.entries(accepted ?? declared).filter(([name]) => !besideSchema.includes(name))
  return translated(Object.fromEntries(keywords), language)
}

const describe = (parameter: Parameter<unknown>, site: Site, language: string) =>
  translate(parameter.describe(site).description, language)

const isList = ({ describe }: Parameter<unknown>, site: Site) => describe(site).type === 'array'

/** The parameters in a place. */
export const parametersIn = (place: 'path' | 'query', parameters: Parameters, site: Site, language: string) =>
  Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || parameter.required,
    description: describe(parameter, site, language),
    ...(isList(parameter, site) ? { style: 'form', explode: false } : {}),
    schema: { ...valueSchema(parameter, site, language), ...defaultOf(parameter, site) },
  }))

/**
 * The schema of a body, without defaults, because generated clients make fields with defaults required.
 * `x-translatable` marks fields with a text per language.
 */
export function bodySchema(
  parameters: Parameters,
  site: Site,
  language: string,
  textsPerLanguage: readonly string[] = [],
) {
  const required = Object.keys(parameters).filter((name) => parameters[name]!.required)
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [
        name,
        {
          ...valueSchema(parameter, site, language),
          description: describe(parameter, site, language),
          ...(textsPerLanguage.includes(name) ? { 'x-translatable': true } : {}),
        },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The defaults of a create, by field. */
export const bodyDefaults = (parameters: Parameters, site: Site): Record<string, { default?: unknown }> =>
  Object.fromEntries(
    Object.entries(parameters)
      .map(([name, parameter]) => [name, defaultOf(parameter, site)] as const)
      .filter(([, schema]) => 'default' in schema),
  )
