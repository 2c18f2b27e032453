import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { adminMounts, calendarMounts, restRoots } from './api/mounts.ts'
import type { Route } from './api/operation.ts'
import { changesRoute } from './api/changes/route.ts'
import { createWaiting } from './api/changes/waiting.ts'
import { languagesRoute } from './api/languages-route.ts'
import { describeRoute, discoveryRoute } from './api/reference/discovery.ts'
import { createDocuments, documentationRoute } from './api/reference/openapi-route.ts'
import { restRootRoute } from './api/reference/rest-root.ts'
import { resourceRoutes } from './api/resource-routes.ts'
import { mediaRoutes } from './api/media/routes.ts'
import { seriesRoutes } from './api/series/routes.ts'
import { settingRoutes } from './api/system/settings.ts'
import { systemRoutes } from './api/system/routes.ts'
import { measuring } from './store/measures.ts'
import { createPasswordUses } from './identity/password-uses.ts'
import { auditRoute } from './api/audit/routes.ts'
import { historyRoutes } from './api/history/routes.ts'
import { importRoutes } from './api/imports/routes.ts'
import { siteOf } from './api/site.ts'
import { sessionRoutes } from './api/session/routes.ts'
import { webhookRoutes } from './api/webhooks/routes.ts'
import { identityRoutes } from './api/users/routes.ts'
import type { Config, Sources } from './config.ts'
import { createSettings } from './config/in-effect.ts'
import { readStoredSettings } from './store/stored-settings.ts'
import { groupBy } from './group-by.ts'
import { createCredentialVerifier } from './identity/credential-verifier.ts'
import { createSignIn } from './identity/sign-in.ts'
import { openSession } from './identity/sessions.ts'
import { mcpMount, mcpRoute } from './mcp/route.ts'
import { createImports } from './importing/index.ts'
import { createMail } from './mail/index.ts'
import { createMedia } from './media/index.ts'
import { createMediaStorage } from './media/storage/index.ts'
import { createOutgoing } from './outgoing/index.ts'
import { resources } from './resources/index.ts'
import { createAnswerCache } from './server/answer-cache.ts'
import { createFramework } from './server/framework.ts'
import { installHealth } from './server/health.ts'
import { createPipeline } from './server/pipeline.ts'
import { createProblemPages } from './server/problem-pages.ts'
import { createLimits } from './server/rate-limit.ts'
import { pageMounts } from './api/mounts.ts'
import { readAssets } from './pages/assets.ts'
import { createFormKey } from './pages/form-stamp.ts'
import { pageProblem, pageRoutes } from './pages/index.ts'
import { installAssets } from './server/root/assets.ts'
import { installAdmin } from './server/root/admin-page.ts'
import { installBuiltAssets, installElement } from './server/root/page-assets.ts'
import { installMedia } from './server/root/media.ts'
import { installSwaggerUi } from './server/root/swagger-ui.ts'
import { installReference } from './server/root/reference.ts'
import { installRootPage } from './server/root/root-page.ts'
import type { ApiTree, RouteTree } from './server/router.ts'
import type { Shutdown } from './server/shutdown.ts'
import { RequestMetrics } from './server/request-metrics.ts'
import { trimFeed } from './store/changes/change-feed.ts'
import { occurrencesJob, renderOccurrences } from './store/documents/background-rendering.ts'
import { createJobRunner } from './store/jobs.ts'
import { periodically } from './store/periodic.ts'
import { forgetImports } from './store/imports.ts'
import { forgetMails } from './store/mails.ts'
import { forgetDeliveries } from './store/webhooks.ts'
import { createWebhooks } from './webhooks/index.ts'
import { createHorizon } from './store/series/horizon.ts'
import { createStore } from './store/index.ts'
import type { OpenDatabase } from './store/sql/dialects/dialect.ts'
import type { Instant } from './time/index.ts'
import type { Peers } from './workers/peers.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: OpenDatabase
  /** The clock, in milliseconds. */
  readonly now: () => number
  readonly logger?: FastifyBaseLogger
  /** Where the settings come from, for administrators to see; without it they are taken for the defaults. */
  readonly sources?: Sources
  /** Set when several worker processes share the port. */
  readonly peers?: Peers | undefined
}

/** Maximum size of the cache of complete answers. */
const answerCacheBytes = 16 * 1024 * 1024

const noSources: Sources = { environment: {}, readFile: () => undefined }

