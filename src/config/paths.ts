import type { Config } from '../config.ts'

/** Finds settings that would take away paths which the service has anyway. */

/** Paths at the root of the server, whatever the prefix. */
const rootPaths = [
  '/health/live',
  '/health/ready',
  '/metrics',
  '/docs',
  '/docs/console',
  '/docs/reference.css',
  '/docs/reference.js',
  '/favicon.ico',
  '/favicon.svg',
  '/robots.txt',
]

const apiPaths = ['/cal/events/v1', '/cal/admin/v1']

/** Below the prefix, besides the API and the pages. */
const otherPaths = ['/admin', '/assets', '/embed', '/media']

/** The only page whose path could be a language code. */
const mapPath = 'map'

/** What stands before the namespace of an alias, which answers too: `/wp-json`. */
const restRootOf = (alias: string) => alias.split('/').slice(0, -3).join('/')

/** The REST root of an alias answers for every path below it. */
const isWithin = (path: string, root: string) => root !== '' && `${path}/`.startsWith(`${root}/`)

function isTaken(alias: string, prefix: string): boolean {
  const root = restRootOf(alias)
  const isBelowPrefix = (paths: readonly string[], one: string) =>
    paths.some((path) => `${prefix}${path}` === one)
  return (
    isBelowPrefix(apiPaths, alias) ||
    isBelowPrefix(otherPaths, root) ||
    rootPaths.some((path) => isWithin(path, root))
  )
}

/** The settings are undefined if they could not be read. */
export const pathConflicts = ({
  prefix = '',
  aliases = [],
  languages = [],
  pages = true,
}: Partial<Config>): string[] => [
  ...(pages && prefix === '' && languages.includes(mapPath)
    ? [`CALENDS_LANGUAGES must not contain ${mapPath}, whose path is already in use.`]
    : []),
  ...(rootPaths.includes(prefix) ? [`CALENDS_PREFIX must not be ${prefix}, which is already in use.`] : []),
  ...aliases
    .filter((alias) => isTaken(alias, prefix))
    .map((alias) => `CALENDS_ALIASES must not contain ${alias}, which is already in use.`),
]
