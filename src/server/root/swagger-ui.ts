import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { escapeHtml } from '../../api/reference/escape-html.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { registerGetRoute } from '../health.ts'
import { linksFor } from '../asked.ts'

/** Swagger UI on the document of the service, to try requests in a browser; every file comes from here. */

const files = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)

/** Swagger UI sets styles of elements itself; scripts and requests stay with this server. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const script = `SwaggerUIBundle({
  url: document.querySelector('link[type="application/json"]').href,
  dom_id: '#console',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
})
`

const page = (document: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Calends: try requests</title>
<link rel="alternate" type="application/json" href="${escapeHtml(document)}">
<link rel="stylesheet" href="console/swagger-ui.css">
</head>
<body>
<main id="console"><p>This page needs scripts; <a href="../docs">the reference</a> does without.</p></main>
<script src="console/swagger-ui-bundle.js"></script>
<script src="console/start.js"></script>
</body>
</html>
`

/** Requests go to the mount that the page was reached by, in the language it was asked for. */
function documentUrl(request: FastifyRequest, config: Config): string {
  const { rest } = linksFor(request.raw, config, calendarMounts(config)[0]!)
  const { ml_language: language } = request.query as { ml_language?: unknown }
  return `${rest}/doc${typeof language === 'string' ? `?ml_language=${encodeURIComponent(language)}` : ''}`
}

export function installSwaggerUi(app: FastifyInstance, config: Config): void {
  const isOperation = false
  registerGetRoute(
    app,
    '/docs/console',
    (request, reply) =>
      reply
        .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page(documentUrl(request, config))),
    { isOperation },
  )
  const serve = (name: string, type: string, content: () => Buffer) =>
    registerGetRoute(
      app,
      `/docs/console/${name}`,
      (_, reply) => reply.header('cache-control', 'public, max-age=86400').type(type).send(content()),
      { isOperation },
    )
  const startScript = Buffer.from(script)
  serve('start.js', files['swagger-ui-bundle.js'], () => startScript)
  for (const [name, type] of Object.entries(files)) serve(name, type, cachedFile(name))
}

/** Read at the first request and cached, because most services never get one. */
function cachedFile(name: string): () => Buffer {
  let cached: Buffer | undefined
  return () => (cached ??= readFileSync(join(folder, name)))
}
