import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { aliasesAmong } from '../api/mounts.ts'
import type { Endpoint, OperationRequest, OperationResult, Route } from '../api/operation.ts'
import { siteOf } from '../api/site.ts'
import { fileTooLarge, noRoute, unavailable, wrongMethod } from '../errors.ts'
import type { DataSnapshot, Store } from '../store/index.ts'
import type { Instant } from '../time/index.ts'
import { aliasAddresses } from './request/alias-addresses.ts'
import {
  cacheKeyOf,
  isShareableRequest,
  isShareablePage,
  isShareableResponse,
  streamed,
  uncached,
  type ResponseCache,
  type CachedResponse,
} from './response/response-cache.ts'
import { withoutClickIdentifiers } from './request/click-identifiers.ts'
import { aliasParameters, languageIn, parseRequest } from './operation-request.ts'
import { discard, isBareFile, readBody } from './request/body-parser.ts'
import { beginExchange, queryOf, whenClosed, type Exchange } from './exchange.ts'
import { isPreflight } from './response/headers.ts'
import {
  createIdentification,
  type Identification,
  type IdentificationOptions,
} from './request/identification.ts'
import { ignoredParameters } from './request/ignored-parameters.ts'
import { isRead } from './request/is-read.ts'
import type { BodyTime } from './limits/slow-bodies.ts'
import { ConcurrencyLimit, type Permit } from './limits/concurrency-limit.ts'
import { memoryBudgets, type MemoryBudgets } from './limits/memory-budgets.ts'
import { withoutForeignToken } from './request/foreign-token.ts'
import { requireWellFormed } from './request/well-formed.ts'
import { overrideMethodByQuery, wasPost } from './request/method-override.ts'
import { acceptedForm } from './request/negotiation.ts'
import { prefersHtml, type ProblemPages } from './problems/problem-pages.ts'
import { createProblemResponses, type ProblemResponses } from './problems/problem-responses.ts'
import { parseQuery } from './request/query-parser.ts'
import { represent, type Representation } from './response/representation.ts'
import { ignoredProxyWarning } from './monitoring/ignored-proxy.ts'
import { recorderOf, requestIds } from './monitoring/request-log.ts'
import type { RequestMetrics } from './monitoring/request-metrics.ts'
import { pathOf } from './request/request-path.ts'
import {
  allowedMethods,
  createRouter,
  operationFor,
  type Located,
  type Match,
  type RouteTree,
} from './router.ts'
import { createSender, type Sender } from './response/sending.ts'
import type { Shutdown } from './shutdown.ts'
import { singleFlight } from './response/single-flight.ts'
import { withoutTrailing } from '../text/trailing.ts'

/**
 * Processes every request below a mount: route and method → caller and rate limits → cached response, or parameters and
 * operation → representation → validators and encoding → response. Each step takes the result of the previous one. A
 * problem may be thrown anywhere and is sent in the same way.
 */

interface PipelineOptions extends IdentificationOptions {
  readonly trees: readonly RouteTree[]
  readonly store: Store
  /** Reloads the settings if they have changed. */
  readonly refreshSettings: () => Promise<void>
  readonly cache: ResponseCache
  readonly traffic: RequestMetrics
  readonly shutdown: Shutdown
  readonly log: FastifyBaseLogger
  readonly now: () => Instant
  /** The response to OPTIONS, without the header `Allow`. */
  readonly describe: (route: Route, request: OperationRequest) => OperationResult
  /** Renders a problem as HTML; undefined if pages are disabled. */
  readonly problemPages?: ProblemPages | undefined
}

/** Responds if the request is below a mount, and returns whether it is. */
export type Pipeline = (request: IncomingMessage, response: ServerResponse, bodyTime?: BodyTime) => boolean

