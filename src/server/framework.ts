import type { Socket } from 'node:net'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Config } from '../config.ts'
import { noRoute, tooManyRequests, unavailable, type HttpProblem } from '../errors.ts'
import { discard } from './request/body-parser.ts'
import { codingFor, compress, worthwhile } from './response/encoding.ts'
import { commonHeaders, isPreflight, preflightHeaders, requestIdHeader } from './response/headers.ts'
import { useHostOfTarget } from './request/host-header.ts'
import { overrideMethod } from './request/method-override.ts'
import { inTurn } from './request/pipelining.ts'
import { clientAddress } from './request/request-origin.ts'
import { requireWellFormed } from './request/well-formed.ts'
import type { Pipeline } from './pipeline.ts'
import { problemOf, representProblem } from './problems/error-body.ts'
import {
  respondToConnectionError,
  frameworkProblem,
  ignoreUnknownExpectations,
  connectionProblem,
  timedOut,
} from './problems/protocol-errors.ts'
import { prefersHtml, type ProblemPages } from './problems/problem-pages.ts'
import { parseQuery } from './request/query-parser.ts'
import { rateLimitHeaders, type Limits } from './limits/rate-limit.ts'
import { limitBodyTime } from './limits/slow-bodies.ts'
import { stalledClientMs } from './limits/stalled-clients.ts'
import { logFields, logMessage, requestIds, statusSent } from './monitoring/request-log.ts'
import type { Shutdown } from './shutdown.ts'
import type { RequestMetrics } from './monitoring/request-metrics.ts'
import { codedETag } from './response/validators.ts'
import { vary } from './response/vary.ts'

/**
 * The HTTP server, and Fastify for everything outside the mounts: documentation, files, the administration and health
 * checks.
 */

interface FrameworkOptions {
  readonly config: Config
  readonly limits: Limits
  readonly traffic: RequestMetrics
  readonly shutdown: Shutdown
  readonly logger?: FastifyBaseLogger | undefined
  /** Whether an error means that the database cannot be used just now. */
  readonly isUnavailable: (error: unknown) => boolean
  /** Reloads the settings if they have changed. */
  readonly refreshSettings: () => Promise<void>
  /** The page for a path without a route; undefined if pages are disabled. */
  readonly problemPages: () => ProblemPages | undefined
  /**
   * Serves everything below the mounts. A function, because the pipeline is created after Fastify, whose log it uses.
   */
  readonly pipeline: () => Pipeline
}

/** How long the headers of a request may take; bodies have limits of their own. */
const headersTimeout = 60_000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Passes requests below a mount to the pipeline and all others to Fastify. */
function serverFor(pipeline: () => Pipeline) {
  return (others: RequestListener): Server => {
    const answer: RequestListener = (request, response) => {
      overrideMethod(request)
      useHostOfTarget(request)
      const timeOut = () => server.emit('clientError', timedOut(), request.socket)
      const bodyTime = hasBody(request) ? limitBodyTime(request, timeOut) : undefined
      if (pipeline()(request, response, bodyTime)) return
      if (hasBody(request)) void discard(request)
      // None of these takes long before it sends something.
      response.setTimeout(stalledClientMs)
      others(request, response)
    }
    const server = createServer(
      { requestTimeout: 0, headersTimeout, requireHostHeader: false },
      inTurn(answer),
    )
    // Node.js would leave out all headers after the first 2,000, such as a second Host. Their size is limited.
    server.maxHeadersCount = 0
    // Fastify's default for its own servers: longer than proxies keep idle connections open.
    server.keepAliveTimeout = 72_000
    return ignoreUnknownExpectations(server)
  }
}

const idleCheckMs = 50

/**
 * A request that was refused before its body had arrived leaves its connection open, because its answer said so. Until the
 * body is read the connection is not idle, so the server would wait for it as long as for the next request.
 */
function closeWhatBecomesIdle(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), idleCheckMs).unref()
  server.once('close', () => clearInterval(timer))
}

function refuseSchema(): never {
  throw new Error('Routes of Fastify are declared without schemas: nothing here compiles them.')
}

/** Without these Fastify loads a compiler of JSON schemas, which takes a twelfth of the start and is never used. */
const withoutSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } }

