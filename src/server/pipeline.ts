import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline as pipe } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import { rootedAliases } from '../api/mounts.ts'
import type { Browser, Cookie, Endpoint, OperationRequest, OperationResult, Route } from '../api/operation.ts'
import { siteOf } from '../api/site.ts'
import type { Config } from '../config.ts'
import {
  csrfTokenNeeded,
  noRoute,
  sessionChallenge,
  tooManyRequests,
  unavailable,
  wrongMethod,
  type HttpProblem,
} from '../errors.ts'
import type { CredentialVerifier } from '../identity/credential-verifier.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import { isCsrfToken, sessionSeconds, type Session } from '../identity/sessions.ts'
import type { Moment, Store } from '../store/index.ts'
import type { Instant } from '../time/index.ts'
import { aliasAddresses } from './alias-addresses.ts'
import {
  cacheKeyOf,
  isShareableRequest,
  isShareablePage,
  isShareableResponse,
  streamed,
  uncached,
  type AnswerCache,
  type CachedAnswer,
} from './answer-cache.ts'
import { languageSynonyms, mergeSent, readAskedOf } from './asked.ts'
import { readBody } from './body-parser.ts'
import type { Variant } from './encoding.ts'
import {
  apiHeaders,
  isPreflight,
  pageHeaders,
  preflightHeaders,
  requestIdHeader,
  type Headers,
} from './headers.ts'
import { cookieHeaders, noBrowser, readBrowser } from './cookies.ts'
import { acceptedForm } from './negotiation.ts'
import { ignoredParameters } from './ignored-parameters.ts'
import { memoryBudgets } from './memory-budgets.ts'
import { refusedOf, type Refused } from './refusals.ts'
import { singleFlight } from './single-flight.ts'
import { clientAddress } from './request-origin.ts'
import { problemOf, representProblem } from './error-body.ts'
import { pathOf } from './request-path.ts'
import { prefersHtml, type ProblemPages } from './problem-pages.ts'
import { parseQuery } from './query-parser.ts'
import { rateLimitHeaders, type Limits, type Verdict } from './rate-limit.ts'
import { represent, type Representation } from './representation.ts'
import { logFields, logMessage, requestIds } from './request-log.ts'
import {
  allowedMethods,
  createRouter,
  operationFor,
  type Located,
  type Match,
  type RouteTree,
} from './router.ts'
import type { Shutdown } from './shutdown.ts'
import type { RequestMetrics } from './request-metrics.ts'

/**
 * The one road of every request to the API, from top to bottom:
 * method and route → limits → who asks → what is asked → cached answer or operation → representation → validators and
 * encoding → sent. Each step takes what the one before gives; a problem may be thrown anywhere and is sent the same way.
 */

interface PipelineOptions {
  readonly config: Config
  readonly trees: readonly RouteTree[]
  readonly store: Store
  /** Brings the settings up to date. */
  readonly refreshSettings: () => Promise<void>
  readonly credentialVerifier: Pick<CredentialVerifier, 'verify'>
  /** The session of a token, renewed if that is due. */
  readonly openSession: (token: string) => Promise<Session | undefined>
  readonly limits: Limits
  readonly cache: AnswerCache
  readonly traffic: RequestMetrics
  readonly shutdown: Shutdown
  readonly log: FastifyBaseLogger
  readonly now: () => Instant
  /** What OPTIONS says of a route. */
  readonly describe: (route: Route, request: OperationRequest) => unknown
  /** A problem as visitors see it; absent where there are no pages. */
  readonly problemPages?: ProblemPages | undefined
}

/** One request and what belongs to it alone. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly located: Located
  readonly startedAt: number
  readonly browser: Browser
  /** The pattern of its route, once that is found. */
  route: string
  /** The language that it names, once that is read. */
  language: unknown
  caller: OptionalCaller
  limit: readonly string[]
  cookies: readonly Cookie[]
  refused: Refused | undefined
  /** Names the parameters that it sends in vain, once these are read. */
  ignored: Headers
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Answers a request if it lies below a mount, and returns whether it does. */
export type Pipeline = (request: IncomingMessage, response: ServerResponse) => boolean

