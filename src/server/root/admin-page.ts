import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rootPath } from '../../api/links.ts'
import { adminMounts } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import { translate } from '../../locales/index.ts'
import type { Assets } from '../../pages/assets.ts'
import { attribute, html, toText } from '../../pages/parts/html.ts'
import { linksFor } from '../operation-request.ts'
import { registerGetRoute } from '../get-route.ts'
import { beginPage, readerLanguage } from './page.ts'

/**
 * The HTML document that loads the administration, whose scripts get everything else from the API (interface:
 * Administration).
 */

const originOf = (address: string) => new URL(address.replace(/\{\w+\}/g, 'a')).origin

/**
 * Styles need a nonce, because a library of the administration inserts a style element. Scripts may only come from this
 * server.
 */
function policyFor({ mapTiles }: Config, { imageOrigin }: Assets, nonce: string): string {
  const images = [imageOrigin, mapTiles && originOf(mapTiles)].filter((origin) => origin !== undefined)
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ['img-src', "'self'", 'data:', 'blob:', ...images].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Configuration that the scripts need before they can call the API. */
const siteOf = ({ siteName, timezone, currency, mapTiles, mapAttribution, smtpUrl }: Config, root: string) =>
  JSON.stringify({
    root,
    name: siteName,
    timezone,
    currency,
    hasMail: smtpUrl !== undefined,
    ...(mapTiles === undefined ? {} : { map: { tiles: mapTiles, attribution: mapAttribution } }),
  })

function documentFor(config: Config, assets: Assets, root: string, language: string, nonce: string): string {
  const asset = (name: string) => `${root}/assets/${name}`
  return toText(
    html`<!doctype html>
      <html lang="${language}"${attribute('data-site', siteOf(config, root))}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta property="csp-nonce" nonce="${nonce}" content="${nonce}" />
          <title>${config.siteName}</title>
          <link rel="icon" href="${asset(assets.icon)}" />
          <link rel="preload" href="${asset(assets.font)}" as="font" type="font/woff2" crossorigin />
          <script src="${asset(assets.schemeScript)}"></script>
          <link rel="stylesheet" href="${asset(assets.adminStyle)}" />
          <script type="module" src="${asset(assets.adminScript)}"></script>
          ${assets.adminModules.map((name) => html`<link rel="modulepreload" href="${asset(name)}" />`)}
        </head>
        <body>
          <noscript>${translate('The administration needs JavaScript.', language)}</noscript>
        </body>
      </html>`,
  )
}

export function installAdmin(app: FastifyInstance, config: Config, assets: Assets): void {
  const [mount] = adminMounts(config)
  const { prefix } = config
  const rootOf = (request: FastifyRequest) => rootPath(linksFor(request.raw, config, mount!)) + prefix
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const language = readerLanguage(request, config)
    return beginPage(reply, language, policyFor(config, assets, nonce))
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .send(documentFor(config, assets, rootOf(request), language, nonce))
  }
  for (const path of ['/admin', '/admin/*']) registerGetRoute(app, prefix + path, answer)
}
