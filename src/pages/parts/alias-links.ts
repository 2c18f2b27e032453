import { calendarMounts, restRootPath } from '../../api/mounts.ts'
import type { PageContext } from '../context.ts'
import { html, type SafeHtml } from './html.ts'

/**
 * Where clients of The Events Calendar that read pages instead of their headers find the API (interface: Web pages).
 * Empty without an alias.
 */
export function aliasLinks({ config, links }: PageContext, data: string | undefined): SafeHtml | undefined {
  if (config.aliases.length === 0) return undefined
  const { site, rest } = links
  const mounts = calendarMounts(config)
  const language = mounts.find(({ path }) => `${site}${path}` === rest)?.language
  const alias = mounts.find((mount) => mount.isAlias && mount.language === language)!
  return html`<meta name="tec-api-version" content="v1">
    <meta name="tec-api-origin" content="${site}">
    <link rel="https://api.w.org/" href="${site}${restRootPath(alias)}/">
    ${
      data?.startsWith(rest) &&
      html`<link rel="alternate" type="application/json" href="${site}${alias.path}${data.slice(rest.length)}"> `
    }`
}
