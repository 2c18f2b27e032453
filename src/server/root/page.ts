import type { FastifyReply, FastifyRequest } from 'fastify'
import { messageLanguage } from '../../api/language.ts'
import type { Config } from '../../config.ts'
import type { Links } from '../../resources/resource.ts'
import { vary } from '../response/vary.ts'

/** Shared by the pages at the root of the server. */

/** Returns the language of the query parameter, or the one that the browser prefers. */
export function readerLanguage({ query, headers }: FastifyRequest, { languages }: Config): string {
  const { ml_language: named } = query as { ml_language?: unknown }
  return messageLanguage(named, undefined, headers['accept-language'], languages)
}

/** URL of the OpenAPI document in a language, which is omitted if the site does not have it. */
export const documentAddress = ({ rest }: Links, language: string, { languages }: Config): string =>
  `${rest}/doc${languages.includes(language) ? `?ml_language=${language}` : ''}`

const nothingElse = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Allows only the sources that the page lists. */
export const contentSecurityPolicy = (sources: string): string =>
  `default-src 'none'; ${sources}; ${nothingElse}`

/** Begins to send a page in the language of the reader. */
export function beginPage(reply: FastifyReply, language: string, policy: string): FastifyReply {
  vary(reply, 'Accept-Language')
  return reply
    .headers({ 'content-language': language, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
}
