import type { IncomingMessage } from 'node:http'
import { calendarMounts, rootedAliases } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import { linksFor } from '../asked.ts'
import { rootLink, type Headers } from '../headers.ts'

/** How a page tells where the API is; also by the names that clients of the incumbent know, if there is an alias. */
export function apiHeaders(request: Pick<IncomingMessage, 'headers' | 'socket'>, config: Config): Headers {
  const mounts = calendarMounts(config)
  const [alias] = rootedAliases(mounts)
  const links = linksFor(request, config, mounts[0]!)
  return {
    'x-cal-api-version': 'v1',
    'x-cal-api-root': links.rest,
    'x-cal-api-origin': links.site,
    ...(alias && {
      'x-tec-api-version': 'v1',
      'x-tec-api-root': `${links.site}${alias.path}/`,
      'x-tec-api-origin': links.site,
      link: rootLink(links, alias),
    }),
  }
}
