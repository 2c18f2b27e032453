import { messageLanguageFor, messageLanguages } from '../locales/index.ts'
import type { OperationRequest } from './operation.ts'
import { weightedMembers } from './weighted-members.ts'

/** Language selection (interface: Languages). */

interface Languages {
  /** The content language: the parameter, else the URL segment, else the default language. */
  readonly effective: string
  /** The language named by a parameter, which also restricts lists. */
  readonly requested: string | undefined
  /** The language specified by parameter or URL segment, if any. */
  readonly specified: string | undefined
}

/** `Accept-Language` affects messages only, never data. */
export function languagesOf(
  named: string | null | undefined,
  { mount, site }: Pick<OperationRequest, 'mount' | 'site'>,
): Languages {
  const specified = named ?? mount.language
  return { effective: specified ?? site.languages[0]!, requested: named ?? undefined, specified }
}

/** The language of prose within a representation: discovery, documentation, reasons given by imports. */
export const documentationLanguage = (
  named: unknown,
  { mount, site, acceptLanguage }: OperationRequest,
): string => messageLanguage(named, mount.language, acceptLanguage, site.languages)

/**
 * The language that a client with texts of its own wants messages in. Without it `ml_language` would choose that too,
 * and somebody who translates into a language would be answered in it.
 */
export const chosenMessageLanguage = (header: unknown): string | undefined =>
  messageLanguages.find((language) => language === header)

/** Lookup (RFC 4647 3.4): `fr-CH` matches `fr`. */
export function acceptedLanguage(
  header: string | undefined,
  languages: readonly string[],
): string | undefined {
  return weightedMembers(header ?? '')
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => languages.find((language) => range === language || range.startsWith(`${language}-`)))
    .find((language) => language !== undefined)
}

/**
 * The language of messages: the first of parameter, URL segment, `Accept-Language` and default language of the site
 * that messages exist in (interface: Language of messages).
 */
export function messageLanguage(
  named: unknown,
  segment: string | undefined,
  header: string | undefined,
  languages: readonly string[],
): string {
  const parameter = languages.find((language) => language === named)
  const wanted = [parameter, segment, acceptedLanguage(header, messageLanguages), languages[0]]
  return wanted.map((language) => language && messageLanguageFor(language)).find(Boolean) ?? 'en'
}
