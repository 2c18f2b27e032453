import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { noRoute } from '../../errors.ts'
import { elementPath, type Assets } from '../../pages/assets.ts'
import { registerGetRoute } from '../get-route.ts'
import { sendTagged } from '../response/tagged-text.ts'
import { entityTag } from '../response/validators.ts'

/**
 * Serves the style sheets, scripts, fonts and images of the pages and the administration. They may be cached for ever,
 * because their names change with their content.
 */
export function installBuiltAssets(app: FastifyInstance, { prefix }: Config, assets: Assets): void {
  registerGetRoute(app, `${prefix}/assets/:name`, (request, reply) => {
    const { name } = request.params as { name: string }
    const asset = assets.file(name)
    if (asset === undefined) throw noRoute()
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(asset.type)
      .send(asset.content)
  })
}

/**
 * Serves the element for other sites. Its URL is stable, so that sites that embed it get later versions (interface:
 * Embedding).
 */
export function installElement(app: FastifyInstance, { prefix }: Config, assets: Assets): void {
  const { type, content } = assets.file(assets.element)!
  const tag = entityTag(content)
  registerGetRoute(app, `${prefix}${elementPath}`, (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600')
    return sendTagged(request, reply, { type, content, tag })
  })
}