export function createPipeline(options: PipelineOptions): Pipeline {
  const { config, store, refreshSettings, credentialVerifier, limits, cache } = options
  const { traffic, shutdown, log, now, problemPages } = options
  const router = createRouter(options.trees)
  const addressOf = aliasAddresses(rootedAliases(options.trees.flatMap(({ mounts }) => mounts)))
  const idOf = requestIds(config.trustProxy)
  const makeOnce = singleFlight<CachedAnswer>()
  const budgets = memoryBudgets(Math.max(config.maxBody, Math.ceil((config.maxUpload + besideFile) / 4)))

  async function answer(exchange: Exchange): Promise<void> {
    const { request } = exchange
    try {
      if (shutdown.isStopping) throw unavailable()
      if (isPreflight(request)) return sendPreflight(exchange)
      await refreshSettings()
      const { match, operation } = route(exchange)
      exchange.caller = await identify(exchange)
      const answered =
        operation === undefined
          ? uncached(await describe(exchange, match))
          : await answerOperation(exchange, match, operation)
      const variant = await answered.variantFor(request.headers)
      if (!isAffordable(exchange, variant)) throw unavailable()
      if (variant.stream === undefined) send(exchange, variant)
      else await sendStream(exchange, variant)
    } catch (error) {
      await sendProblem(exchange, error)
    }
  }

  /** Method and route. What no route answers counts for the address before it is refused. */
  function route(exchange: Exchange): { match: Match; operation: Endpoint | undefined } {
    const { request } = exchange
    const hasCredentials =
      request.headers.authorization !== undefined || exchange.browser.session !== undefined
    const isAnonymous = !hasCredentials || exchange.located.mount.isPages
    if (isAnonymous) countAnonymous(exchange)
    try {
      const match = exchange.located.match()
      if (match.route.isOffered?.(siteOf(config, now())) === false) throw noRoute()
      exchange.route = `${match.mount.path}${match.route.pattern}`
      const operation = operationFor(match.route, request.method!)
      if (operation === undefined && request.method !== 'OPTIONS')
        throw wrongMethod(allowedMethods(match.route))
      return { match, operation }
    } catch (error) {
      if (!isAnonymous) countAnonymous(exchange)
      throw error
    }
  }

  /** Limits: requests without credentials count for their address. */
  function countAnonymous(exchange: Exchange) {
    obey(exchange, limits.request(clientAddress(exchange.request, config.trustProxy), false))
  }

  function countSearch({ request }: Exchange) {
    const verdict = limits.search(clientAddress(request, config.trustProxy))
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
  }

  /** Who asks; requests with credentials count for their account, with wrong ones for their address. */
  async function identify(exchange: Exchange): Promise<OptionalCaller> {
    const { authorization } = exchange.request.headers
    // A page shows what everybody may read; a proxy in front may ask for credentials of its own.
    if (exchange.located.mount.isPages) return undefined
    if (authorization === undefined) return identifyBySession(exchange)
    const address = clientAddress(exchange.request, config.trustProxy)
    try {
      const caller = await credentialVerifier.verify({ authorization, address })
      obey(exchange, limits.request(String(caller?.id), true))
      return caller
    } catch (error) {
      if (exchange.limit === none) obey(exchange, limits.request(address, false))
      throw error
    }
  }

  /** A session that is over is none: whoever reads what is public needs none. */
  async function identifyBySession(exchange: Exchange): Promise<OptionalCaller> {
    const { request, browser } = exchange
    if (browser.session === undefined) return undefined
    const session = await options.openSession(browser.session)
    if (session === undefined) {
      countAnonymous(exchange)
      return undefined
    }
    obey(exchange, limits.request(String(session.caller.id), true))
    const isSafe = isRead(request) || request.method === 'OPTIONS'
    if (!isSafe && !isCsrfToken(String(request.headers['x-csrf-token'] ?? ''), browser.session))
      throw csrfTokenNeeded()
    if (session.isRenewed)
      exchange.cookies = [{ name: 'session', value: browser.session, maxAge: sessionSeconds }]
    return session.caller
  }

  /** What is asked. */
  async function read(exchange: Exchange, match: Match, operation?: Endpoint): Promise<OperationRequest> {
    const { mount, path } = match
    const { request, caller, browser } = exchange
    const query = parseQuery(queryOf(request.url!))
    exchange.language = mergeSent(query, {}, mount).ml_language
    const hold = (bytes: number) => budgets.holdBody(exchange.response, caller !== undefined, bytes)
    const limit = operation?.acceptsFile ? config.maxUpload + besideFile : config.maxBody
    const body = isRead(request) ? {} : await readBody(request, limit, hold)
    const operationRequest = readAskedOf(
      request,
      {
        mount,
        path,
        query,
        body,
        caller,
        browser,
        now: now(),
        form: operation && formOf(exchange, match, operation),
      },
      config,
    )
    exchange.language = operationRequest.sent.ml_language
    if (operation !== undefined && !mount.isPages)
      exchange.ignored = ignoredParameters(
        operationRequest.sent,
        operation,
        mount.isAlias ? languageSynonyms : [],
      )
    return operationRequest
  }

  function answerTo(
    exchange: Exchange,
    request: OperationRequest,
    result: OperationResult,
    isRead: boolean,
  ): Representation {
    const { ignored } = exchange
    if (result.cookies !== undefined) exchange.cookies = result.cookies
    const representation = represent(request, result, config, isRead)
    return { ...representation, headers: { ...representation.headers, ...ignored } }
  }

  async function describe(exchange: Exchange, match: Match): Promise<Representation> {
    const request = await read(exchange, match)
    const allow = allowedMethods(match.route).join(', ')
    if (match.mount.isPages)
      return represent(request, { status: 204, bodyParts: [], headers: { allow } }, config, false)
    const described: OperationResult = {
      // What is no page belongs to the API, whose endpoints are all documented.
      body: options.describe(match.route as Route, request),
      headers: { allow },
      variesByLanguage: true,
    }
    return represent(request, described, config, false)
  }

  /** A cached answer, or the operation. */
  async function answerOperation(
    exchange: Exchange,
    match: Match,
    operation: Endpoint,
  ): Promise<CachedAnswer> {
    const { request } = exchange
    const asked = isRead(request) ? undefined : await read(exchange, match, operation)
    const form = formOf(exchange, match, operation)
    const moment = await store.moment(now())
    // What is cached for a version is made with the settings of that version.
    await refreshSettings()
    if (asked !== undefined) return uncached(answerTo(exchange, asked, await operation.run(asked), false))
    const isShareable = match.mount.isPages ? isShareablePage(request) : isShareableRequest(request)
    const key =
      moment !== undefined && isShareable && !operation.mayWait
        ? cacheKeyOf(request, config, form)
        : undefined
    if (key === undefined) return unstored(await run(exchange, match, operation))
    const cached = cache.get(key, moment!.version, now())
    if (cached !== undefined) return cached
    const flight = `${moment!.version}\n${request.headers['accept-language'] ?? ''}\n${key}`
    return makeOnce(flight, async () => cacheable(key, moment!, await run(exchange, match, operation)))
  }

  async function run(exchange: Exchange, match: Match, operation: Endpoint): Promise<Answered> {
    const request = await read(exchange, match, operation)
    if (request.sent.search && (match.mount.isPages || operation.parameters.search !== undefined))
      countSearch(exchange)
    const variesByAccept = (operation.forms ?? []).length > 0 && match.route.form === undefined
    const result = { variesByAccept, ...(await operation.run(request)) }
    return { result, representation: answerTo(exchange, request, result, true) }
  }

  /** Stores what depends on nothing but the data and the time, as far as the version is still the same. */
  function cacheable(key: string, { version, due }: Moment, answered: Answered): CachedAnswer {
    const { result, representation } = answered
    const isStable = result.validUntil !== undefined && !result.variesByLanguage && !result.isPrivate
    return isStable && isShareableResponse(representation) && store.version() === version
      ? cache.set(key, version, Math.min(result.validUntil!, due), representation)
      : unstored(answered)
  }

  async function sendProblem(exchange: Exchange, error: unknown): Promise<void> {
    const problem = problemOf(error, store.isUnavailable, exchange.id)
    report(error, problem, exchange)
    const { request, located } = exchange
    exchange.refused = refusedOf(problem, request, config.trustProxy)
    const { mount } = located
    if (mount.isPages && problemPages) return sendProblemPage(exchange, problem, problemPages)
    const language = exchange.language ?? mergeSent(parseQuery(queryOf(request.url!)), {}, mount).ml_language
    const representation = representProblem(problem, request, language, mount, config)
    const headers = { ...representation.headers, ...exchange.ignored, ...challengeFor(exchange, problem) }
    send(exchange, await uncached({ ...representation, headers }).variantFor(request.headers))
  }

  /** Visitors get a page; if even that cannot be made, they get what programs get. */
  async function sendProblemPage(
    exchange: Exchange,
    problem: HttpProblem,
    makePage: ProblemPages,
  ): Promise<void> {
    const { request, located } = exchange
    const representation = await makePage(request, problem).catch((error: unknown) => {
      log.error({ err: error as Error, request: exchange.id }, 'the page of a problem could not be made')
      return representProblem(problem, request, undefined, located.mount, config)
    })
    send(exchange, await uncached(representation).variantFor(request.headers))
  }

  function report(error: unknown, { code }: HttpProblem, { id }: Exchange) {
    if (code === 'internal_error') log.error({ err: error as Error, request: id }, 'unhandled error')
    else if (store.isUnavailable(error))
      log.error({ err: error as Error, request: id }, 'database unavailable')
  }

  function sendPreflight(exchange: Exchange): void {
    const { request, response, id, located } = exchange
    response.writeHead(204, { [requestIdHeader]: id, ...preflightHeaders(request, located.mount) })
    response.end()
  }

  /** Large responses stay in memory until slow clients have read them; a stream holds what is under way. */
  function isAffordable({ response }: Exchange, { body, stream }: Variant): boolean {
    return stream === undefined
      ? budgets.holdResponse(response, body?.length ?? 0)
      : budgets.holdStream(response)
  }

  /** Sent, and nothing is added any more. */
  function send(exchange: Exchange, variant: Variant): void {
    begin(exchange, variant)
    exchange.response.end(exchange.request.method === 'HEAD' ? undefined : variant.body)
  }

  function begin(exchange: Exchange, { status, headers }: Variant): void {
    const { request, response, id, limit, located } = exchange
    const connection = shutdown.isStopping ? ['connection', 'close'] : []
    const shared = located.mount.isPages ? commonOfPages : common
    const cookies = cookieHeaders(exchange.cookies, request, config)
    response.writeHead(status, [
      requestIdHeader,
      id,
      ...limit,
      ...connection,
      ...shared,
      ...cookies,
      ...headers,
    ])
  }

  /** Begun headers cannot be taken back, so an error ends the response before its end. */
  async function sendStream(exchange: Exchange, variant: Variant): Promise<void> {
    const { request, response } = exchange
    const { pieces, isCompressed } = variant.stream!
    if (request.method === 'HEAD') return send(exchange, variant)
    begin(exchange, variant)
    const source = Readable.from(pieces, { highWaterMark: 1 })
    try {
      await (isCompressed ? pipe(source, createGzip(), response) : pipe(source, response))
    } catch (error) {
      if (!clientLeft.has((error as { code?: string }).code))
        log.error({ err: error as Error, request: exchange.id }, 'a response was broken off')
    }
  }

  /** Every request is counted and leaves one line in the log. */
  function record({ request, response, id, route, caller, refused, startedAt }: Exchange) {
    const { method = '', url = '' } = request
    const milliseconds = performance.now() - startedAt
    traffic.of(method, route, response.statusCode).observe(milliseconds / 1_000)
    const user = caller === undefined ? {} : { user: caller.id }
    log.info(
      {
        ...logFields({ request: id, method, url, status: response.statusCode, milliseconds }),
        ...user,
        ...refused,
      },
      logMessage,
    )
  }

  return (request, response) => {
    request.url = addressOf(request.url!)
    const located = router(request.url)
    if (located === undefined || isRootForPrograms(request, located)) return false
    const exchange: Exchange = {
      request,
      response,
      id: idOf(request),
      located,
      startedAt: performance.now(),
      route: '(none)',
      language: undefined,
      browser: located.mount.isPages ? noBrowser : readBrowser(request, config),
      caller: undefined,
      limit: none,
      cookies: [],
      refused: undefined,
      ignored: {},
    }
    response.on('close', () => record(exchange))
    answer(exchange).catch((error: unknown) => {
      log.error({ err: error as Error, request: exchange.id }, 'a response could not be sent')
      response.destroy()
    })
    return true
  }
}

