import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Config } from '../config.ts'
import { wrongMethod } from '../errors.ts'
import type { Asker } from '../identity/roles.ts'
import type { Site } from '../resources/parameter.ts'
import type { Instant } from '../time/index.ts'
import { isRead, sendAnswer, sendPrepared } from './answering.ts'
import { isAnonymous, type Authenticate } from './authentication.ts'
import type { Mount } from '../api/mounts.ts'
import type { Answer, Asked, Method, Operation, Route } from '../api/operation.ts'
import { clientAddress, requestOrigin } from './origin.ts'
import type { Moment, Remembering } from './remembering.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: set by authentication. */
    asker: Asker
    /** Where the request came in, below one of the places that resources hang at. */
    mount: Mount | undefined
  }
}

export interface RouteOptions {
  readonly config: Config
  readonly now: () => Instant
  /** What OPTIONS says of a route. */
  readonly describe: (route: Route, asked: Asked) => unknown
  /** Done before any operation reads: what the clock has changed, and until when it changes nothing else. */
  readonly settle: (now: Instant) => Promise<Instant>
  /** The version of the data, where that can be told at once. */
  readonly version: () => number | undefined
  readonly remembering: Remembering
  /** Asked once route and method are known to exist. */
  readonly authenticate: Authenticate
}

/** Every method that a client may try; those that a route has no operation for are answered 405. */
const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export const sitePart = (config: Config, now: Instant): Site => ({
  now,
  timezone: config.timezone,
  languages: config.languages,
  perPage: config.perPage,
  maxPerPage: config.maxPerPage,
  maxTitle: config.maxTitle,
  maxDescription: config.maxDescription,
  maxList: config.maxList,
  geolocation: config.geolocation,
  currency: config.currency,
})

type Sent = Record<string, unknown>

/** Clients of the incumbent name the language in their own way (contract §1). */
function withSynonyms(sent: Sent): Sent {
  const synonym = sent.ml_language ?? sent.wpml_language ?? sent.lang
  return synonym === undefined ? sent : { ...sent, ml_language: synonym }
}

const isSent = ([, value]: [string, unknown]) => value !== undefined && value !== null

/** The body wins over the query, but for what is null there: that counts as not sent (contract §1, §3). */
export function sentTogether(query: unknown, body: unknown, mount?: Mount): Sent {
  const said = Object.fromEntries(Object.entries((body ?? {}) as Sent).filter(isSent))
  const sent = { ...(query as Sent | null), ...said }
  return mount?.isAlias ? withSynonyms(sent) : sent
}

/** What is read of a request, by whichever way it came. */
export type Readable = Pick<FastifyRequest, 'method' | 'headers' | 'query' | 'body' | 'params' | 'asker'> & {
  readonly raw: IncomingMessage
}

export function linksFor(
  request: Pick<Readable, 'headers' | 'raw'>,
  { publicUrl, trustProxy }: Config,
  mount: Mount,
) {
  const { origin, host, path } = requestOrigin(request.headers, {
    trustProxy,
    publicUrl,
    encrypted: false,
    socket: request.raw.socket,
  })
  return { rest: `${origin}${path}${mount.path}`, site: `${origin}${path}`, host: `${host}${path}` }
}

const idempotencyKey = ({ headers }: Readable): string | undefined =>
  [headers['idempotency-key'] ?? []].flat()[0]

export function readRequest(request: Readable, mount: Mount, { config, now }: RouteOptions): Asked {
  const at = now()
  const sent = sentTogether(request.query, request.body, mount)
  return {
    sent,
    path: request.params as Record<string, string>,
    asker: request.asker,
    mount,
    links: linksFor(request, config, mount),
    site: sitePart(config, at),
    now: at,
    address: clientAddress(request.raw, config.trustProxy),
    ifMatch: request.headers['if-match'],
    idempotencyKey: request.method === 'POST' ? idempotencyKey(request) : undefined,
    acceptLanguage: request.headers['accept-language'],
  }
}

/** `/events/{id}` as the router has it: an id is digits, a slug is not empty. */
const routerPath = (pattern: string) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? ':id(^\\d+$)' : `:${name}`))

export const allowedMethods = ({ operations }: Route): string[] => {
  const own = operations.map(({ method }) => method as string)
  return [
    ...(own.includes('GET') ? ['GET', 'HEAD'] : []),
    ...own.filter((method) => method !== 'GET'),
    'OPTIONS',
  ]
}

const operationFor = ({ operations }: Route, method: string): Operation | undefined =>
  operations.find((operation) => operation.method === ((method === 'HEAD' ? 'GET' : method) as Method))

function answerOptions(route: Route, reply: FastifyReply, asked: Asked, { describe }: RouteOptions): Answer {
  reply.header('allow', allowedMethods(route).join(', '))
  return { body: describe(route, asked), isMessage: true }
}

/** Registers every route under every mount; what a route does not do is said before a body is read. */
export function installRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  mounts: readonly Mount[],
  options: RouteOptions,
): void {
  for (const mount of mounts) for (const route of routes) installRoute(app, route, mount, options)
}

function installRoute(app: FastifyInstance, route: Route, mount: Mount, options: RouteOptions) {
  const { config, authenticate } = options
  const answers = allowedMethods(route)
  app.route({
    method: methods,
    url: `${mount.path}${routerPath(route.pattern)}`,
    exposeHeadRoute: false,
    config: { answers },
    onRequest: (request, reply, done) => {
      request.mount = mount
      if (!answers.includes(request.method)) return done(wrongMethod(answers))
      if (isAnonymous(request.headers)) return done()
      authenticate(request, reply).then(() => done(), done)
    },
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') {
        const asked = readRequest(request, mount, options)
        return sendAnswer(request, reply, asked, answerOptions(route, reply, asked, options), config)
      }
      return answerOperation(request, reply, mount, operationFor(route, request.method)!, options)
    },
  })
}

/** Who may be given what another reader was given: nobody who signed in. */
const isForAnybody = (request: FastifyRequest) => isRead(request) && request.asker === undefined

/** Undefined where the version of the data is not known for certain, or has just moved. */
export async function settled({ settle, version, now }: RouteOptions): Promise<Moment | undefined> {
  const before = version()
  const due = await settle(now())
  const after = version()
  return after === undefined || after !== before ? undefined : { version: after, due }
}

async function answerOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  operation: Operation,
  options: RouteOptions,
): Promise<FastifyReply> {
  const { config, remembering } = options
  const moment = await settled(options)
  const isShared = moment !== undefined && isForAnybody(request)
  request.remembered = isShared ? remembering.known(request, moment.version) : undefined
  if (request.remembered !== undefined) return sendPrepared(request, reply, request.remembered.answer)
  const asked = readRequest(request, mount, options)
  const run = () => operation.run(asked)
  if (!isShared) return sendAnswer(request, reply, asked, await run(), config)
  const { prepared, remembered } = await remembering.give(request.raw, asked, operation, moment, run)
  request.remembered = remembered
  return sendPrepared(request, reply, prepared)
}
