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
const wordPressNamespace = 'wp/v2'

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

export const aliasesAmong = (mounts: readonly Mount[]): Mount[] => mounts.filter(({ isAlias }) => isAlias)

export const hasOwnRoot = ({ root, home }: Pick<Mount, 'root' | 'home'>): boolean => root !== home

/**
 * The path of the REST root of an alias, such as `/wp-json`. An alias that is nothing but its namespace has it at
 * `/index.php`, as a site of WordPress without URL rewriting does, because `/` is a page.
 */
export const restRootPath = (alias: Pick<Mount, 'root' | 'home'>): string =>
  hasOwnRoot(alias) ? alias.root : `${alias.home}/index.php`

/** The REST roots of aliases, each once (interface: Aliases). */
export const restRoots = (mounts: readonly Mount[]): Mount[] => {
  const byPath = new Map(aliasesAmong(mounts).map((alias) => [restRootPath(alias), alias]))
  return [...byPath].map(([path, alias]) => ({ ...alias, path, namespace: '' }))
}

/** What exists of the API of WordPress itself, below the REST root of each alias (interface: Images of WordPress). */
export const wordPressMounts = (mounts: readonly Mount[]): Mount[] =>
  restRoots(mounts).map((alias) => ({
    ...alias,
    path: wordPressPathOf(alias),
    namespace: wordPressNamespace,
  }))

export const wordPressPathOf = ({ root }: Pick<Mount, 'root'>): string => `${root}/${wordPressNamespace}`

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
