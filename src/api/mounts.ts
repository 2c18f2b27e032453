import type { Config } from '../config.ts'

/** A base path under which the API is available (interface: Base URL and mounts). */
export interface Mount {
  /** `/fr/api/cal/events/v1`: the prefix of all routes. */
  readonly path: string
  /** `/fr/api`: the root of the REST API. */
  readonly root: string
  /** `/fr`: the site that the REST API belongs to. */
  readonly home: string
  /** `cal/events/v1`, or the last three segments of an alias. */
  readonly namespace: string
  /** The language of the leading segment, if any. */
  readonly language: string | undefined
  readonly isAlias: boolean
  /** Whether it serves pages for visitors instead of the API. */
  readonly isPages: boolean
}

export const calendarNamespace = 'cal/events/v1'
export const adminNamespace = 'cal/admin/v1'

/** The REST root of a site is the last segment before the namespace, if there is any: `/wp-json`. */
function mount(
  place: { segment: string; root: string; namespace: string },
  isAlias: boolean,
  language?: string,
): Mount {
  const { segment, namespace } = place
  const root = `${segment}${place.root}`
  const home = `${segment}${place.root.slice(0, Math.max(0, place.root.lastIndexOf('/')))}`
  return { path: `${root}/${namespace}`, root, home, namespace, language, isAlias, isPages: false }
}

/** An alias ends in its namespace: the last three segments. */
function aliasParts(alias: string): { root: string; namespace: string } {
  const segments = alias.split('/').filter((segment) => segment !== '')
  const root = segments.slice(0, -3)
  return { root: root.map((segment) => `/${segment}`).join(''), namespace: segments.slice(-3).join('/') }
}

type MountSettings = Pick<Config, 'prefix' | 'aliases' | 'languages'>

const inEveryLanguage = (
  languages: readonly string[],
  at: (segment: string, language?: string) => Mount[],
) => [...at(''), ...languages.flatMap((language) => at(`/${language}`, language))]

/** The mounts of the calendar namespace and its aliases, each with and without a language segment. */
export const calendarMounts = ({ prefix, aliases, languages }: MountSettings): Mount[] =>
  inEveryLanguage(languages, (segment, language) => [
    mount({ segment, root: prefix, namespace: calendarNamespace }, false, language),
    ...aliases.map((alias) => mount({ segment, ...aliasParts(alias) }, true, language)),
  ])

/** The aliases that have a REST root of their own, such as `/wp-json`. */
export const rootedAliases = (mounts: readonly Mount[]): Mount[] =>
  mounts.filter(({ isAlias, root, home }) => isAlias && root !== home)

/** The REST roots of aliases, each once (interface: Aliases). */
export const restRoots = (mounts: readonly Mount[]): Mount[] => {
  const byRoot = new Map(rootedAliases(mounts).map((alias) => [alias.root, alias]))
  return [...byRoot.values()].map((alias) => ({ ...alias, path: alias.root, namespace: '' }))
}

/** The mounts of the pages: at the root of the site, or below the prefix (interface: Web pages). */
export const pageMounts = ({ prefix, languages }: MountSettings): Mount[] =>
  inEveryLanguage(languages, (segment, language) => [
    {
      path: `${segment}${prefix}`,
      root: `${segment}${prefix}`,
      home: segment,
      namespace: '',
      language,
      isAlias: false,
      isPages: true,
    },
  ])

/** The path of the calendar API in the language of a mount. */
export const apiPathOf = ({ root }: Pick<Mount, 'root'>): string => `${root}/${calendarNamespace}`

export const adminMounts = ({ prefix, languages }: MountSettings): Mount[] =>
  inEveryLanguage(languages, (segment, language) => [
    mount({ segment, root: prefix, namespace: adminNamespace }, false, language),
  ])
