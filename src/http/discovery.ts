import { otherNamespace } from '../errors.ts'
import type { Parameters } from '../resources/parameter.ts'
import { choice, language, plain } from '../resources/vocabulary.ts'
import { readAsked, refuseFaults } from './asking.ts'
import { languagesOf } from './language.ts'
import { translate } from '../locales/index.ts'
import type { Asked, Operation, Route } from './operation.ts'
import { calendarNamespace } from './mounts.ts'

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

const argumentsOf = (declared: Parameters, isInPath: boolean, { site }: Asked, told: string) =>
  Object.entries(declared).map(([name, parameter]) => {
    const { description, ...schema } = parameter.describe(site)
    return [
      name,
      { required: isInPath || parameter.required, ...schema, description: translate(description, told) },
    ]
  })

const describeOperations = (operations: readonly Operation[], asked: Asked, told: string) => {
  const [first] = operations
  return {
    methods: operations.map(({ method }) => method),
    args: Object.fromEntries([
      ...argumentsOf(first?.path ?? {}, true, asked, told),
      ...argumentsOf(first?.parameters ?? {}, false, asked, told),
    ]) as unknown,
  }
}

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
  describe(route, asked, languagesOf(undefined, asked).effective)

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
          if (![undefined, null, mount.namespace].includes(values.namespace)) throw otherNamespace()
          const told = languagesOf(values.ml_language as string | undefined, asked).effective
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
