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

function varyBy(reply: FastifyReply, answer: Answer, trustProxy: boolean) {
  vary(reply, 'Accept-Encoding')
  vary(reply, 'Authorization')
  if (answer.isMessage) vary(reply, 'Accept-Language')
  if (trustProxy) for (const name of ['Forwarded', 'X-Forwarded-Proto', 'X-Forwarded-Host']) vary(reply, name)
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

export interface AnswerSettings {
  readonly maxAge: number
  readonly trustProxy: boolean
}

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  answer: Answer,
  { maxAge, trustProxy }: AnswerSettings,
): FastifyReply {
  const text = JSON.stringify(trim(answer.body, asked.sent._fields))
  reply.code(answer.status ?? 200).headers({ ...answer.headers })
  if (answer.language !== undefined) reply.header('content-language', answer.language)
  varyBy(reply, answer, trustProxy)
  if (!isRead(request)) return reply.header('cache-control', 'no-store').type(json).send(text)
  const tag = answerTag(text, answer.language, asked)
  reply.header('etag', tag).header('cache-control', cacheControl(asked, maxAge))
  if (matches(request.headers['if-none-match'], tag, true)) return reply.code(304).send()
  return reply.type(json).send(text)
}

export const json = 'application/json; charset=utf-8'