/** How often uses of application passwords are stored. */
const storingPauseMs = 60_000

/** How often old changes are forgotten. */
const trimmingPauseMs = 3_600_000

/** Puts the parts of the service together: the store, what can be asked of it, and the server that answers. */
export function buildApp({
  config: startConfig,
  database,
  now,
  logger,
  sources = noSources,
  peers,
}: AppOptions): FastifyInstance {
  const nowSeconds = (): Instant => Math.floor(now() / 1000)
  const settings = createSettings({
    config: startConfig,
    sources,
    read: () => readStoredSettings(database.db),
    version: () => database.dialect.version(),
    isUnavailable: (error) => database.dialect.isUnavailable(error),
  })
  const { config, refresh: refreshSettings } = settings
  const limits = createLimits({ now, enabled: config.rateLimit, peers: peers?.limits })
  const traffic = new RequestMetrics()
  const shutdown: Shutdown = { isStopping: false }
  const app = createFramework({
    config,
    limits,
    traffic,
    shutdown,
    logger,
    isUnavailable: (error) => store.isUnavailable(error),
    refreshSettings,
    pipeline: () => pipeline,
    problemPages: () => problemPages,
  })
  const store = createStore({
    database,
    settings: config,
    onError: (error) => app.log.error({ err: error }, 'cannot load the in-memory calendar'),
    now: nowSeconds,
  })
  const horizon = createHorizon({
    db: database.db,
    clock: () => ({ now: nowSeconds(), timezone: config.timezone, horizon: config.horizon }),
    onError: (error) =>
      app.log.warn({ err: error as Error }, 'occurrences of series are not made up to date'),
  })
  const trimming = periodically({
    work: async (signal) => {
      const oldest = nowSeconds() - config.changesDays * 86_400
      await trimFeed(database.db, oldest, signal)
      await forgetDeliveries(database.db, oldest)
      await forgetImports(database.db, nowSeconds())
      await forgetMails(database.db, nowSeconds())
    },
    pauseMs: trimmingPauseMs,
    onError: (error) => app.log.warn({ err: error as Error }, 'old changes are not forgotten'),
  })
  const rendering = createJobRunner({
    db: database.db,
    now: nowSeconds,
    handlers: {
      [occurrencesJob]: (series, signal) => renderOccurrences(database.db, config, series, signal),
    },
    onError: (error, { target }) =>
      app.log.warn({ err: error as Error }, `the occurrences of series ${target} are not rendered`),
  })
  const outgoing = config.outgoing ? createOutgoing({ allow: config.outgoingAllow }) : undefined
  const media = createMedia({
    db: database.db,
    storage: createMediaStorage(config),
    maxUpload: config.maxUpload,
    outgoing,
    now: nowSeconds,
    random: randomBytes,
    onError: (error, what) => app.log.warn({ err: error as Error }, `${what} is not up to date`),
  })
  const webhooks =
    outgoing &&
    createWebhooks({
      db: database.db,
      store,
      outgoing,
      languages: config.languages,
      now: nowSeconds,
      onDisabled: ({ id, url }) =>
        app.log.error({ webhook: id, url }, 'a webhook has failed for three days and is switched off'),
      onError: (error) => app.log.warn({ err: error as Error }, 'changes are not sent to webhooks'),
    })
  const mail =
    config.smtpUrl === undefined
      ? undefined
      : createMail({
          db: database.db,
          store,
          smtpUrl: config.smtpUrl,
          from: config.mailFrom!,
          site: config.publicUrl!,
          config,
          random: randomBytes,
          now: nowSeconds,
          onError: (error, isGivenUp) =>
            app.log.warn(
              { err: error as Error },
              isGivenUp ? 'an e-mail is given up' : 'an e-mail is not sent yet',
            ),
        })
  const passwordUses = createPasswordUses()
  const tellOfUses = (error: unknown) =>
    app.log.warn({ err: error as Error }, 'uses of application passwords are not stored')
  const storingUses = periodically({
    work: () => passwordUses.store(database.db),
    pauseMs: storingPauseMs,
    onError: tellOfUses,
  })
  const imports = createImports({
    db: database.db,
    resources,
    site: () => siteOf(config, nowSeconds()),
    outgoing,
    maxBytes: config.maxUpload,
    onError: (error, id) => app.log.warn({ err: error as Error }, `import ${id} was interrupted`),
  })
  app.addHook('onReady', async () => {
    await refreshSettings()
    await store.start()
    media.jobs.start()
    horizon.start()
    trimming.start()
    webhooks?.start()
    storingUses.start()
    rendering.start()
    imports.start()
    mail?.start()
  })
  app.addHook('onClose', async () => {
    await media.jobs.stop()
    await horizon.stop()
    await trimming.stop()
    await webhooks?.stop()
    await storingUses.stop()
    // A stop does not fail for them.
    await passwordUses.store(database.db).catch(tellOfUses)
    await rendering.stop()
    await imports.stop()
    await mail?.stop()
    await store.stop()
  })

  const credentialVerifier = createCredentialVerifier({
    db: database.db,
    now: nowSeconds,
    limits,
    random: randomBytes,
    uses: passwordUses,
  })
  const measures = measuring(database, now)
  const documents = createDocuments({
    trees: () => ({ calendar, admin }),
    resources: Object.values(resources),
  })
  const waiting = createWaiting(store, nowSeconds)
  const routes: Route[] = [
    documentationRoute(documents),
    ...Object.values(resources).flatMap((resource) => resourceRoutes(resource, { store, config, limits })),
    languagesRoute,
    changesRoute({ store, waiting, random: randomBytes, isStopping: () => shutdown.isStopping }),
  ]
  const mounts = calendarMounts(config)
  const calendar = [...groupBy(mounts, ({ namespace }) => namespace)].map(([namespace, mounts]): ApiTree => ({
    routes: [discoveryRoute(routes, namespace), ...routes],
    mounts,
  }))
  const admin: ApiTree = {
    routes: [
      ...identityRoutes({ db: database.db, random: randomBytes, credentialVerifier }),
      ...sessionRoutes({
        db: database.db,
        random: randomBytes,
        limits,
        signIn: createSignIn({ db: database.db, random: randomBytes, limits, isLimited: config.rateLimit }),
        config,
        mail,
      }),
      auditRoute(database.db),
      ...systemRoutes({
        database,
        measures,
        started: nowSeconds(),
      }),
      ...settingRoutes({ db: database.db, settings }),
      ...historyRoutes({ store, config, limits, media }, database.db),
      ...seriesRoutes({ store, config, limits }),
      ...webhookRoutes({ db: database.db, store, random: randomBytes }),
      ...importRoutes({
        db: database.db,
        services: { store, config, limits },
        imports,
        outgoing,
        maxUpload: config.maxUpload,
      }),
      ...mediaRoutes({ db: database.db, media, maxUpload: config.maxUpload }),
    ],
    mounts: adminMounts(config),
  }
  const aliasRoots: ApiTree = { routes: [restRootRoute(calendar)], mounts: restRoots(mounts) }
  const mcp: RouteTree = {
    routes: [
      mcpRoute(
        {
          db: database.db,
          store,
          config,
          limits,
          onError: (error) => app.log.error({ err: error as Error }, 'a tool failed'),
        },
        nowSeconds,
      ),
    ],
    mounts: [mcpMount(config)],
  }
  const assets = readAssets(config)
  const formKey = createFormKey(store, randomBytes)
  const site = config.pages ? { store, config, limits, media, assets, formKey } : undefined
  const pages: RouteTree[] = site ? [{ routes: pageRoutes(site), mounts: pageMounts(config) }] : []
  const problemPages =
    site &&
    createProblemPages({
      mounts: pageMounts(config),
      config,
      now: nowSeconds,
      make: (problem, request) => pageProblem(site, problem, request),
    })
  const pipeline = createPipeline({
    config,
    trees: [...calendar, admin, aliasRoots, mcp, ...pages],
    store,
    refreshSettings,
    credentialVerifier,
    openSession: (token) => openSession(database.db, token, nowSeconds()),
    limits,
    cache: createAnswerCache(answerCacheBytes),
    traffic,
    shutdown,
    log: app.log,
    now: nowSeconds,
    describe: describeRoute,
    problemPages,
  })
  installHealth(app, database, { shutdown, traffic, peers, measures })
  installAssets(app)
  installBuiltAssets(app, config, assets)
  if (site) installElement(app, config, assets)
  installAdmin(app, config, assets)
  installMedia(app, config, media.storage)
  installRootPage(app, config)
  installReference(app, config, nowSeconds, documents)
  installSwaggerUi(app, config)
  return app
}
