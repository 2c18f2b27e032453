import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Browser, Cookie } from '../api/operation.ts'
import type { Config } from '../config.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import type { BodyTime } from './limits/slow-bodies.ts'
import { noBrowser, readBrowser } from './request/cookies.ts'
import type { Headers } from './response/headers.ts'
import type { Refused } from './problems/refusals.ts'
import type { Located } from './router.ts'

/** A request, its response, and the state that the pipeline collects on the way. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  /** The limit of the time for its body, if it has one. */
  readonly bodyTime?: BodyTime | undefined
  readonly located: Located
  readonly startedAt: number
  readonly browser: Browser
  /** The pattern of the matched route; `(none)` until it is known. */
  route: string
  /** The language parameter as sent; undefined until it is parsed. */
  language: unknown
  caller: OptionalCaller
  /** Whose the credentials of the request are by now. */
  callerNow: () => Promise<OptionalCaller>
  /** The rate-limit headers; undefined until the request is counted. */
  limit: readonly string[] | undefined
  cookies: readonly Cookie[]
  /** The username with which somebody signs in by what is sent; undefined until that is parsed. */
  signsInAs: string | undefined
  refused: Refused | undefined
  /** The header that lists ignored parameters; empty until they are parsed. */
  ignored: Headers
}

type ExchangeParts = Pick<Exchange, 'request' | 'response' | 'id' | 'bodyTime' | 'located'>

export const beginExchange = (parts: ExchangeParts, config: Config): Exchange => ({
  ...parts,
  startedAt: performance.now(),
  browser: parts.located.mount.isPages ? noBrowser : readBrowser(parts.request, config),
  route: '(none)',
  language: undefined,
  caller: undefined,
  callerNow: () => Promise.resolve(undefined),
  limit: undefined,
  cookies: [],
  signsInAs: undefined,
  refused: undefined,
  ignored: {},
})

export function queryOf({ url }: IncomingMessage): string {
  const start = url!.indexOf('?')
  return start < 0 ? '' : url!.slice(start + 1).replace(/#.*/s, '')
}

export const whenClosed = (response: ServerResponse) => (run: () => void) =>
  response.destroyed ? run() : void response.once('close', run)
