import { isIP } from 'node:net'
import type { OperationRequest } from '../api/operation.ts'
import { foreignHost } from '../errors.ts'

/**
 * Protection against DNS rebinding: a page whose host name suddenly resolves to this machine could otherwise call a
 * service in a private network on behalf of its visitor. Browsers send Origin with every POST, so requests without it
 * do not come from a browser.
 */

const hostnameOf = (address: string): string => {
  try {
    return new URL(address).hostname
  } catch {
    return ''
  }
}

/** IP addresses and localhost cannot be rebound by other sites. */
const isOwnOnly = (hostname: string) =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')

export function refuseForeignBrowsers(
  { headers }: Pick<OperationRequest, 'headers'>,
  publicUrl: string | undefined,
): void {
  const { origin, host = '' } = headers
  if (origin === undefined) return
  const known = publicUrl === undefined ? undefined : hostnameOf(publicUrl)
  const requestedHost = hostnameOf(`http://${String(host)}`)
  const originHost = hostnameOf(String(origin))
  const isHostOurs = requestedHost === known || isOwnOnly(requestedHost)
  const isOriginOurs = originHost !== '' && (originHost === known || originHost === requestedHost)
  if (!isHostOurs || !isOriginOurs) throw foreignHost()
}
