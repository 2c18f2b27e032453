import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, matches } from './conditional.ts'
import type { Prepared } from './memory.ts'
import type { Answer, Asked } from '../api/operation.ts'
import { trim } from '../api/trimming.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is being sent, before it is compressed or found to be known already. */
    prepared: Prepared | undefined
  }
}

/** Answers as they go over the wire: validators, caching, language (contract §1, §5). */

/** Language, mount and rights are part of the tag, so that no reader takes another's answer for their own. */
export const answerTag = (
  text: string | Buffer,
  language: string | undefined,
  { asker, mount }: Asked,
): string =>
  entityTag(text, language ?? '', mount.path, asker === undefined ? '' : `${asker.id} ${asker.role}`)

const cacheControl = ({ asker }: Asked, { isPrivate }: Answer, maxAge: number) =>
  asker === undefined && !isPrivate ? `public, max-age=${maxAge}, must-revalidate` : 'private, no-store'

/** What links are built from behind a proxy. */
const forwarding = [
  'Forwarded',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
]

const varying = (answer: Answer, areLinksForwarded: boolean): string =>
  [
    'Accept-Encoding',
    'Authorization',
    ...(answer.isMessage ? ['Accept-Language'] : []),
    ...(areLinksForwarded ? forwarding : []),
  ].join(', ')

export const isRead = ({ method }: Pick<FastifyRequest, 'method'>) => method === 'GET' || method === 'HEAD'

export interface AnswerSettings {
  readonly maxAge: number
  readonly trustProxy: boolean
  readonly publicUrl?: string
}

/** Each part is encoded where it will stand: putting them together as text first takes twice as long. */
function encoded(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  parts.reduce((at, part) => at + bytes.write(part, at), 0)
  return bytes
}

function bodyOf({ body, parts }: Answer, fields: unknown): Buffer {
  if (fields === undefined && parts !== undefined) return encoded(parts)
  const whole = body ?? (parts === undefined ? undefined : JSON.parse(parts.join('')))
  return Buffer.from(JSON.stringify(trim(whole, fields)))
}

/** An answer with all that depends on it, ready to be sent, and sent again. */
export function prepareAnswer(
  asked: Asked,
  answer: Answer,
  { maxAge, trustProxy, publicUrl }: AnswerSettings,
): Prepared {
  const body = bodyOf(answer, asked.sent._fields)
  return {
    status: answer.status ?? 200,
    headers: {
      ...answer.headers,
      ...(answer.language === undefined ? {} : { 'content-language': answer.language }),
      vary: varying(answer, trustProxy && publicUrl === undefined),
      'cache-control': cacheControl(asked, answer, maxAge),
    },
    body,
    tag: answerTag(body, answer.language, asked),
  }
}

export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const { status, headers, body, tag } = prepared
  request.prepared = prepared
  reply.code(status).headers(headers as Record<string, string>)
  if (!isRead(request)) return reply.header('cache-control', 'no-store').type(json).send(body)
  reply.header('etag', tag)
  if (matches(request.headers['if-none-match'], tag, true)) return reply.code(304).send()
  return reply.type(json).send(body)
}

export const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  answer: Answer,
  settings: AnswerSettings,
): FastifyReply => sendPrepared(request, reply, prepareAnswer(asked, answer, settings))

export const json = 'application/json; charset=utf-8'
