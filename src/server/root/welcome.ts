import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { version } from '../../version.ts'
import { json } from '../headers.ts'
import { escaped } from '../../api/reference/markup.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { readOnly } from '../health.ts'
import { linksFor } from '../asked.ts'
import { vary } from '../vary.ts'

const asksForPage = ({ headers }: FastifyRequest) => /\btext\/html\b/i.test(headers.accept ?? '')

const page = (rest: string, documentation: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Calends</title>
<link rel="alternate" type="application/json" href="${escaped(rest)}">
</head>
<body>
<main>
<h1>Calends ${version}</h1>
<p>A calendar service: events, venues, organizers, categories and tags over HTTP.</p>
<ul>
<li><a href="${escaped(`${rest}/events`)}">Events</a></li>
<li><a href="${escaped(rest)}">What can be asked</a></li>
<li><a href="${escaped(documentation)}">Reference</a></li>
</ul>
</main>
</body>
</html>
`

/** The root of the server: it says what this is and where to go on. */
export function installWelcome(app: FastifyInstance, config: Config): void {
  const mount = calendarMounts(config)[0]!
  readOnly(
    app,
    '/',
    (request, reply) => {
      const { rest, site } = linksFor(request.raw, config, mount)
      const documentation = `${rest}/doc`
      vary(reply, 'Accept')
      reply.headers({
        'x-cal-api-version': 'v1',
        'x-cal-api-root': rest,
        'x-cal-api-origin': site,
        'cache-control': 'no-cache',
      })
      if (!asksForPage(request))
        return reply.type(json).send(JSON.stringify({ name: 'Calends', version, rest, documentation }))
      return reply
        .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
        .type('text/html; charset=utf-8')
        .send(page(rest, `${site}/docs`))
    },
    { isOperation: false },
  )
}
