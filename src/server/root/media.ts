import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { noRoute } from '../../errors.ts'
import { contentTypeOf, type MediaStorage } from '../../media/storage/index.ts'
import { isFileName } from '../../resources/images.ts'
import { partOf } from '../request/byte-range.ts'
import { registerGetRoute } from '../get-route.ts'
import { matchesETag } from '../response/validators.ts'
import { contentSecurityPolicy } from './page.ts'

/** Files never change, because other content has another name. */
const unchanging = { 'cache-control': 'public, max-age=31536000, immutable', 'accept-ranges': 'bytes' }

/** Serves the files of images (interface: Image files). */
export function installMedia(
  app: FastifyInstance,
  { prefix, mediaPublicUrl }: Pick<Config, 'prefix' | 'mediaPublicUrl'>,
  storage: MediaStorage,
): void {
  registerGetRoute(app, `${prefix}/media/:name`, (request, reply) => {
    const { name } = request.params as { name: string }
    if (!isFileName(name)) throw noRoute()
    return mediaPublicUrl === undefined
      ? sendFile(storage, name, request, reply)
      : reply.header('cache-control', 'public, max-age=3600').redirect(`${mediaPublicUrl}/${name}`, 302)
  })
}

/** `Range` is ignored unless `If-Range` matches, because the parts must belong to the same file (RFC 9110 13.1.5). */
const rangeAsked = ({ range, 'if-range': ifRange }: IncomingHttpHeaders, etag: string): string | undefined =>
  ifRange === undefined || ifRange === etag ? range : undefined

async function sendFile(
  storage: MediaStorage,
  name: string,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${name}"`
  const isKnown = matchesETag(headers['if-none-match'], etag, true)
  const hasBody = method === 'GET' && !isKnown
  const range = hasBody ? rangeAsked(headers, etag) : undefined
  // Queries the size separately only if the whole file is not opened, because this costs a request to a bucket.
  const { size } = hasBody && range === undefined ? { size: undefined } : await found(storage.find(name))
  // Without the size, `Range` is ignored, as servers may (RFC 9110 14.2).
  const part = range === undefined || size === undefined ? undefined : partOf(range, size)
  if (part === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const file = hasBody ? await found(storage.open(name, part)) : undefined
  reply.headers({ ...unchanging, etag, 'content-security-policy': contentSecurityPolicy('sandbox') })
  if (isKnown) return reply.code(304).send()
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  reply.type(contentTypeOf(name))
  const length = file?.size ?? size
  if (length !== undefined) reply.header('content-length', length)
  return reply.send(file?.stream)
}

async function found<T>(search: Promise<T | undefined>): Promise<T> {
  const result = await search
  if (result === undefined) throw noRoute()
  return result
}
