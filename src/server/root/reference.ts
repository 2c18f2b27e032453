import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { messageLanguages } from '../../locales/index.ts'
import type { Instant } from '../../time/index.ts'
import { sendTagged } from '../response/tagged-text.ts'
import { entityTag } from '../response/validators.ts'
import { rootPath } from '../../api/links.ts'
import type { GetDocument } from '../../api/reference/openapi-route.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { registerGetRoute } from '../get-route.ts'
import { referencePage } from '../../api/reference/reference-page.ts'
import { siteOf } from '../../api/site.ts'
import { linksFor } from '../operation-request.ts'
import { apiLocation } from '../response/api-headers.ts'
import { beginPage, contentSecurityPolicy, documentAddress, readerLanguage } from './page.ts'

const policy = contentSecurityPolicy("script-src 'self'; style-src 'self'; img-src 'self'")

/**
 * Serves the API reference as HTML at the root of the server; the API itself always returns JSON (interface: Discovery
 * and documentation).
 */
export function installReference(
  app: FastifyInstance,
  config: Config,
  now: () => Instant,
  documents: GetDocument,
): void {
  const mount = calendarMounts(config)[0]!
  registerGetRoute(app, '/docs', (request, reply) => {
    const links = linksFor(request.raw, config, mount)
    const language = readerLanguage(request, config)
    const { document } = documents({ mount, links, site: siteOf(config, now()) }, language)
    const languages = config.languages.filter((one) => messageLanguages.includes(one))
    const address = documentAddress(links, language, config)
    const page = { document, language, languages, rest: links.rest, address, root: rootPath(links) }
    const html = referencePage(page)
    beginPage(reply, language, policy).headers({ 'cache-control': 'no-cache', ...apiLocation(links, config) })
    const type = 'text/html; charset=utf-8'
    return sendTagged(request, reply, { type, content: html, tag: entityTag(html) })
  })
}
