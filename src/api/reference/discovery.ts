import { unknownNamespace } from '../../errors.ts'
import type { Parameter, Parameters } from '../../resources/parameter.ts'
import { choice, plain } from '../../resources/parameter-types.ts'
import { language } from '../../resources/common-parameters.ts'
import { requireParameters } from '../steps.ts'
import { documentationLanguage } from '../language.ts'
import { translated } from './translated.ts'
import {
  routeOf,
  type Operation,
  type OperationRequest,
  type OperationResult,
  type Route,
} from '../operation.ts'
import { calendarNamespace, restRootPath, type Mount } from '../mounts.ts'

/** Discovery: every route, method and argument (interface: Discovery and documentation). */

/** Has no effect, but existing clients send it. */
export const scope: Parameters = {
  context: choice('Scope of the request', ['view', 'edit', 'embed', 'help'], {
    default: 'view',
  }),
}

const parametersOf = (namespace: string): Parameters => ({
  namespace: { ...plain('Namespace', { default: namespace }), empty: 'refused' },
  ...scope,
  ...language,
})

/** `/events/{id}` as `/events/(?P<id>\d+)`, the notation that clients of The Events Calendar expect. */
const patternOf = (pattern: string) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? '(?P<id>\\d+)' : `(?P<${name}>[^/]+)`))

function argumentOf(
  parameter: Parameter<unknown>,
  required: boolean,
  { site }: OperationRequest,
  language: string,
) {
  return { required, ...translated({ ...parameter.describe(site), accepted: undefined }, language) }
}

/** A name that is both in the path and among the fields is listed as the path parameter. */
function argumentsOf(
  { path = {}, parameters, optionalInPath = [] }: Operation,
  request: OperationRequest,
  language: string,
) {
  return Object.fromEntries([
    ...Object.entries(path).map(([name, parameter]) => {
      const isOptional = optionalInPath.includes(name)
      return [
        name,
        argumentOf(isOptional ? parameters[name]! : parameter, !isOptional, request, language),
      ] as const
    }),
    ...Object.entries(parameters)
      .filter(([name]) => !Object.hasOwn(path, name))
      .map(
        ([name, parameter]) => [name, argumentOf(parameter, parameter.required, request, language)] as const,
      ),
  ])
}

const describeOperations = (
  operations: readonly Operation[],
  request: OperationRequest,
  language: string,
) => ({
  methods: operations.map(({ method }) => method),
  args: argumentsOf(operations[0]!, request, language),
})

/** The three methods of an update are listed as one endpoint. */
const endpointsOf = ({ operations }: Route): Operation[][] => {
  const updates = operations.filter(
    ({ path, method }) => path !== undefined && ['POST', 'PUT', 'PATCH'].includes(method),
  )
  const others = operations.filter((operation) => !updates.includes(operation))
  return [...others.map((operation) => [operation]), ...(updates.length > 0 ? [updates] : [])]
}

/** Links to a route, and to each of its forms besides JSON; with path parameters they are URI templates (RFC 6570). */
function linksOf({ pattern, operations }: Route, { links }: OperationRequest) {
  const templated = pattern.includes('{') ? { templated: true } : {}
  const forms = operations.flatMap((operation) => operation.forms ?? [])
  const alternate = forms.map(({ extension, mediaType }) => ({
    href: `${links.rest}${pattern}.${extension}`,
    type: mediaType,
    ...templated,
  }))
  return {
    self: [{ href: `${links.rest}${pattern}`, ...templated }],
    ...(alternate.length === 0 ? {} : { alternate }),
  }
}

export const describeRouteIn = (route: Route, request: OperationRequest, language: string) => ({
  namespace: request.mount.namespace,
  methods: route.operations.map(({ method }) => method),
  endpoints: endpointsOf(route).map((operations) => describeOperations(operations, request, language)),
  _links: linksOf(route, request),
})

/** The descriptions of all routes of a namespace, by pattern. */
export const describeRoutes = (routes: readonly Route[], request: OperationRequest, language: string) =>
  Object.fromEntries(
    routes.map((route) => [
      `/${request.mount.namespace}${route.pattern === '/' ? '' : patternOf(route.pattern)}`,
      describeRouteIn(route, request, language),
    ]),
  )

/** The OPTIONS description of a route. */
export function describeRoute(route: Route, request: OperationRequest): OperationResult {
  const language = documentationLanguage(request.sent.ml_language, request)
  return { language, variesByLanguage: true, body: describeRouteIn(route, request, language) }
}

/** An alias accepts its own namespace as well as ours, which is the published default. */
const isOwnNamespace = (namespace: unknown, mount: Mount) =>
  [undefined, null, mount.namespace, calendarNamespace].includes(namespace as string)

/** The parent level: the REST root of an alias, otherwise the root of the server. */
const levelAbove = ({ mount, links }: OperationRequest) =>
  `${links.site}${mount.isAlias ? restRootPath(mount) : ''}/`

export function discoveryRoute(routes: readonly Route[], namespace: string): Route {
  const parameters = parametersOf(namespace)
  const discovery: Route = routeOf('/', {
    method: 'GET',
    operationId: 'discover',
    summary: 'Discover the routes of the namespace',
    parameters,
    responseSchema: 'discovery',
    run(request) {
      const values = requireParameters(parameters, request)
      const { mount } = request
      if (!isOwnNamespace(values.namespace, mount)) throw unknownNamespace()
      const language = documentationLanguage(values.ml_language, request)
      return Promise.resolve({
        language,
        variesByLanguage: true,
        body: {
          namespace: mount.namespace,
          routes: describeRoutes([discovery, ...routes], request, language),
          _links: { up: [{ href: levelAbove(request) }] },
        },
      })
    },
  })
  return discovery
}
