import type { FastifyInstance } from 'fastify'
import { rootPath } from '../../api/links.ts'
import { calendarMounts } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import { registerGetRoute } from '../get-route.ts'
import { linksFor } from '../operation-request.ts'

/**
 * Leads to the file below the prefix of the pages, because search engines ask for `robots.txt` at the root only, and follow
 * redirects from there (RFC 9309 2.3.1.2).
 */
export function installRobots(app: FastifyInstance, config: Config): void {
  const mount = calendarMounts(config)[0]!
  registerGetRoute(app, '/robots.txt', (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .redirect(`${rootPath(linksFor(request.raw, config, mount))}${config.prefix}/robots.txt`, 301),
  )
}
