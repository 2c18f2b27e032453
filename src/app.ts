import { randomBytes } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Config } from './config.ts'
import type { Dialect, OpenDatabase } from './store/sql/dialects/dialect.ts'
import { createPublication } from './store/sql/publication.ts'
import { noRoute, unavailable, wrongMethod, type Problem } from './errors.ts'
import { installAuthentication } from './server/authentication.ts'
import { installBodies } from './server/bodies.ts'
import { installCompression } from './server/compression.ts'
import { installConsole } from './api/reference/console.ts'
import { answerHeaders, installCors } from './server/cors.ts'
import { createDocuments, documentationRoute } from './api/reference/documentation.ts'
import { answerDirectly } from './server/directly.ts'
import { discoveryRoute, describeRoute } from './api/reference/discovery.ts'
import { json } from './server/answering.ts'
import { languagesRoute } from './api/languages-route.ts'
import { messageLanguage } from './api/language.ts'
import { createMemory } from './server/memory.ts'
import { overrideMethod } from './server/method-override.ts'
import { adminMounts, calendarMounts } from './api/mounts.ts'
import type { Route } from './api/operation.ts'
import { installTraffic } from './server/metrics.ts'
import { installOperability } from './server/operability.ts'
import { asInternalError, asProblem, errorBody } from './server/problems.ts'
import { parseQuery } from './server/query.ts'
import { createLimits } from './server/rate-limit.ts'
import { createRemembering } from './server/remembering.ts'
import { installRepeating } from './server/repeating.ts'
import { installRequestLog, requestIds } from './server/request-log.ts'
import { installReference } from './api/reference/reference.ts'
import { resourceRoutes } from './api/resource-routes.ts'
import { routeFinder, type Tree } from './server/route-finder.ts'
import { allowedMethods, installRoutes, sentTogether } from './server/routes.ts'
import { installSecurityHeaders, securityHeaders } from './server/security-headers.ts'
import { answerBroken, frameworkFault, ignoreExpectations, serverFault } from './server/server-faults.ts'
import { installStopping } from './server/stopping.ts'
import { vary } from './server/vary.ts'
import { installWelcome } from './api/reference/welcome.ts'
import { createCredentials } from './identity/credentials.ts'
import { identityRoutes } from './api/users/routes.ts'
import { keepInMemory } from './store/kept.ts'
import { resources } from './resources/index.ts'
import type { Instant } from './time/index.ts'
import type { Colleagues } from './workers/worker.ts'

export interface AppParts {
  readonly config: Config
  readonly database: OpenDatabase
  /** The clock, in milliseconds. */
  readonly now: () => number
  readonly logger?: FastifyBaseLogger
  /** Where several processes serve together. */
  readonly colleagues?: Colleagues | undefined
}

/** Complete answers are kept in at most so many bytes. */
const memoryBytes = 16 * 1024 * 1024

/** The whole HTTP application: every plugin, in the order in which a request meets it. */
export function buildApp({ config, database, now, logger, colleagues }: AppParts): FastifyInstance {
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: requestIds(config.trustProxy),
    requestIdHeader: false,
    rewriteUrl: overrideMethod,
    requestTimeout: 60_000,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBroken(error, socket, config.languages[0]!),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...answerHeaders, ...securityHeaders, 'x-request-id': request.id })
      sendProblem(request, reply, serverFault(error), config)
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 2_000,
      querystringParser: parseQuery,
    },
  })
  const seconds = (): Instant => Math.floor(now() / 1000)
  const limits = createLimits({ now, enabled: config.rateLimit, colleagues: colleagues?.limits })
  app.decorateRequest('asker', undefined)
  app.decorateRequest('mount', undefined)
  ignoreExpectations(app)
  const stopping = installStopping(app)
  installRequestLog(app)
  const traffic = installTraffic(app)
  installSecurityHeaders(app)
  installCors(app)
  const credentials = createCredentials({ db: database.db, now: seconds, limits, random: randomBytes })
  const authenticate = installAuthentication(app, { credentials, limits, trustProxy: config.trustProxy })
  installCompression(app)
  installBodies(app, { limit: config.maxBody })

  const { db, dialect, reader } = database
  const kept = keepInMemory(database, config, (error) =>
    app.log.error({ err: error }, 'what is kept in memory could not be read'),
  )
  app.addHook('onReady', () => kept.begin())
  app.addHook('onClose', () => kept.stop())
  const service = {
    db,
    dialect,
    reader,
    resources,
    config,
    limits,
    kept,
  }
  const documents = createDocuments({ trees: () => trees, resources: Object.values(resources) })
  const routes: Route[] = [
    documentationRoute(documents),
    ...Object.values(resources).flatMap((resource) => resourceRoutes(resource, service)),
    languagesRoute,
  ]
  const publication = createPublication(database.db, database.dialect)
  const memory = createMemory(memoryBytes)
  const version = () => database.dialect.version()
  const options = {
    config,
    now: seconds,
    describe: describeRoute,
    settle: (at: Instant) => publication.settle(at),
    version,
    remembering: createRemembering({ config, memory, now: seconds, version }),
    authenticate,
  }
  const identity = { db: database.db, random: randomBytes, credentials }
  const trees: Tree[] = [
    { routes: [discoveryRoute(routes), ...routes], mounts: calendarMounts(config) },
    { routes: identityRoutes(identity), mounts: adminMounts(config) },
  ]
  for (const tree of trees) installRoutes(app, tree.routes, tree.mounts, options)
  installProblems(app, config, routeFinder(trees), database.dialect)
  installOperability(app, database, { stopping, traffic, colleagues })
  installWelcome(app, config)
  installReference(app, config, seconds, documents)
  installConsole(app, config)
  const repeating = { config, memory, limits, stopping, traffic, log: app.log, now: seconds, version }
  installRepeating(app, repeating, answerDirectly(app, { ...repeating, trees, options }))
  return app
}

const languageOf = ({ query, body, headers, mount }: FastifyRequest, { languages }: Config): string => {
  const { ml_language } = sentTogether(query, body, mount)
  return messageLanguage(ml_language, mount?.language, headers['accept-language'], languages)
}

/** What goes wrong leaves where it is found; here it becomes the contract's error body. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem, config: Config) {
  const language = languageOf(request, config)
  vary(reply, 'Accept-Language')
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type(json)
    .send(JSON.stringify(errorBody(problem, language)))
}

function installProblems(
  app: FastifyInstance,
  config: Config,
  find: ReturnType<typeof routeFinder>,
  dialect: Dialect,
) {
  app.setNotFoundHandler((request, reply) => {
    const { mount, route } = find(request.url)
    request.mount = mount
    const problem = route === undefined ? noRoute() : wrongMethod(allowedMethods(route))
    return sendProblem(request, reply, problem, config)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isDown = dialect.isUnavailable(error)
    const known = asProblem(error) ?? frameworkFault(error) ?? (isDown ? unavailable() : undefined)
    if (isDown) request.log.error({ err: error }, 'the database is out of reach')
    else if (known === undefined) request.log.error({ err: error }, 'a fault of ours')
    return sendProblem(request, reply, known ?? asInternalError(request.id), config)
  })
}
