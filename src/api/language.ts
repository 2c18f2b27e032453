import { messageLanguages } from '../locales/index.ts'
import type { Site } from '../resources/parameter.ts'
import { readChoice } from '../resources/vocabulary.ts'
import type { Asked } from './operation.ts'

/** Which language is meant (contract §5). */

export const readLanguage = (value: unknown, { languages }: Site): string => readChoice(value, languages)

export interface Languages {
  /** The language of the content: named, else of the URL segment, else the site's own. */
  readonly effective: string
  /** The language that a parameter named, which lists are narrowed to. */
  readonly named: string | undefined
  /** A language that was said at all, by parameter or URL segment. */
  readonly said: string | undefined
}

/** `Accept-Language` never chooses the language of data. */
export function languagesOf(
  named: string | null | undefined,
  { mount, site }: Pick<Asked, 'mount' | 'site'>,
): Languages {
  const said = named ?? mount.language
  return { effective: said ?? site.languages[0]!, named: named ?? undefined, said }
}

/** The language of what we tell in an answer other than data: discovery, documentation. */
export const toldLanguage = (named: unknown, { mount, site, acceptLanguage }: Asked): string =>
  messageLanguage(named, mount.language, acceptLanguage, site.languages)

interface Preference {
  readonly range: string
  readonly quality: number
}

const preferences = (header: string): Preference[] =>
  header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { range: range.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ range, quality }) => range !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)

/** Basic look-up (RFC 4647 3.4): `fr-CH` is content with `fr`. */
export function acceptedLanguage(
  header: string | undefined,
  languages: readonly string[],
): string | undefined {
  return preferences(header ?? '')
    .map(({ range }) => languages.find((language) => range === language || range.startsWith(`${language}-`)))
    .find((language) => language !== undefined)
}

/** The language of messages: parameter → URL segment → `Accept-Language` → the site's own, where we speak it (contract §5). */
export function messageLanguage(
  named: unknown,
  segment: string | undefined,
  header: string | undefined,
  languages: readonly string[],
): string {
  const parameter = languages.find((language) => language === named)
  const wanted = [parameter, segment, acceptedLanguage(header, messageLanguages), languages[0]]
  return wanted.find((language) => language !== undefined && messageLanguages.includes(language)) ?? 'en'
}
