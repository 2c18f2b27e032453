import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countAnonymous } from './authentication.ts'
import { takesAsItIs } from './compression.ts'
import type { Prepared } from './memory.ts'
import { routeOf } from './metrics.ts'
import type { Mount } from '../api/mounts.ts'
import type { Operation } from '../api/operation.ts'
import { parseQuery } from './query.ts'
import type { Given } from './remembering.ts'
import { formOfAnswer, ofOneRequest, sendAtOnce, type Answerer, type RepeatingParts } from './repeating.ts'
import { requestIds } from './request-log.ts'
import type { Tree } from './route-finder.ts'
import { readRequest, settled, type RouteOptions } from './routes.ts'
import type { Series } from './traffic.ts'

/**
 * Lists and single reads of visitors, made without the long way through the application. What it would add to an answer
 * is learned from the answers that it has sent on the same route; whatever is not plain is passed on to it.
 */

export interface DirectParts extends RepeatingParts {
  readonly trees: readonly Tree[]
  readonly options: RouteOptions
}

interface Place {
  readonly mount: Mount
  readonly operation: Operation
  /** Names and values that every answer there has, once that is known. */
  common?: readonly string[]
  counts?: Readonly<Record<'GET' | 'HEAD', Series>>
}

const id = '/{id}'
const endsInId = /^(.*)\/(\d+)$/

/** Lists and single reads by id, by their whole path; `{id}` stands for any. */
function placesOf(trees: readonly Tree[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const { routes, mounts } of trees)
    for (const { pattern, operations } of routes) {
      const operation = operations.find(({ method }) => method === 'GET')
      if (operation === undefined || !/^\/\w+(?:\/\{id\})?$/.test(pattern)) continue
      for (const mount of mounts) places.set(`${mount.path}${pattern}`, { mount, operation })
    }
  return places
}

function split(url: string): { path: string; query: string } {
  const end = url.indexOf('?')
  return end < 0 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Of the answer itself; what it varies by is only told whole by the application. */
const isOwn = ({ headers }: Prepared, name: string) =>
  name === 'etag' || name === 'content-length' || (name in headers && name !== 'vary')

const commonOf = (reply: FastifyReply, prepared: Prepared) =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => !ofOneRequest(name) && !isOwn(prepared, name))
    .flatMap(([name, value]) => [name, String(value)])

const ownOf = ({ headers, body, tag }: Prepared) => [
  ...Object.entries(headers)
    .filter(([name]) => name !== 'vary')
    .flat(),
  'etag',
  tag,
  'content-length',
  String(body.length),
]

/** To be installed after all that changes what is sent. */
export function answerDirectly(app: FastifyInstance, parts: DirectParts): Answerer {
  const { config, limits, log, memory, options, trees, traffic } = parts
  const places = placesOf(trees)
  const idOf = requestIds(config.trustProxy)
  app.decorateRequest('prepared', undefined)

  app.addHook('onSend', (request, reply, payload, done) => {
    const { prepared } = request
    const place = prepared?.body === payload ? places.get(patternOf(request)) : undefined
    if (place !== undefined && place.common === undefined && isPlain(request, reply)) {
      const route = routeOf(request)
      place.counts = { GET: traffic.of('GET', route, 200), HEAD: traffic.of('HEAD', route, 200) }
      place.common = commonOf(reply, prepared!)
    }
    done(null, payload)
  })

  async function answer(
    request: IncomingMessage,
    { mount, operation }: Place,
    query: string,
    ofOne: string | undefined,
  ): Promise<Given | undefined> {
    const moment = await settled(options)
    if (moment === undefined) return undefined
    const asked = readRequest(
      {
        method: request.method!,
        headers: request.headers,
        query: parseQuery(query),
        body: undefined,
        params: ofOne === undefined ? {} : { id: ofOne },
        asker: undefined,
        raw: request,
      },
      mount,
      options,
    )
    return options.remembering.give(request, asked, operation, moment, () => operation.run(asked))
  }

  return (request, response, passOn) => {
    const begun = performance.now()
    const { path, query } = split(request.url!)
    const [, collection, ofOne] = endsInId.exec(path) ?? []
    const place = places.get(ofOne === undefined ? path : `${collection}${id}`)
    if (place?.common === undefined || hasBody(request) || !takesAsItIs(request.headers)) return false
    const verdict = countAnonymous(limits, request, config.trustProxy)
    if (!verdict.allowed) return false
    const { common, counts } = place
    answer(request, place, query, ofOne).then(
      (given) => {
        if (given === undefined) return passOn()
        const { prepared, remembered } = given
        const headers = [...common, ...ownOf(prepared)]
        const sent = { status: prepared.status, headers, body: prepared.body, counts: counts! }
        if (remembered !== undefined) memory.learn(remembered, formOfAnswer(request, remembered), sent)
        sendAtOnce(request, response, sent, verdict, { log, id: idOf(request), begun })
      },
      // What went wrong is told by the application, which finds it again.
      passOn,
    )
    return true
  }
}

const patternOf = ({ mount, routeOptions }: FastifyRequest) =>
  mount === undefined ? '' : `${routeOptions.url?.replace(/:id\(.*\)$/, '{id}') ?? ''}`

/** An answer with nothing in it that another one of the route would not have. */
const isPlain = (request: FastifyRequest, reply: FastifyReply) =>
  reply.statusCode === 200 && request.asker === undefined && takesAsItIs(request.headers)
