import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { rootPath } from '../../api/links.ts'
import { escapeHtml } from '../../api/reference/escape-html.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { beginningOfPage } from '../../api/reference/page-beginning.ts'
import { translate } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'
import type { Links } from '../../resources/resource.ts'
import { registerGetRoute } from '../get-route.ts'
import { linksFor } from '../operation-request.ts'
import { beginPage, contentSecurityPolicy, documentAddress, readerLanguage } from './page.ts'

/** Serves Swagger UI for the OpenAPI document of the service, with every file from this server. */

const files = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)

/**
 * Swagger UI sets inline styles. Requests go to the public URL of the service, whose origin may differ from the one of
 * the page.
 */
const policyFor = ({ site }: Links) =>
  contentSecurityPolicy(
    `script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${new URL(site).origin}`,
  )

/** Omits cookies and stored credentials, because the console would otherwise send credentials that it does not show. */
const script = `const dark = matchMedia('(prefers-color-scheme: dark)')
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', colour)
colour()

SwaggerUIBundle({
  url: document.querySelector('link[type="application/json"]').href,
  dom_id: '#console',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
  responseInterceptor(response) {
    document.querySelector('#unauthorized').hidden = response.status !== 401
    return response
  },
})
`

interface Page {
  readonly language: string
  readonly root: string
  /** URL of the document. */
  readonly address: string
}

function page({ language, root, address }: Page): string {
  const t = (text: Message) => escapeHtml(translate(text, language))
  const at = escapeHtml(`${root}/docs`)
  const title = `Calends – ${translate('Try requests in the browser', language)}`
  return `${beginningOfPage({ language, title, asJson: address, root })}
<link rel="stylesheet" href="${at}/console/swagger-ui.css">
</head>
<body class="page">
<main>
<h1>${t('Try requests in the browser')}</h1>
<p>${t('Requests carry only the credentials that are entered under Authorize.')} <a href="${at}?ml_language=${escapeHtml(language)}#signing-in">${t('Signing in')}</a></p>
<div role="alert"><p id="unauthorized" hidden>${t('The response was 401: choose Authorize and enter a username and an application password, or a token.')}</p></div>
<div id="console"><p>${t('This page needs scripts; the API reference works without them.')} <a href="${at}">${t('API reference')}</a></p></div>
</main>
<script src="${at}/console/swagger-ui-bundle.js"></script>
<script src="${at}/console/start.js"></script>
</body>
</html>
`
}

export function installSwaggerUi(app: FastifyInstance, config: Config): void {
  const mount = calendarMounts(config)[0]!
  registerGetRoute(app, '/docs/console', (request, reply) => {
    const links = linksFor(request.raw, config, mount)
    const language = readerLanguage(request, config)
    const address = documentAddress(links, language, config)
    return beginPage(reply, language, policyFor(links))
      .header('cache-control', 'no-cache')
      .send(page({ language, root: rootPath(links), address }))
  })
  const serve = (name: string, type: string, content: () => Buffer) =>
    registerGetRoute(app, `/docs/console/${name}`, (_, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(type).send(content()),
    )
  const startScript = Buffer.from(script)
  serve('start.js', files['swagger-ui-bundle.js'], () => startScript)
  for (const [name, type] of Object.entries(files)) serve(name, type, cachedFile(name))
}

/** Reads the file on the first request, because most services never serve the console. */
function cachedFile(name: string): () => Buffer {
  let cached: Buffer | undefined
  return () => (cached ??= readFileSync(join(folder, name)))
}
