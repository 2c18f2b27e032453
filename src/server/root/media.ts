import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { noRoute } from '../../errors.ts'
import { contentTypeOf, type MediaStorage } from '../../media/storage/index.ts'
import { isFileName } from '../../resources/images.ts'
import { registerGetRoute } from '../health.ts'
import { matchesETag } from '../validators.ts'
import { contentSecurityPolicy } from './page.ts'

/** A file never changes, because its name tells its content. */
const unchanging = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The files of images (interface: Image files). */
export function installMedia(
  app: FastifyInstance,
  { prefix, mediaPublicUrl }: Pick<Config, 'prefix' | 'mediaPublicUrl'>,
  storage: MediaStorage,
): void {
  registerGetRoute(
    app,
    `${prefix}/media/:name`,
    async (request, reply) => {
      const { name } = request.params as { name: string }
      if (!isFileName(name)) throw noRoute()
      if (mediaPublicUrl !== undefined)
        return reply
          .header('cache-control', 'public, max-age=3600')
          .redirect(`${mediaPublicUrl}/${name}`, 302)
      const file = await storage.open(name)
      if (file === undefined) throw noRoute()
      const etag = `"${name}"`
      reply.headers({ ...unchanging, etag, 'content-security-policy': contentSecurityPolicy('sandbox') })
      const isKnown = matchesETag(request.headers['if-none-match'] ?? '', etag, true)
      if (isKnown || request.method === 'HEAD') file.stream.destroy()
      if (isKnown) return reply.code(304).send()
      reply.type(contentTypeOf(name)).header('content-length', file.size)
      return reply.send(request.method === 'HEAD' ? undefined : file.stream)
    },
    { isOperation: false },
  )
}
