import type { Translation } from '../service/types.ts'

/** The title fields of all kinds. */
export interface Titled {
  readonly id: number
  readonly language?: string
  readonly translations?: Readonly<Record<string, Translation>>
  readonly title?: string
  readonly name?: string
  readonly venue?: unknown
  readonly organizer?: unknown
}

/** For lists of titles alone. */
export const titledFields: readonly (keyof Titled)[] = [
  'id',
  'translations',
  'title',
  'name',
  'venue',
  'organizer',
]

const own = ({ title, name, venue, organizer }: Titled) =>
  [title, name, venue, organizer].find((text): text is string => typeof text === 'string')

/** The title in the language, otherwise the one returned, otherwise the ID. */
export const titleOf = (one: Titled, language: string): string => {
  const title = one.translations?.[language]?.title ?? own(one) ?? ''
  return title === '' ? `#${one.id}` : title
}

/** The language of that title, for screen readers; undefined if it is not known. */
export const languageOfTitle = (
  { translations, language: own }: Titled,
  language: string,
): string | undefined => (translations?.[language] === undefined ? own : language)
