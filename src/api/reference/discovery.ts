import { otherNamespace } from '../../errors.ts'
import type { Parameter, Parameters } from '../../resources/parameter.ts'
import { choice, language, plain } from '../../resources/vocabulary.ts'
import { readAsked, refuseFaults } from '../steps.ts'
import { toldLanguage } from '../language.ts'
import { translate } from '../../locales/index.ts'
import type { Asked, Operation, Route } from '../operation.ts'
import { calendarNamespace, type Mount } from '../mounts.ts'

/** What the service says of itself: every route, method and argument (contract §12). */

const parameters: Parameters = {
  namespace: { ...plain('Namespace', { default: calendarNamespace }), empty: 'refused' },
  context: choice('Scope under which the request is made', ['view', 'edit', 'embed', 'help'], {
    default: 'view',
  }),
  ...language,
}

/** `/events/{id}` as clients of the incumbent know it: `/events/(?P<id>[\d]+)`. */
const patternOf = (pattern: string) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? '(?P<id>\\d+)' : `(?P<${name}>[^/]+)`))

function argumentOf(parameter: Parameter<unknown>, required: boolean, { site }: Asked, told: string) {
  const schema = parameter.describe(site)
  return { required, ...schema, accepted: undefined, description: translate(schema.description, told) }
}

/** A name that stands in the path and among the fields is told as that of the path. */
function argumentsOf({ path = {}, parameters, optionalInPath = [] }: Operation, asked: Asked, told: string) {
  return Object.fromEntries([
    ...Object.entries(path).map(([name, parameter]) => {
      const isOptional = optionalInPath.includes(name)
      return [name, argumentOf(isOptional ? parameters[name]! : parameter, !isOptional, asked, told)] as const
    }),
    ...Object.entries(parameters)
      .filter(([name]) => !Object.hasOwn(path, name))
      .map(([name, parameter]) => [name, argumentOf(parameter, parameter.required, asked, told)] as const),
  ])
}

const describeOperations = (operations: readonly Operation[], asked: Asked, told: string) => ({
  methods: operations.map(({ method }) => method),
  args: argumentsOf(operations[0]!, asked, told),
})

/** Update's three methods are one endpoint. */
const endpointsOf = ({ operations }: Route): Operation[][] => {
  const updates = operations.filter(
    ({ path, method }) => path !== undefined && ['POST', 'PUT', 'PATCH'].includes(method),
  )
  const others = operations.filter((operation) => !updates.includes(operation))
  return [...others.map((operation) => [operation]), ...(updates.length > 0 ? [updates] : [])]
}

function describe(route: Route, asked: Asked, told: string) {
  const hasPlaces = route.pattern.includes('{')
  return {
    namespace: asked.mount.namespace,
    methods: route.operations.map(({ method }) => method),
    endpoints: endpointsOf(route).map((operations) => describeOperations(operations, asked, told)),
    ...(hasPlaces ? {} : { _links: { self: [{ href: `${asked.links.rest}${route.pattern}` }] } }),
  }
}

/** What OPTIONS says of one route. */
export const describeRoute = (route: Route, asked: Asked): unknown =>
  describe(route, asked, toldLanguage(asked.sent.ml_language, asked))

/** On an alias its own name will do as well as ours, which is the published default. */
const namesHere = (namespace: unknown, mount: Mount) =>
  [undefined, null, mount.namespace, calendarNamespace].includes(namespace as string)

export function discoveryRoute(routes: readonly Route[]): Route {
  const discovery: Route = {
    pattern: '/',
    operations: [
      {
        method: 'GET',
        name: 'discover',
        summary: 'Discover the routes of the namespace',
        parameters,
        answer: 'discovery',
        run(asked) {
          const { values, faults } = readAsked(parameters, asked)
          refuseFaults(faults)
          const { mount, links } = asked
          if (!namesHere(values.namespace, mount)) throw otherNamespace()
          const told = toldLanguage(values.ml_language, asked)
          return Promise.resolve({
            language: told,
            isMessage: true,
            body: {
              namespace: mount.namespace,
              routes: Object.fromEntries(
                [discovery, ...routes].map((route) => [
                  `/${mount.namespace}${route.pattern === '/' ? '' : patternOf(route.pattern)}`,
                  describe(route, asked, told),
                ]),
              ),
              _links: { up: [{ href: `${links.rest.slice(0, -mount.namespace.length)}` }] },
            },
          })
        },
      },
    ],
  }
  return discovery
}