export function createPipeline(options: PipelineOptions): Pipeline {
  const { config, trees, traffic, log } = options
  const router = createRouter(trees)
  const addressOf = aliasAddresses(aliasesAmong(trees.flatMap(({ mounts }) => mounts)))
  const idOf = requestIds(config.trustProxy)
  const record = recorderOf(log, traffic)
  const warnOfIgnoredProxy = ignoredProxyWarning(config, log)
  const requestPipeline = new RequestPipeline(options)
  return (request, response, bodyTime) => {
    request.url = addressOf(request.url!)
    const located = router(request.url)
    if (located === undefined || isRootForPrograms(request, located)) return false
    if (located.mount.isPages) request.url = withoutClickIdentifiers(request.url)
    if (located.mount.isAlias) {
      overrideMethodByQuery(request)
      withoutForeignToken(request)
    }
    warnOfIgnoredProxy(request)
    const exchange = beginExchange({ request, response, id: idOf(request), bodyTime, located }, config)
    response.on('close', () => record(exchange))
    requestPipeline.respond(exchange).catch((error: unknown) => {
      log.error({ err: error as Error, request: exchange.id }, 'a response could not be sent')
      response.destroy()
    })
    return true
  }
}

class RequestPipeline {
  private readonly identification: Identification
  private readonly budgets: MemoryBudgets
  private readonly sender: Sender
  private readonly problemResponseTo: ProblemResponses
  private readonly makeOnce = singleFlight<CachedResponse>(({ representation }) =>
    isShareableResponse(representation),
  )
  /** Apart, because a response of the API takes far less time than a page; undefined where requests wait for a server. */
  private readonly limits: Readonly<Record<'pages' | 'api', ConcurrencyLimit>> | undefined

  constructor(private readonly options: PipelineOptions) {
    const { config, store } = options
    const newLimit = () => new ConcurrencyLimit(madeAtOnceInProcess)
    this.limits = store.isInProcess ? { pages: newLimit(), api: newLimit() } : undefined
    this.identification = createIdentification(options)
    this.budgets = memoryBudgets({ ...config, maxUpload: config.maxUpload + besideFile })
    this.sender = createSender({ ...options, budgets: this.budgets })
    this.problemResponseTo = createProblemResponses(options)
  }

  async respond(exchange: Exchange): Promise<void> {
    const { request, response } = exchange
    const { shutdown, refreshSettings } = this.options
    try {
      requireWellFormed(request, response)
      if (shutdown.isStopping) throw unavailable()
      if (isPreflight(request)) return this.sender.sendPreflight(exchange)
      await refreshSettings()
      const { match, operation } = this.route(exchange)
      exchange.caller = await this.identification.identify(exchange, operation)
      const answered =
        operation === undefined
          ? uncached(await this.describe(exchange, match))
          : await this.responseOf(exchange, match, operation)
      // The body stays in memory while it is compressed.
      if (!this.budgets.holdResponse(exchange, answered.representation.body.length)) throw unavailable()
      await this.sender.send(exchange, await answered.variantFor(request.headers))
    } catch (error) {
      if (!request.complete && !request.readableDidRead) void discard(request)
      const problem = uncached(await this.problemResponseTo(exchange, error))
      this.sender.sendProblem(exchange, await problem.variantFor(request.headers))
    }
  }

  /**
   * Finds the route and the operation. Anonymous requests are counted against the address first; requests with
   * credentials only if no operation matches.
   */
  private route(exchange: Exchange): { match: Match; operation: Endpoint | undefined } {
    const { request, browser, located } = exchange
    const hasCredentials = request.headers.authorization !== undefined || browser.session !== undefined
    const isAnonymous = !hasCredentials || located.mount.isPages
    if (isAnonymous) this.identification.countAnonymous(exchange)
    try {
      return this.findOperation(exchange)
    } catch (error) {
      if (!isAnonymous) this.identification.countAnonymous(exchange)
      throw error
    }
  }

  private findOperation(exchange: Exchange): { match: Match; operation: Endpoint | undefined } {
    const { config, now } = this.options
    const { method } = exchange.request
    const match = exchange.located.match()
    if (match.route.isOffered?.(siteOf(config, now())) === false) throw noRoute()
    exchange.route = `${match.mount.path}${match.route.pattern}`
    const operation = operationFor(match.route, method!)
    if (operation === undefined && method !== 'OPTIONS') throw wrongMethod(allowedMethods(match.route))
    return { match, operation }
  }

