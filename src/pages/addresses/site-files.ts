import { rootPath } from '../../api/links.ts'
import { aliasesAmong, calendarMounts } from '../../api/mounts.ts'
import type { PageContext } from '../context.ts'
import type { MakeDocument } from '../page.ts'

/** Files that browsers and search engines request from a site. */

/**
 * Data for programs, with any parameters: calendars that subscribe to a filtered feed and clients of the API obey
 * `robots.txt` too, and crawlers have to read the `noindex` of these responses.
 */
function pathsForPrograms({ config, links }: PageContext): string[] {
  const mounts = calendarMounts(config)
  return [
    ...mounts.map(({ path }) => `${rootPath(links)}${path}/`),
    '/*ical=',
    ...(aliasesAmong(mounts).length > 0 ? ['/*rest_route='] : []),
  ]
}

/**
 * Filters make the number of URLs unlimited, so crawlers may follow only the pages of lists; the sitemap contains
 * everything.
 */
export const robots: MakeDocument = (context) =>
  Promise.resolve({
    type: 'text/plain; charset=utf-8',
    text: [
      'User-agent: *',
      'Allow: /*?page=',
      ...pathsForPrograms(context).map((path) => `Allow: ${path}`),
      'Disallow: /*?',
      '',
      `Sitemap: ${context.origin}${context.in(context.site.languages[0]!).base}/sitemap.xml`,
      '',
    ].join('\n'),
  })

/** How a phone shows the calendar on its home screen (W3C Web Application Manifest). */
export const manifest: MakeDocument = ({ config, to, asset, assets, language }) =>
  Promise.resolve({
    type: 'application/manifest+json; charset=utf-8',
    text: JSON.stringify({
      name: config.siteName,
      lang: language,
      start_url: to.list(),
      scope: to.list(),
      display: 'minimal-ui',
      theme_color: config.siteColor,
      background_color: '#ffffff',
      icons: [{ src: asset(assets.icon), sizes: 'any', purpose: 'any' }],
    }),
  })
