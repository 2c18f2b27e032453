import type { Config } from '../config.ts'

/** A base path under which the API is available (interface: Base URL and mounts). */
export interface Mount {
  /** `/fr/api/cal/events/v1`: what stands before the patterns of routes. */
  readonly path: string
  /** `/fr/api`: the root of the REST interface. */
  readonly root: string
  /** `cal/events/v1`, or the last three segments of an alias. */
  readonly namespace: string
  /** The language segment in front, where there is one. */
  readonly language: string | undefined
  readonly isAlias: boolean
}

export const calendarNamespace = 'cal/events/v1'
export const adminNamespace = 'cal/admin/v1'

const mount = (root: string, namespace: string, isAlias: boolean, language?: string): Mount => ({
  path: `${root}/${namespace}`,
  root,
  namespace,
  language,
  isAlias,
})

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

/** The namespace itself and its aliases, each plain and behind every language segment. */
export const calendarMounts = ({ prefix, aliases, languages }: MountSettings): Mount[] =>
  inEveryLanguage(languages, (segment, language) => [
    mount(`${segment}${prefix}`, calendarNamespace, false, language),
    ...aliases.map((alias) => {
      const { root, namespace } = aliasParts(alias)
      return mount(`${segment}${root}`, namespace, true, language)
    }),
  ])

export const adminMounts = ({ prefix, languages }: MountSettings): Mount[] =>
  inEveryLanguage(languages, (segment, language) => [
    mount(`${segment}${prefix}`, adminNamespace, false, language),
  ])
