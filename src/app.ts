import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import type { Config } from './config.ts'
import type { OpenDatabase } from './database/dialects/dialect.ts'
import { publishDue } from './database/reading.ts'
import { noRoute, tooManyRequests, type Problem } from './errors.ts'
import { installBodies } from './http/bodies.ts'
import { installCompression } from './http/compression.ts'
import { installCors } from './http/cors.ts'
import { discoveryRoute, describeRoute } from './http/discovery.ts'
import { json } from './http/answering.ts'
import { languagesRoute } from './http/languages-route.ts'
import { messageLanguage } from './http/language.ts'
import { overrideMethod } from './http/method-override.ts'
import { calendarMounts } from './http/mounts.ts'
import type { Route } from './http/operation.ts'
import { clientAddress } from './http/origin.ts'
import { asInternalError, asProblem, errorBody } from './http/problems.ts'
import { parseQuery } from './http/query.ts'
import { createLimits, rateLimitHeaders } from './http/rate-limit.ts'
import { resourceRoutes } from './http/resource-routes.ts'
import { installRoutes } from './http/routes.ts'
import { resources } from './resources/index.ts'
import type { Instant } from './time/index.ts'

export interface AppParts {
  readonly config: Config
  readonly database: OpenDatabase
  /** The clock, in milliseconds. */
  readonly now: () => number
  readonly logger?: FastifyBaseLogger
}

/** The whole HTTP application: every plugin, in the order in which a request meets it. */
export function buildApp({ config, database, now, logger }: AppParts): FastifyInstance {
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    rewriteUrl: overrideMethod,
    requestTimeout: 60_000,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 2_000,
      querystringParser: parseQuery,
    },
  })
  const seconds = (): Instant => Math.floor(now() / 1000)
  const limits = createLimits({ now, enabled: config.rateLimit })
  app.decorateRequest('asker', undefined)
  app.decorateRequest('segment', undefined)
  installCors(app)
  installCompression(app)
  installBodies(app, { limit: config.maxBody })
  installProblems(app, config)

  const service = { db: database.db, dialect: database.dialect, resources, config, limits }
  const routes: Route[] = [
    ...Object.values(resources).flatMap((resource) => resourceRoutes(resource, service)),
    languagesRoute,
  ]
  const options = {
    config,
    now: seconds,
    describe: describeRoute,
    settle: () => publishDue(database.db, seconds()),
  }
  installRoutes(app, [discoveryRoute(routes), ...routes], calendarMounts(config), options)
  return app
}

const languageOf = ({ query, body, headers, segment }: FastifyRequest, { languages }: Config): string => {
  const named =
    (body as { ml_language?: unknown } | undefined)?.ml_language ??
    (query as { ml_language?: unknown }).ml_language
  return messageLanguage(named, segment, headers['accept-language'], languages)
}

/** What goes wrong leaves where it is found; here it becomes the contract's error body. */
function installProblems(app: FastifyInstance, config: Config) {
  const body = (request: FastifyRequest, problem: Problem) => errorBody(problem, languageOf(request, config))
  app.setNotFoundHandler((request, reply) => {
    const problem = noRoute()
    return reply
      .code(problem.status)
      .type(json)
      .send(JSON.stringify(body(request, problem)))
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asProblem(error)
    if (known === undefined) request.log.error({ err: error }, 'a fault of ours')
    const problem = known ?? asInternalError(request.id)
    return reply
      .code(problem.status)
      .headers(problem.headers)
      .header('cache-control', 'no-store')
      .type(json)
      .send(JSON.stringify(body(request, problem)))
  })
}

export { clientAddress, rateLimitHeaders, tooManyRequests }
