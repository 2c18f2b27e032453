import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { lacksDescriptors } from '../../descriptors.ts'
import { sessionChallenge, type HttpProblem } from '../../errors.ts'
import type { Store } from '../../store/index.ts'
import { languageIn } from '../operation-request.ts'
import { problemOf, representProblem } from './error-body.ts'
import { queryOf, type Exchange } from '../exchange.ts'
import type { Headers } from '../response/headers.ts'
import type { ProblemPages } from './problem-pages.ts'
import { parseQuery } from '../request/query-parser.ts'
import { refusedOf } from './refusals.ts'
import type { Representation } from '../response/representation.ts'

/** Converts anything that the pipeline throws to a response: JSON for the API, a page for visitors. */

interface ProblemResponseOptions {
  readonly config: Config
  readonly store: Pick<Store, 'isUnavailable'>
  readonly log: FastifyBaseLogger
  /** Renders a problem as HTML; undefined if pages are disabled. */
  readonly problemPages?: ProblemPages | undefined
}

export type ProblemResponses = (
  exchange: Exchange,
  error: unknown,
) => Representation | Promise<Representation>

export function createProblemResponses(options: ProblemResponseOptions): ProblemResponses {
  const { config, store, log, problemPages } = options

  function report(error: unknown, { code }: HttpProblem, { id }: Exchange): void {
    const report = { err: error as Error, request: id }
    if (code === 'internal_error') log.error(report, 'unhandled error')
    else if (lacksDescriptors(error)) log.error(report, 'too many open files')
    else if (store.isUnavailable(error)) log.error(report, 'database unavailable')
  }

  function asJson(exchange: Exchange, problem: HttpProblem): Representation {
    const { request, located, ignored } = exchange
    const { mount } = located
    const language = exchange.language ?? languageIn(parseQuery(queryOf(request)), mount)
    const representation = representProblem(problem, request, language, mount, config)
    const headers = { ...representation.headers, ...ignored, ...challengeFor(exchange, problem) }
    return { ...representation, headers }
  }

  /** If rendering the page fails as well, visitors get the JSON error body. */
  const asPage = ({ request, id, located }: Exchange, problem: HttpProblem, makePage: ProblemPages) =>
    makePage(request, problem).catch((error: unknown) => {
      log.error({ err: error as Error, request: id }, 'the page of a problem could not be made')
      return representProblem(problem, request, undefined, located.mount, config)
    })

  return (exchange, error) => {
    const problem = problemOf(error, store.isUnavailable, exchange.id)
    report(error, problem, exchange)
    exchange.refused = refusedOf(problem, exchange, config.trustProxy)
    return exchange.located.mount.isPages && problemPages
      ? asPage(exchange, problem, problemPages)
      : asJson(exchange, problem)
  }
}

/** For our own pages, the challenge must not be Basic, because browsers would then show their own login dialog. */
const challengeFor = ({ request, browser }: Exchange, { headers }: HttpProblem): Headers => {
  const isOwnPage = browser.page === 'own' || (browser.page === 'unknown' && browser.hasCookies)
  const isPerson = isOwnPage && request.headers.authorization === undefined
  return isPerson && 'www-authenticate' in headers ? sessionChallenge : {}
}
