import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { messageLanguages } from '../../locales/index.ts'
import type { Instant } from '../../time/index.ts'
import { entityTag, matchesETag } from '../validators.ts'
import type { GetDocument } from '../../api/reference/openapi-route.ts'
import { messageLanguage } from '../../api/language.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { registerGetRoute } from '../health.ts'
import { referencePage, referenceStyle } from '../../api/reference/reference-page.ts'
import { siteOf } from '../../api/site.ts'
import { linksFor } from '../asked.ts'
import { vary } from '../vary.ts'
import { apiHeaders } from './api-headers.ts'

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The document for people, at the root of the server; the interface itself always answers JSON (interface: Discovery and documentation). */
export function installReference(
  app: FastifyInstance,
  config: Config,
  now: () => Instant,
  documents: GetDocument,
): void {
  const mount = calendarMounts(config)[0]!
  const isOperation = false
  registerGetRoute(
    app,
    '/docs',
    (request, reply) => {
      const links = linksFor(request.raw, config, mount)
      const { ml_language: named } = request.query as { ml_language?: unknown }
      const accepted = request.headers['accept-language']
      const language = messageLanguage(named, undefined, accepted, config.languages)
      const { document } = documents({ mount, links, site: siteOf(config, now()) }, language)
      const languages = config.languages.filter((one) => messageLanguages.includes(one))
      const style = `${new URL(links.site).pathname.replace(/\/$/, '')}/docs/reference.css`
      const html = referencePage({ document, language, languages, rest: links.rest, style })
      const tag = entityTag(html)
      vary(reply, 'Accept-Language')
      reply.headers({
        'content-language': language,
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        etag: tag,
        ...apiHeaders(request.raw, config),
      })
      if (matchesETag(request.headers['if-none-match'], tag, true)) return reply.code(304).send()
      return reply.type('text/html; charset=utf-8').send(html)
    },
    { isOperation },
  )
  registerGetRoute(
    app,
    '/docs/reference.css',
    (_, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/css; charset=utf-8')
        .send(referenceStyle),
    { isOperation },
  )
}
