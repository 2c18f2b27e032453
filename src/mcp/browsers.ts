import { isIP } from 'node:net'
import type { OperationRequest } from '../api/operation.ts'
import { foreignHost } from '../errors.ts'

/**
 * Against DNS rebinding: a page whose name is suddenly that of this machine could otherwise ask a service in a private
 * network in the name of its visitor. Browsers send Origin with every POST; what sends none is no browser.
 */

const hostnameOf = (address: string): string => {
  try {
    return new URL(address).hostname
  } catch {
    return ''
  }
}

/** Nobody elsewhere can say where these lead. */
const isOwnOnly = (hostname: string) =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')

export function refuseForeignBrowsers(
  { headers }: Pick<OperationRequest, 'headers'>,
  publicUrl: string | undefined,
): void {
  const { origin, host = '' } = headers
  if (origin === undefined) return
  const known = publicUrl === undefined ? undefined : hostnameOf(publicUrl)
  const asked = hostnameOf(`http://${String(host)}`)
  const from = hostnameOf(String(origin))
  const isHostOurs = asked === known || isOwnOnly(asked)
  const isOriginOurs = from !== '' && (from === known || from === asked)
  if (!isHostOurs || !isOriginOurs) throw foreignHost()
}
