import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Browser, Cookie } from '../api/operation.ts'
import type { Config } from '../config.ts'
import type { OptionalCaller } from '../identity/roles.ts'
import { noBrowser, readBrowser } from './request/cookies.ts'
import type { Headers } from './response/headers.ts'
import type { Refused } from './problems/refusals.ts'
import type { Located } from './router.ts'

/** One request and what belongs to it alone. */
export interface Exchange {
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
  /** The headers that tell of the limit; undefined until it is counted. */
  limit: readonly string[] | undefined
  cookies: readonly Cookie[]
  refused: Refused | undefined
  /** Names the parameters that it sends in vain, once these are read. */
  ignored: Headers
}

type Begun = Pick<Exchange, 'request' | 'response' | 'id' | 'located'>

export const beginExchange = (begun: Begun, config: Config): Exchange => ({
  ...begun,
  startedAt: performance.now(),
  browser: begun.located.mount.isPages ? noBrowser : readBrowser(begun.request, config),
  route: '(none)',
  language: undefined,
  caller: undefined,
  limit: undefined,
  cookies: [],
  refused: undefined,
  ignored: {},
})

export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

export function queryOf({ url }: IncomingMessage): string {
  const start = url!.indexOf('?')
  return start < 0 ? '' : url!.slice(start + 1).replace(/#.*/s, '')
}
