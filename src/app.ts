import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pageMounts } from './api/mounts.ts'
import { describeRoute } from './api/reference/discovery.ts'
import { createCore, type AppOptions, type Core } from './app/core.ts'
import { createRoutes } from './app/routes.ts'
import { createServices, type Services } from './app/services.ts'
import { createCredentialVerifier } from './identity/credential-verifier.ts'
import { findSessionCaller, openSession } from './identity/sessions.ts'
import { readAssets, type Assets } from './pages/assets.ts'
import { createFormKey } from './pages/suggest/form-stamp.ts'
import { pageProblem, pageRoutes } from './pages/index.ts'
import { createResponseCache } from './server/response/response-cache.ts'
import { createFramework } from './server/framework.ts'
import { installHealth } from './server/monitoring/health.ts'
import { createPipeline } from './server/pipeline.ts'
import { createProblemPages } from './server/problems/problem-pages.ts'
import { installAdmin } from './server/root/admin-page.ts'
import { installAssets } from './server/root/assets.ts'
import { installMedia } from './server/root/media.ts'
import { installBuiltAssets, installElement } from './server/root/page-assets.ts'
import { installReference } from './server/root/reference.ts'
import { installRobots } from './server/root/robots.ts'
import { installRootPage } from './server/root/root-page.ts'
import { installSwaggerUi } from './server/root/swagger-ui.ts'
import type { RouteTree } from './server/router.ts'
import { measuring } from './store/measures.ts'

export type { AppOptions } from './app/core.ts'

/** Maximum size of the cache of complete responses. */
const responseCacheBytes = 16 * 1024 * 1024

/** Assembles the service: the store, its operations, and the HTTP server. */
export function buildApp(options: AppOptions): FastifyInstance {
  const core = createCore(options)
  const { config, database, limits, now, nowSeconds, settings, shutdown, traffic } = core
  // The framework is created first, because everything else uses its logger. `pipeline` and `pages` are set before it
  // starts to listen.
  const app = createFramework({
    ...core,
    logger: options.logger,
    isUnavailable: (error) => database.dialect.isUnavailable(error),
    refreshSettings: settings.refresh,
    pipeline: () => pipeline,
    problemPages: () => pages?.problemPages,
  })
  const { log } = app
  const services = createServices(core, log)
  followLifeCycle(app, core, services)
  const credentialVerifier = createCredentialVerifier({
    db: database.db,
    now: nowSeconds,
    limits,
    random: randomBytes,
    uses: services.passwordUses,
  })
  const measures = measuring(database, now)
  const { documents, trees } = createRoutes({ ...core, ...services, credentialVerifier, measures, log })
  const assets = readAssets(config)
  const pages = config.pages ? createPages(core, services, assets) : undefined
  const pipeline = createPipeline({
    ...core,
    now: nowSeconds,
    trees: [...trees, ...(pages?.trees ?? [])],
    store: services.store,
    refreshSettings: settings.refresh,
    credentialVerifier,
    openSession: (token) => openSession(database.db, token, nowSeconds()),
    findSessionCaller: (token) => findSessionCaller(database.db, token, nowSeconds()),
    cache: createResponseCache(responseCacheBytes),
    log,
    describe: describeRoute,
    problemPages: pages?.problemPages,
  })
  installHealth(app, database, { shutdown, traffic, peers: options.peers, measures })
  installAssets(app)
  installBuiltAssets(app, config, assets)
  if (pages !== undefined) installElement(app, config, assets)
  if (pages !== undefined && config.prefix !== '') installRobots(app, config)
  installAdmin(app, config, assets)
  installMedia(app, config, services.media.storage)
  installRootPage(app, config)
  installReference(app, config, nowSeconds, documents)
  installSwaggerUi(app, config)
  return app
}

/** Starts background work before the first request, and stops it after the last one. */
function followLifeCycle(app: FastifyInstance, { settings }: Core, { store, imports, work }: Services): void {
  app.addHook('onReady', async () => {
    await settings.refresh()
    await store.start()
    for (const one of work) one.start()
  })
  app.addHook('preClose', async () => imports.stopReading())
  app.addHook('onClose', async () => {
    for (const one of work) await one.stop()
    await store.stop()
  })
}

function createPages({ config, limits, nowSeconds }: Core, { store, media }: Services, assets: Assets) {
  const mounts = pageMounts(config)
  const site = { store, config, limits, media, assets, formKey: createFormKey(store, randomBytes) }
  const trees: RouteTree[] = [{ routes: pageRoutes(site), mounts }]
  const problemPages = createProblemPages({
    mounts,
    config,
    now: nowSeconds,
    make: (problem, request) => pageProblem(site, problem, request),
  })
  return { trees, problemPages }
}
