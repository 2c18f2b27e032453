import type { FastifyInstance } from 'fastify'
import { favicon } from '../../api/reference/favicon.ts'
import { referenceScript } from '../../api/reference/reference-script.ts'
import { referenceStyle } from '../../api/reference/reference-style.ts'
import { registerGetRoute } from '../get-route.ts'

const svg = 'image/svg+xml'

/** Browsers request `favicon.ico` for responses that name no icon, such as JSON. */
const assets = {
  '/docs/reference.css': ['text/css; charset=utf-8', referenceStyle],
  '/docs/reference.js': ['text/javascript; charset=utf-8', referenceScript],
  '/favicon.svg': [svg, favicon],
  '/favicon.ico': [svg, favicon],
} as const

/** Serves the style sheet, script and icon of the pages at the root of the server. */
export function installAssets(app: FastifyInstance): void {
  for (const [path, [type, content]] of Object.entries(assets))
    registerGetRoute(app, path, (_, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(content),
    )
}
