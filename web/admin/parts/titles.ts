import type { Translation } from '../service/types.ts'

/** What the kinds call their title. */
export interface Titled {
  readonly id: number
  readonly translations?: Readonly<Record<string, Translation>>
  readonly title?: string
  readonly name?: string
  readonly venue?: unknown
  readonly organizer?: unknown
}

const own = ({ title, name, venue, organizer }: Titled) =>
  [title, name, venue, organizer].find((text): text is string => typeof text === 'string')

/** The title or name in that language if there is one, else as it came, else the number. */
export const titleOf = (one: Titled, language: string): string => {
  const title = one.translations?.[language]?.title ?? own(one) ?? ''
  return title === '' ? `#${one.id}` : title
}