/** Programs that ask for JSON at the root of the site are told where the API is. */
const isRootForPrograms = (request: IncomingMessage, { mount }: Located): boolean =>
  mount.isPages &&
  /\bjson\b/i.test(request.headers.accept ?? '') &&
  !prefersHtml(request) &&
  pathOf(request.url!).replace(/\/+$/, '') === mount.root

/** Browsers would ask whoever uses our own pages for name and password themselves, if it were for Basic. */
const challengeFor = ({ request, browser }: Exchange, { headers }: HttpProblem): Headers => {
  const isOwnPage = browser.page === 'own' || (browser.page === 'unknown' && browser.hasCookies)
  const isPerson = isOwnPage && request.headers.authorization === undefined
  return isPerson && 'www-authenticate' in headers ? sessionChallenge : {}
}

const none: readonly string[] = []

/** What a body may have beside its file. */
const besideFile = 64 * 1024

/** How a stream fails whose client has gone away. */
const clientLeft = new Set<string | undefined>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** The extension decides; `Accept` only where there is none. */
const formOf = ({ request }: Exchange, { route }: Match, { forms }: Endpoint): string | undefined =>
  route.form ?? acceptedForm(request.headers.accept, forms)

/** What an operation was answered with, before and after it is known how it is sent. */
interface Answered {
  readonly result: OperationResult
  readonly representation: Representation
}

const unstored = ({ result: { stream }, representation }: Answered): CachedAnswer =>
  stream === undefined ? uncached(representation) : streamed(representation, stream)

const common = Object.entries(apiHeaders).flat()
const commonOfPages = Object.entries(pageHeaders).flat()

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1).replace(/#.*/s, '')
}

function obey(exchange: Exchange, verdict: Verdict) {
  exchange.limit = Object.entries(rateLimitHeaders(verdict)).flat()
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}
