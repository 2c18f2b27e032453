import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { version } from '../../version.ts'
import { json } from '../headers.ts'
import { escapeHtml } from '../../api/reference/escape-html.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { registerGetRoute } from '../health.ts'
import { linksFor } from '../asked.ts'
import { vary } from '../vary.ts'
import { apiHeaders } from './api-headers.ts'

const acceptsHtml = ({ headers }: FastifyRequest) => /\btext\/html\b/i.test(headers.accept ?? '')

const page = (rest: string, documentation: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Calends</title>
<link rel="alternate" type="application/json" href="${escapeHtml(rest)}">
</head>
<body>
<main>
<h1>Calends ${version}</h1>
<p>A calendar service: events, venues, organizers, categories and tags over HTTP.</p>
<ul>
<li><a href="${escapeHtml(`${rest}/events`)}">Events</a></li>
<li><a href="${escapeHtml(rest)}">Routes</a></li>
<li><a href="${escapeHtml(documentation)}">API reference</a></li>
</ul>
</main>
</body>
</html>
`

/** The root page of the server, with links to the API and its reference. */
export function installRootPage(app: FastifyInstance, config: Config): void {
  const mount = calendarMounts(config)[0]!
  registerGetRoute(
    app,
    '/',
    (request, reply) => {
      const { rest, site } = linksFor(request.raw, config, mount)
      const documentation = `${rest}/doc`
      vary(reply, 'Accept')
      reply.headers({
        ...apiHeaders(request.raw, config),
        'cache-control': 'no-cache',
      })
      if (!acceptsHtml(request))
        return reply.type(json).send(JSON.stringify({ name: 'Calends', version, rest, documentation }))
      return reply
        .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
        .type('text/html; charset=utf-8')
        .send(page(rest, `${site}/docs`))
    },
    { isOperation: false },
  )
}
