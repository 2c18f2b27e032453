import { tagsFor } from '../locales/language-tags.ts'
import { fold } from '../text/search.ts'

/** Returns the most specific language of the site that matches a tag such as `fr-CH`, if there is one. */
export const languageAmong = (languages: readonly string[], tag = ''): string | undefined =>
  tagsFor(tag).find((one) => languages.some((code) => code.toLowerCase() === one))

/** The same, or else a variant of what the tag names: sites name one language now `fr`, now `fr_FR`. */
export const closestLanguage = (languages: readonly string[], tag: string): string | undefined =>
  languageAmong(languages, tag) ?? languages.find((one) => languageAmong([tag], one) !== undefined)

const namedIn = (language: string) => new Intl.DisplayNames([language], { type: 'language' })

/** The languages in which people may name a language, besides that language itself. */
const namers = ['en', 'fr', 'de'].map(namedIn)

/** The same for what people write, such as `Deutsch`, `allemand` or `German`. */
export function languageNamed(languages: readonly string[], text: string | undefined): string | undefined {
  const written = fold(text ?? '')
  return (
    languageAmong(languages, text) ??
    languages.find((code) =>
      [namedIn(code), ...namers].some((names) => fold(names.of(code) ?? '') === written),
    )
  )
}
