import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { version } from '../../version.ts'
import { json } from '../response/headers.ts'
import { rootPath } from '../../api/links.ts'
import { escapeHtml } from '../../api/reference/escape-html.ts'
import { beginningOfPage } from '../../api/reference/page-beginning.ts'
import { translate } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'
import type { Links } from '../../resources/resource.ts'
import { calendarMounts } from '../../api/mounts.ts'
import { registerGetRoute } from '../get-route.ts'
import { linksFor } from '../operation-request.ts'
import { prefersHtml } from '../problems/problem-pages.ts'
import { vary } from '../response/vary.ts'
import { apiLocation } from '../response/api-headers.ts'
import { beginPage, contentSecurityPolicy, readerLanguage } from './page.ts'

const sentence: Message =
  'A calendar service: events, venues, organizers, categories and tags, in several languages.'

const policy = contentSecurityPolicy("style-src 'self'; img-src 'self'")

const item = (href: string, text: Message, language: string) =>
  `<li><a href="${escapeHtml(href)}">${escapeHtml(translate(text, language))}</a></li>`

const page = (links: Links, language: string) => {
  const { rest } = links
  const root = rootPath(links)
  return `${beginningOfPage({ language, title: 'Calends', asJson: rest, root })}
</head>
<body class="page">
<main>
<h1>Calends ${version}</h1>
<p>${escapeHtml(translate(sentence, language))}</p>
<ul>
${item(`${rest}/events`, 'Events of the calendar', language)}
${item(rest, 'Every route of the namespace', language)}
${item(`${root}/docs`, 'API reference', language)}
${item(`${root}/docs/console`, 'Try requests in the browser', language)}
</ul>
</main>
</body>
</html>
`
}

/** Serves the root page, with links to the API and its reference. */
export function installRootPage(app: FastifyInstance, config: Config): void {
  const mount = calendarMounts(config)[0]!
  registerGetRoute(app, '/', (request, reply) => {
    const links = linksFor(request.raw, config, mount)
    const { rest } = links
    vary(reply, 'Accept')
    reply.headers({
      ...apiLocation(links, config),
      'cache-control': 'no-cache',
    })
    if (!prefersHtml(request))
      return reply
        .type(json)
        .send(JSON.stringify({ name: 'Calends', version, rest, documentation: `${rest}/doc` }))
    const language = readerLanguage(request, config)
    return beginPage(reply, language, policy).send(page(links, language))
  })
}
