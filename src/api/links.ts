import type { Config } from '../config.ts'
import type { Links } from '../resources/resource.ts'
import { apiPathOf, type Mount } from './mounts.ts'

/** Where the client reaches the service, as `requestOrigin` finds it. */
interface Place {
  readonly origin: string
  readonly host: string
  readonly path: string
}

/**
 * The base URLs of the links in a response. The prefix is part of `host`, because two services on one host may differ
 * by it alone; the mount is not, because a resource is the same on all of them.
 */
export const linksAt = (
  { origin, host, path }: Place,
  { prefix, mediaPublicUrl }: Pick<Config, 'prefix' | 'mediaPublicUrl'>,
  mount: Mount,
): Links => ({
  rest: `${origin}${path}${mount.isPages ? apiPathOf(mount) : mount.path}`,
  site: `${origin}${path}`,
  media: mediaPublicUrl ?? `${origin}${path}${prefix}/media`,
  host: `${host}${path}${prefix}`,
  hasTextAuthors: mount.isAlias,
})

/** The path prefix that a proxy adds to all our paths, which links on every page must include. */
export const rootPath = ({ site }: Links): string => new URL(site).pathname.replace(/\/$/, '')

/** The URL of the pages in a language, without a final slash. The default language has no segment. */
export const pagesIn = (
  { site }: Links,
  language: unknown,
  { languages, prefix }: { readonly languages: readonly string[]; readonly prefix: string },
): string => {
  const segment = languages.slice(1).find((one) => one === language)
  return `${site}${segment === undefined ? '' : `/${segment}`}${prefix}`
}