  /** Makes the response to OPTIONS. */
  private async describe(exchange: Exchange, match: Match): Promise<Representation> {
    const { config, describe } = this.options
    const request = await this.read(exchange, match)
    const headers = { allow: allowedMethods(match.route).join(', ') }
    const described: OperationResult = match.mount.isPages
      ? { status: 204, bodyParts: [], headers }
      : // All other routes are those of the API, which have descriptions.
        { ...describe(match.route as Route, request), headers }
    return represent(request, described, config, false)
  }

  /** Returns a cached response or runs the operation. */
  private async responseOf(exchange: Exchange, match: Match, operation: Endpoint): Promise<CachedResponse> {
    const { store, refreshSettings, cache, now } = this.options
    const written = isRead(exchange.request) ? undefined : await this.read(exchange, match, operation)
    const since = now()
    const snapshot = await store.snapshot(since)
    // A response cached for a version must be rendered with the settings of that version.
    await refreshSettings()
    if (written !== undefined)
      return uncached(this.represent(exchange, written, await operation.run(written), false))
    const key = snapshot && this.cacheKeyOf(exchange, match, operation)
    if (key === undefined) return unstored(await this.run(exchange, match, operation))
    const cached = cache.get(key, snapshot!.version, now())
    if (cached !== undefined) return cached
    const flight = `${snapshot!.version}\n${exchange.request.headers['accept-language'] ?? ''}\n${key}`
    return this.makeOnce(flight, async () => {
      const permit = await this.limits?.[match.mount.isPages ? 'pages' : 'api'].acquire()
      try {
        return await this.make(exchange, match, operation, { key, since, snapshot: snapshot!, permit })
      } finally {
        permit?.release()
      }
    })
  }

  /**
   * Makes a response that may be shared. Nothing but the response itself is returned to the caller: that has waited for a
   * permit, so V8 has moved it to the old generation, and what it refers to would follow.
   */
  private async make(
    exchange: Exchange,
    match: Match,
    operation: Endpoint,
    { key, since, snapshot, permit }: Making,
  ): Promise<CachedResponse> {
    const answered = await this.run(exchange, match, operation, permit)
    return this.cacheable(key, since, snapshot, answered)
  }

  private cacheKeyOf({ request }: Exchange, match: Match, operation: Endpoint): string | undefined {
    const isShareable = match.mount.isPages ? isShareablePage(request) : isShareableRequest(request)
    return isShareable && !wasPost(request) && !operation.mayWait
      ? cacheKeyOf(request, this.options.config, formOf(request, match, operation))
      : undefined
  }

  private async run(
    exchange: Exchange,
    match: Match,
    operation: Endpoint,
    permit?: Permit,
  ): Promise<Answered> {
    const request = await this.read(exchange, match, operation)
    if (request.sent.search && (match.mount.isPages || operation.parameters.search !== undefined)) {
      this.identification.countSearch(exchange)
      // Waits for the thread that searches.
      permit?.release()
    }
    const variesByAccept = (operation.forms ?? []).length > 0 && match.route.form === undefined
    const result = { variesByAccept, ...(await operation.run(request)) }
    return { result, representation: this.represent(exchange, request, result, true) }
  }

  private async read(exchange: Exchange, match: Match, operation?: Endpoint): Promise<OperationRequest> {
    const { config, now } = this.options
    const { mount, path } = match
    const { request, response, browser } = exchange
    const query = parseQuery(queryOf(request))
    exchange.language = languageIn(query, mount)
    const body = isRead(request) && !wasPost(request) ? {} : await this.readBody(exchange, operation)
    const { caller, callerNow } = exchange
    const form = operation && formOf(request, match, operation)
    const read = parseRequest(
      request,
      {
        ...{ mount, path, query, body, caller, callerNow, browser, form },
        parameters: operation?.parameters ?? {},
        now: now(),
        whenClosed: whenClosed(response),
      },
      config,
    )
    exchange.language = read.sent.ml_language
    if (operation?.signsIn && typeof read.sent.username === 'string') exchange.signsInAs = read.sent.username
    if (operation !== undefined && !mount.isPages)
      exchange.ignored = ignoredParameters(read, operation, mount.isAlias ? aliasParameters : [])
    return read
  }

