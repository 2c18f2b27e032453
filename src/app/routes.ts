import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { auditRoute } from '../api/audit/routes.ts'
import { changesRoute } from '../api/changes/route.ts'
import { createWaiting } from '../api/changes/waiting.ts'
import { historyRoutes } from '../api/history/routes.ts'
import { importRoutes } from '../api/imports/routes.ts'
import { languagesRoute } from '../api/languages-route.ts'
import { attachmentRoutes, mediaRoutes } from '../api/media/routes.ts'
import { adminMounts, calendarMounts, restRoots, wordPressMounts } from '../api/mounts.ts'
import type { ApiTree, Route } from '../api/operation.ts'
import { discoveryRoute } from '../api/reference/discovery.ts'
import { createDocuments, documentationRoute } from '../api/reference/openapi-route.ts'
import { restRootRoute } from '../api/reference/rest-root.ts'
import { resourceRoutes } from '../api/resource-routes.ts'
import { seriesRoutes } from '../api/series/routes.ts'
import { sessionRoutes } from '../api/session/routes.ts'
import { settingRoutes } from '../api/system/settings.ts'
import { systemRoutes } from '../api/system/routes.ts'
import { translationRoutes } from '../api/translations/routes.ts'
import { identityRoutes } from '../api/users/routes.ts'
import { webhookRoutes } from '../api/webhooks/routes.ts'
import { wordPressTermRoutes } from '../api/wordpress-terms.ts'
import { groupBy } from '../group-by.ts'
import type { CredentialVerifier } from '../identity/credential-verifier.ts'
import { createSignIn } from '../identity/sign-in.ts'
import { mcpMount, mcpRoute } from '../mcp/route.ts'
import { resources } from '../resources/index.ts'
import type { RouteTree } from '../server/router.ts'
import type { Measures } from '../store/measures.ts'
import type { Core } from './core.ts'
import type { Services } from './services.ts'

interface Parts extends Core, Services {
  readonly credentialVerifier: CredentialVerifier
  readonly measures: () => Promise<Measures>
  readonly log: FastifyBaseLogger
}

/** All routes other than pages, with the documents that describe them. */
export function createRoutes(parts: Parts) {
  const { config, database, media } = parts
  const { maxUpload } = config
  const documents = createDocuments({
    trees: () => ({ calendar, admin, wordPress }),
    resources: Object.values(resources),
  })
  const routes = [documentationRoute(documents), ...calendarRoutes(parts)]
  const mounts = calendarMounts(config)
  const calendar = [...groupBy(mounts, ({ namespace }) => namespace)].map(([namespace, mounts]): ApiTree => ({
    routes: [discoveryRoute(routes, namespace), ...routes],
    mounts,
  }))
  const admin: ApiTree = { routes: adminRoutes(parts), mounts: adminMounts(config) }
  const wordPress: ApiTree = {
    routes: [
      ...attachmentRoutes({ db: database.db, media, maxUpload }),
      ...wordPressTermRoutes({ store: parts.store, config, limits: parts.limits }),
    ],
    mounts: wordPressMounts(mounts),
  }
  const belowRoots = [...calendar, wordPress]
  const aliasRoots: ApiTree = { routes: [restRootRoute(belowRoots, config)], mounts: restRoots(mounts) }
  return { documents, trees: [...belowRoots, admin, aliasRoots, mcpTree(parts)] }
}

const calendarRoutes = ({ store, config, limits, nowSeconds, shutdown }: Parts): Route[] => [
  ...Object.values(resources).flatMap((resource) => resourceRoutes(resource, { store, config, limits })),
  languagesRoute(config),
  changesRoute({
    store,
    waiting: createWaiting(store, nowSeconds),
    isStopping: () => shutdown.isStopping,
  }),
]

function adminRoutes(parts: Parts): Route[] {
  const { database, store, config, settings, limits, media, mail, imports, outgoing } = parts
  const { db } = database
  const { maxUpload } = config
  const signIn = createSignIn({ db, random: randomBytes, limits, isLimited: config.rateLimit })
  const services = { store, config, limits }
  return [
    ...identityRoutes({ db, random: randomBytes, credentialVerifier: parts.credentialVerifier }),
    ...sessionRoutes({ db, random: randomBytes, limits, signIn, config, mail }),
    auditRoute(db),
    ...systemRoutes({ database, measures: parts.measures, started: parts.nowSeconds() }),
    ...settingRoutes({ db, settings }),
    ...historyRoutes({ ...services, media }, db),
    ...seriesRoutes(services),
    ...translationRoutes(services),
    ...webhookRoutes({ db, store, random: randomBytes }),
    ...importRoutes({ db, services, imports, outgoing, maxUpload }),
    ...mediaRoutes({ db, media, maxUpload }),
  ]
}

function mcpTree({ database, store, config, limits, nowSeconds, log }: Parts): RouteTree {
  const onError = (error: unknown) => log.error({ err: error as Error }, 'a tool failed')
  return {
    routes: [mcpRoute({ db: database.db, store, config, limits, onError }, nowSeconds)],
    mounts: [mcpMount(config)],
  }
}
