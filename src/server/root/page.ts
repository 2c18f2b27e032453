import type { FastifyRequest } from 'fastify'
import { messageLanguage } from '../../api/language.ts'
import type { Config } from '../../config.ts'
import type { Links } from '../../resources/resource.ts'

/** What the pages at the root of the server have in common. */

/** A language that is named in the query, else the one of the browser. */
export function readerLanguage({ query, headers }: FastifyRequest, { languages }: Config): string {
  const { ml_language: named } = query as { ml_language?: unknown }
  return messageLanguage(named, undefined, headers['accept-language'], languages)
}

/** Where the document is in that language; it takes the languages of the site alone. */
export const documentAddress = ({ rest }: Links, language: string, { languages }: Config): string =>
  `${rest}/doc${languages.includes(language) ? `?ml_language=${language}` : ''}`

/** The path that a proxy puts in front of the server, because links must lead there from every page. */
export const rootPath = ({ site }: Links): string => new URL(site).pathname.replace(/\/$/, '')

const nothingElse = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Nothing but what the page names, and that from this server. */
export const contentSecurityPolicy = (sources: string): string =>
  `default-src 'none'; ${sources}; ${nothingElse}`
