import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { noRoute } from '../../errors.ts'
import type { Assets } from '../../pages/assets.ts'
import { registerGetRoute } from '../health.ts'

/** Style, scripts, fonts and images of the pages. Their names change with their content, so they are kept for ever. */
export function installPageAssets(app: FastifyInstance, { prefix }: Config, { files }: Assets): void {
  registerGetRoute(
    app,
    `${prefix}/assets/:name`,
    (request, reply) => {
      const asset = files.get((request.params as { name: string }).name)
      if (asset === undefined) throw noRoute()
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(asset.type)
        .send(asset.content)
    },
    { isOperation: false },
  )
}