  private readBody(exchange: Exchange, operation: Endpoint | undefined) {
    const { request, caller } = exchange
    const { maxBody, maxUpload } = this.options.config
    const { acceptsFile, maxAnonymousBody = maxBody } = operation ?? {}
    const allowed = caller === undefined ? Math.min(maxBody, maxAnonymousBody) : maxBody
    const limit = acceptsFile ? maxUpload + besideFile : allowed
    const hold = (bytes: number) => this.budgets.holdBody(exchange, bytes)
    if (acceptsFile && caller !== undefined) exchange.bodyTime?.lastWhileProgressing()
    const isFile = acceptsFile === 'bare' && isBareFile(request)
    const holdsFile = isFile || (acceptsFile && isMultipart(request))
    const tooLarge = holdsFile ? () => fileTooLarge(maxUpload) : undefined
    const reading = readBody(request, limit, { hold, tooLarge, isFile })
    return this.identification.confirmedAfter(exchange, reading)
  }

  private represent(
    exchange: Exchange,
    request: OperationRequest,
    result: OperationResult,
    isRead: boolean,
  ): Representation {
    if (result.cookies !== undefined) exchange.cookies = result.cookies
    const representation = represent(request, result, this.options.config, isRead)
    return { ...representation, headers: { ...representation.headers, ...exchange.ignored } }
  }

  /** Caches a response that depends only on the data and the time, unless the data changed while it was made. */
  private cacheable(
    key: string,
    since: Instant,
    { version, due }: DataSnapshot,
    answered: Answered,
  ): CachedResponse {
    const { store, cache } = this.options
    const { result, representation } = answered
    const isStable = result.validUntil !== undefined && !result.variesByLanguage
    return isStable && isShareableResponse(representation) && store.version() === version
      ? cache.set(key, version, { since, until: Math.min(result.validUntil!, due) }, representation)
      : unstored(answered)
  }
}

/** Requests for JSON at the site root are left to the root route, which returns the location of the API. */
const isRootForPrograms = (request: IncomingMessage, { mount }: Located): boolean =>
  mount.isPages &&
  /\bjson\b/i.test(request.headers.accept ?? '') &&
  !prefersHtml(request) &&
  withoutTrailing(pathOf(request.url!), '/') === mount.root

/**
 * How many responses are made at a time if nothing is gained by more. Whoever waits between two steps holds what was read
 * so far. V8 moves that to the old generation, from where it is collected at twenty times the cost: with 16 clients, month
 * pages took twice the CPU time. Two, so that one that has to wait after all does not hold up everybody.
 */
const madeAtOnceInProcess = 2

/** What a response that may be shared is made with. */
interface Making {
  readonly key: string
  readonly since: Instant
  readonly snapshot: DataSnapshot
  readonly permit: Permit | undefined
}

/** Bytes allowed in a multipart body in addition to the file. */
const besideFile = 64 * 1024

/** One that is too large is so because of a file in it: its limit is what people know, not that of the body. */
const isMultipart = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** The extension takes precedence over `Accept`. */
const formOf = ({ headers }: IncomingMessage, { route }: Match, { forms }: Endpoint): string | undefined =>
  route.form ?? acceptedForm(headers.accept, forms)

/** The result of an operation and its representation. */
interface Answered {
  readonly result: OperationResult
  readonly representation: Representation
}

const unstored = ({ result: { stream }, representation }: Answered): CachedResponse =>
  stream === undefined ? uncached(representation) : streamed(representation, stream)
