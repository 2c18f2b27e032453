import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, matches } from './conditional.ts'
import type { Answer, Asked } from './operation.ts'
import { trim } from './trimming.ts'
import { vary } from './vary.ts'

/** Answers as they go over the wire: validators, caching, language (contract §1, §5). */

/** Language, mount and rights are part of the tag, so that no reader takes another's answer for their own. */
export const answerTag = (text: string, language: string | undefined, { asker, mount }: Asked): string =>
  entityTag(text, language ?? '', mount.path, asker === undefined ? '' : `${asker.id} ${asker.role}`)

const cacheControl = ({ asker }: Asked, maxAge: number) =>
  asker === undefined ? `public, max-age=${maxAge}, must-revalidate` : 'private, no-store'

/** What links are built from behind a proxy. */
const forwarding = [
  'Forwarded',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
]

function varyBy(reply: FastifyReply, answer: Answer, areLinksForwarded: boolean) {
  vary(reply, 'Accept-Encoding')
  vary(reply, 'Authorization')
  if (answer.isMessage) vary(reply, 'Accept-Language')
  if (areLinksForwarded) for (const name of forwarding) vary(reply, name)
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

export interface AnswerSettings {
  readonly maxAge: number
  readonly trustProxy: boolean
  readonly publicUrl?: string
}

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  answer: Answer,
  { maxAge, trustProxy, publicUrl }: AnswerSettings,
): FastifyReply {
  const isWhole = asked.sent._fields === undefined && answer.text !== undefined
  const text = isWhole ? answer.text : JSON.stringify(trim(answer.body, asked.sent._fields))
  reply.code(answer.status ?? 200).headers({ ...answer.headers })
  if (answer.language !== undefined) reply.header('content-language', answer.language)
  varyBy(reply, answer, trustProxy && publicUrl === undefined)
  if (!isRead(request)) return reply.header('cache-control', 'no-store').type(json).send(text)
  const tag = answerTag(text, answer.language, asked)
  reply.header('etag', tag).header('cache-control', cacheControl(asked, maxAge))
  if (matches(request.headers['if-none-match'], tag, true)) return reply.code(304).send()
  return reply.type(json).send(text)
}

export const json = 'application/json; charset=utf-8'
