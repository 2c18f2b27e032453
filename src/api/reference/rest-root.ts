import type { Config } from '../../config.ts'
import { language } from '../../resources/common-parameters.ts'
import { translate } from '../../locales/index.ts'
import { documentationLanguage } from '../language.ts'
import { routeOf, type ApiTree, type OperationRequest, type Operation, type Route } from '../operation.ts'
import { requireParameters } from '../steps.ts'
import { describeRouteIn, describeRoutes, scope } from './discovery.ts'

const parameters = { ...scope, ...language }

/** The routes under one REST root, for all mounts below it. */
const routesBelow = (trees: readonly ApiTree[], request: OperationRequest, effectiveLanguage: string) =>
  trees.flatMap(({ routes, mounts }) =>
    mounts
      .filter(({ root, isAlias }) => isAlias && root === request.mount.root)
      .map((mount) => {
        const links = { ...request.links, rest: `${request.links.site}${mount.path}` }
        return [
          mount.namespace,
          describeRoutes(routes, { ...request, mount, links }, effectiveLanguage),
        ] as const
      }),
  )

/** The REST root of aliases, where clients of The Events Calendar look up namespaces (interface: Aliases). */
export function restRootRoute(trees: readonly ApiTree[], config: Pick<Config, 'siteName'>): Route {
  const run: Operation['run'] = (request) => {
    const values = requireParameters(parameters, request)
    const effectiveLanguage = documentationLanguage(values.ml_language, request)
    const namespaces = routesBelow(trees, request, effectiveLanguage)
    const { mount, links } = request
    const home = `${links.site}${mount.home}`
    const body = {
      name: config.siteName,
      description: translate(
        'A calendar service: events, venues, organizers, categories and tags, in several languages.',
        effectiveLanguage,
      ),
      url: home,
      home,
      namespaces: namespaces.map(([namespace]) => namespace),
      routes: Object.assign(
        { '/': describeRouteIn(route, request, effectiveLanguage) },
        ...namespaces.map(([, routes]) => routes),
      ) as unknown,
      _links: { help: [{ href: `${links.site}/docs` }] },
    }
    return Promise.resolve({ language: effectiveLanguage, variesByLanguage: true, body })
  }
  const route: Route = routeOf('/', {
    method: 'GET',
    operationId: 'readRoot',
    summary: 'Discover the routes of the namespace',
    parameters,
    responseSchema: 'discovery',
    run,
  })
  return route
}