export function createFramework(options: FrameworkOptions): FastifyInstance {
  const { config, logger, shutdown, pipeline } = options
  const language = config.languages[0]!
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: requestIds(config.trustProxy),
    requestIdHeader: false,
    schemaController: withoutSchemas,
    serverFactory: serverFor(pipeline),
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => respondToConnectionError(error, socket, language),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...commonHeaders, [requestIdHeader]: request.id })
      const excess = limit(request, reply, options)
      if (excess !== undefined) return void sendProblem(request, reply, excess, config)
      const sendError = () => sendProblem(request, reply, connectionProblem(error), config)
      sendMissingPage(request, reply, options.problemPages).then(
        (isSent) => isSent || sendError(),
        (failure: unknown) => {
          request.log.error({ err: failure }, 'unhandled error')
          sendError()
        },
      )
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      querystringParser: parseQuery,
    },
  }) as unknown as FastifyInstance
  // Node.js would close the connection of a CONNECT, which is for proxies, without a response.
  app.server.on('connect', (_request, socket: Socket) =>
    respondToConnectionError(new Error('This is not a proxy.'), socket, language),
  )
  app.addHook('preClose', async () => {
    shutdown.isStopping = true
    closeWhatBecomesIdle(app.server)
  })
  installRequestHooks(app, options)
  installResponseHooks(app, options)
  installProblems(app, options)
  return app
}

/** Counts the request; the problem to respond with if its client has sent too many. */
function limit(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, config }: FrameworkOptions,
): HttpProblem | undefined {
  const verdict = limits.request(clientAddress(request.raw, config.trustProxy), false)
  reply.headers(rateLimitHeaders(verdict))
  return verdict.allowed ? undefined : tooManyRequests(verdict.retryAfter)
}

function installRequestHooks(app: FastifyInstance, options: FrameworkOptions) {
  const { shutdown, refreshSettings } = options
  // No route outside the mounts accepts a body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', (request, reply, done) => {
    const { isOperational } = request.routeOptions.config
    reply.headers({ [requestIdHeader]: request.id, ...commonHeaders })
    requireWellFormed(request.raw, reply.raw)
    if (shutdown.isStopping && !isOperational) return done(unavailable())
    if (isPreflight(request)) return void reply.code(204).headers(preflightHeaders(request.raw)).send()
    // Health checks must not depend on the settings, which are read from the database.
    if (isOperational) return done()
    refreshSettings().then(() => done(limit(request, reply, options)), done)
  })
}

function installResponseHooks(app: FastifyInstance, { shutdown, traffic }: FrameworkOptions) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (shutdown.isStopping) reply.header('connection', 'close')
    encode(request.raw, reply, payload).then((body) => done(null, body), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { isOperational } = request.routeOptions.config
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)')
    const status = statusSent(reply.raw)
    traffic.of(request.method, route, status).observe(reply.elapsedTime / 1_000)
    const { method, originalUrl: url } = request
    request.log[isOperational ? 'debug' : 'info'](
      logFields({ method, url, status, milliseconds: reply.elapsedTime }),
      logMessage,
    )
    done()
  })
}

const isText = (type: unknown) =>
  /^(?:text\/(?!event-stream)|application\/(?:[^;]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/i.test(
    String(type),
  )

async function encode({ headers }: IncomingMessage, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  const body = Buffer.from(payload)
  if (body.length < worthwhile || !isText(reply.getHeader('content-type'))) return payload
  vary(reply, 'Accept-Encoding')
  const coding = codingFor(headers['accept-encoding'], body.length)
  if (coding === undefined) return payload
  const compressed = await compress(Buffer.isBuffer(payload) ? payload : body, coding)
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', codedETag(tag, coding))
  reply.header('content-encoding', coding).header('content-length', compressed.length)
  return compressed
}

/** Clients of The Events Calendar call its API through index.php and get JSON regardless of `Accept`. */
const isVisitor = (request: IncomingMessage) => prefersHtml(request) && !/^\/index\.php\b/.test(request.url!)

function installProblems(app: FastifyInstance, { config, isUnavailable, problemPages }: FrameworkOptions) {
  app.setNotFoundHandler(async (request, reply) => {
    if (!(await sendMissingPage(request, reply, problemPages))) sendProblem(request, reply, noRoute(), config)
    return reply
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = frameworkProblem(error) ?? problemOf(error, isUnavailable, request.id)
    if (problem.code === 'internal_error') request.log.error({ err: error }, 'unhandled error')
    return sendProblem(request, reply, problem, config)
  })
}

/**
 * The page for an address without a page, also if it is no valid URL, because to visitors both are mistyped. Returns
 * false if the client is not a browser or pages are disabled.
 */
async function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problemPages: FrameworkOptions['problemPages'],
): Promise<boolean> {
  const makePage = isVisitor(request.raw) ? problemPages() : undefined
  if (makePage === undefined) return false
  const { status, headers, body } = await makePage(request.raw, noRoute())
  reply.code(status).headers(headers).send(body)
  return true
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: HttpProblem,
  config: Config,
): FastifyReply {
  // Fastify leaves `query` undefined if the URL cannot be decoded.
  const { ml_language } = (request.query ?? {}) as { ml_language?: unknown }
  const { status, headers, body } = representProblem(problem, request, ml_language, undefined, config)
  return reply.code(status).headers(headers).send(body)
}
