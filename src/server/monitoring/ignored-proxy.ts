import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { hasPassedProxy, type ConnectionInfo } from '../request/request-origin.ts'

/**
 * Returns a function that warns once if requests come through a proxy that is not trusted. Nothing else would reveal
 * that all visitors share the limits of one, until somebody's wrong passwords lock out everybody.
 */
export function ignoredProxyWarning(
  { trustProxy, rateLimit }: Pick<Config, 'trustProxy' | 'rateLimit'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): (request: ConnectionInfo) => void {
  let isSettled = trustProxy || !rateLimit
  return (request) => {
    if (isSettled || !hasPassedProxy(request)) return
    isSettled = true
    log.warn(
      'requests come through a proxy, whose address all visitors share for rate limits; set CALENDS_TRUST_PROXY=on if visitors cannot reach the service without it',
    )
  }
}
