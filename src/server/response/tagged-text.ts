import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingFor, unchangedTag } from './encoding.ts'
import { matchesETag } from './validators.ts'
import { vary } from './vary.ts'

interface TaggedText {
  readonly type: string
  readonly content: string | Buffer
  readonly tag: string
}

/** Sends a text, which the framework compresses, or 304 if the client has it in any coding. */
export function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, content, tag }: TaggedText,
): FastifyReply {
  if (!matchesETag(headers['if-none-match'], tag, true))
    return reply.header('etag', tag).type(type).send(content)
  // The framework knows only of a body that it varies by its coding.
  vary(reply, 'Accept-Encoding')
  const coding = codingFor(headers['accept-encoding'], Buffer.byteLength(content))
  return reply
    .code(304)
    .header('etag', unchangedTag(headers, tag, coding))
    .send()
}
